/**
 * The rooms: folders, and files at a root, as ARCHITECTURE.md draws them, each with a line of duty in architecture.json. An import goes
 * down in the drawing, stays in its house, and no folder or file uses, by way of others, what uses it.
 */
import { dirname } from "node:path";

/** @import { Import } from "./imports.mjs" */

/**
 * @typedef {object} House
 * @property {string} root
 * @property {ReadonlyMap<string, number>} layers the line in which a room is drawn
 */

/**
 * Whether a path is, or lies in, a place.
 *
 * @param {string} path
 * @param {string} place
 */
export function within(path, place) {
  return path === place || path.startsWith(`${place}/`);
}

/**
 * The houses as they are drawn: a line with the root in brackets, then lines of rooms.
 *
 * @param {string} document
 * @returns {House[]}
 */
export function housesIn(document) {
  const [, drawing = ""] = /<!-- rooms.*?```text\n(.*?)```/s.exec(document) ?? [];
  return drawing.split(/^(?=\S)/m).map((text) => {
    const [title = "", ...lines] = text.trimEnd().split("\n");
    const rooms = lines.flatMap((line, layer) =>
      line
        .trim()
        .split(/ +/)
        .map((room) => /** @type {const} */ ([room, layer])),
    );
    return { root: /\((.*)\)$/.exec(title)?.[1] ?? "", layers: new Map(rooms) };
  });
}

/**
 * @param {readonly House[]} houses
 * @param {string} file
 */
function placeOf(houses, file) {
  const around = houses.filter(({ root }) => within(file, root));
  const house = around.toSorted((one, other) => other.root.length - one.root.length)[0];
  return { house, room: house ? (file.slice(house.root.length + 1).split("/")[0] ?? "") : "" };
}

/**
 * @param {readonly House[]} houses
 * @param {Readonly<Record<string, string>>} duties
 * @param {readonly string[]} files
 * @returns {string[]}
 */
export function faultsOfRooms(houses, duties, files) {
  const inHouses = files.filter((file) => placeOf(houses, file).house);
  const hasDuty = (/** @type {string} */ file) => file in duties || dirname(file) in duties;
  const rooms = houses.flatMap(({ root, layers }) => [...layers.keys()].map((room) => `${root}/${room}`));
  const drawn = inHouses.filter((file) => {
    const { house, room } = placeOf(houses, file);
    return house?.layers.has(room);
  });
  const isEmpty = (/** @type {string} */ room) => !files.some((file) => within(file, room));
  return [
    ...inHouses
      .filter((file) => !hasDuty(file))
      .map((file) => `${file} is in no room of architecture.json: add its folder there, with its duty`),
    ...inHouses
      .filter((file) => !drawn.includes(file))
      .map((file) => `${file} is in no room of the drawing in ARCHITECTURE.md: add it there`),
    ...Object.keys(duties)
      .filter(isEmpty)
      .map((room) => `no file is in the room ${room}: take it out of architecture.json`),
    ...rooms.filter(isEmpty).map((room) => `no file is in the room ${room}: take it out of ARCHITECTURE.md`),
  ];
}

/**
 * @param {readonly House[]} houses
 * @param {readonly string[]} packages their folders
 * @param {readonly Import[]} imports
 * @returns {string[]}
 */
export function faultsOfImports(houses, packages, imports) {
  return imports.flatMap(({ from, to, line, byPath }) => {
    const [source, target] = [placeOf(houses, from), placeOf(houses, to)];
    const arrow = `${from}:${line} imports ${to}`;
    const reached = packages.some((folder) => within(to, folder) && !within(from, folder));
    if (byPath && reached) {
      return [`${arrow} by its path: name the package`];
    }
    if (!source.house || (!byPath && source.house !== target.house)) {
      return [];
    }
    if (source.house !== target.house) {
      return [`${arrow}, which is outside of ${source.house.root}`];
    }
    const { layers } = source.house;
    const isDown = (layers.get(target.room) ?? 0) > (layers.get(source.room) ?? 0);
    return isDown || source.room === target.room
      ? []
      : [`${arrow}: ${target.room} is not drawn below ${source.room}`];
  });
}

/**
 * Circles of the folders and files that lie side by side in a folder. `mod.rs` passes on what the files beside it have.
 *
 * @param {readonly Import[]} imports
 * @returns {string[]}
 */
export function faultsOfCircles(imports) {
  /** @type {Map<string, (Import & { entry: string, used: string })[]>} */
  const inFolder = new Map();
  for (const one of imports) {
    const [from, to] = [one.from.split("/"), one.to.split("/")];
    const shared = from.findIndex((name, i) => name !== to[i]);
    const [entry = "", used = ""] = shared < 0 ? [] : [from[shared], to[shared]];
    if (entry !== used && ![entry, used].includes("mod.rs")) {
      const folder = from.slice(0, shared).join("/");
      inFolder.set(folder, [...(inFolder.get(folder) ?? []), { ...one, entry, used }]);
    }
  }
  return [...inFolder].flatMap(([folder, all]) => {
    let left = all;
    for (let before = []; before.length !== left.length; ) {
      before = left;
      left = before.filter(
        ({ entry, used }) =>
          before.some((one) => one.entry === used) && before.some((one) => one.used === entry),
      );
    }
    const witnesses = left.map(({ from, line, to }) => `${from}:${line} imports ${to}`);
    return left.length > 0 ? [`a circle in ${folder || "the root"}: ${witnesses.join("; ")}`] : [];
  });
}
