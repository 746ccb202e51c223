/** The drawing in ARCHITECTURE.md, made from `architecture.json`: the outer rooms of each house, those that know others above these. */

/** @import { House, Table } from "./rules.mjs" */

export const DOCUMENT = "ARCHITECTURE.md";

const START = "<!-- rooms: `npm run format` writes what follows from architecture.json -->";
const END = "<!-- end of rooms -->";

/**
 * The document with its drawing as the table has it.
 *
 * @param {string} document
 * @param {Table} table
 */
export function withDrawing(document, table) {
  const start = document.indexOf(START);
  const end = document.indexOf(END, start);
  if (start < 0 || end < 0) {
    throw new Error(`${DOCUMENT} needs the lines ${START} and ${END}, between which its drawing is written`);
  }
  const drawing = ["```text", ...table.houses.flatMap(drawn), "```"].join("\n");
  return `${document.slice(0, start)}${START}\n\n${drawing}\n\n${document.slice(end)}`;
}

/** @param {House} house */
function drawn(house) {
  /** @type {Map<string, Set<string>>} */
  const knows = new Map();
  for (const { room, knows: known } of house.rooms) {
    const own = knows.get(outer(room)) ?? new Set();
    knows.set(outer(room), own);
    for (const other of known.map(outer)) {
      if (other !== outer(room)) {
        own.add(other);
      }
    }
  }
  /** @type {string[][]} */
  const layers = [];
  for (const room of knows.keys()) {
    const layer = depth(knows, room);
    layers[layer] = [...(layers[layer] ?? []), room];
  }
  return [`${house.title} (${house.root})`, ...layers.reverse().map((rooms) => `    ${rooms.join("   ")}`)];
}

/** @param {string} room */
function outer(room) {
  return room.split("/")[0] ?? room;
}

/**
 * How many rooms lie below it, one under the other. A circle, which the checks report, counts once.
 *
 * @param {ReadonlyMap<string, ReadonlySet<string>>} knows
 * @param {string} room
 * @param {readonly string[]} [above]
 * @returns {number}
 */
function depth(knows, room, above = []) {
  const below = [...(knows.get(room) ?? [])].filter((other) => !above.includes(other));
  return Math.max(0, ...below.map((other) => 1 + depth(knows, other, [...above, room])));
}
