/** The part of ARCHITECTURE.md that is made from `architecture.json`: a drawing and a list of rooms for each house. */

/** @import { House, Table } from "./rules.mjs" */

export const DOCUMENT = "ARCHITECTURE.md";

const START = "<!-- rooms: `npm run format` writes what follows from architecture.json -->";
const END = "<!-- end of rooms -->";

/**
 * The document with its drawing as the table has it; unchanged where the document has no place for one.
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
  const parts = table.houses.map((house) => `### ${house.title}\n\n${drawing(house)}\n\n${list(house)}`);
  return `${document.slice(0, start)}${START}\n\n${parts.join("\n\n")}\n\n${document.slice(end)}`;
}

/**
 * The outer rooms. An arrow that follows from others is left out.
 *
 * @param {House} house
 */
function drawing(house) {
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
  const lines = [...knows].flatMap(([room, known]) => [
    `  ${id(room)}["${room}"]`,
    ...[...known]
      .filter((other) => ![...known].some((between) => between !== other && reaches(knows, between, other)))
      .map((other) => `  ${id(room)} --> ${id(other)}`),
  ]);
  return ["```mermaid", "flowchart TD", ...lines, "```"].join("\n");
}

/** @param {string} room */
function outer(room) {
  return room.split("/")[0] ?? room;
}

/** @param {string} room */
function id(room) {
  return `room_${room.replace(/\W/g, "_")}`;
}

/**
 * @param {ReadonlyMap<string, ReadonlySet<string>>} knows
 * @param {string} from
 * @param {string} to
 * @param {Set<string>} [seen]
 * @returns {boolean}
 */
function reaches(knows, from, to, seen = new Set()) {
  seen.add(from);
  return [...(knows.get(from) ?? [])].some(
    (next) => next === to || (!seen.has(next) && reaches(knows, next, to, seen)),
  );
}

/** @param {House} house */
function list(house) {
  const rows = house.rooms.map(({ room, duty, knows }) => {
    return `| \`${room}\` | ${duty} | ${knows.join(", ") || "–"} |`;
  });
  return [`| room of \`${house.root}\` | duty | may know |`, "| --- | --- | --- |", ...rows].join("\n");
}
