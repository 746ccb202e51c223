/**
 * The table of rooms, `architecture.json`, and what it says of imports: each room knows only the rooms that its row
 * names, with the rooms in them, and those stand below it.
 */
import { dirname } from "node:path";

/**
 * @typedef {object} Import one file uses another
 * @property {string} from from the repository's root, as every path here
 * @property {string} to
 * @property {number} line
 * @property {boolean} [byPath] whether it names the path of the file, not a package
 * @property {boolean} passedOn only declared again by the module above, as `mod.rs` does: no part of a circle
 */

/** @typedef {{ room: string, duty: string, knows: string[] }} Room `room`: a folder or a file, from the house's root */

/**
 * @typedef {object} House
 * @property {string} title
 * @property {string} root
 * @property {string} [crate] the root file of a Rust crate; without one it is TypeScript
 * @property {string[]} [uses] folders outside of the house whose files its rooms may import
 * @property {Room[]} rooms from the top down: a room knows only rooms below it in this list
 */

/**
 * @typedef {object} Table
 * @property {House[]} houses
 * @property {string[]} sized the folders whose files and folders have a size
 * @property {string[]} stateless the folders whose modules keep no state
 * @property {{ files: string[], reason: string }[]} circles those that are allowed
 * @property {{ file: string, reason: string }[]} long files that may be longer
 * @property {{ folder: string, reason: string }[]} crowded folders that may hold more
 */

/**
 * Whether a path is, or lies in, a place.
 *
 * @param {string} path
 * @param {string} place
 */
export function within(path, place) {
  return place === "." || path === place || path.startsWith(`${place}/`);
}

/**
 * The room that a file is in: its own row, or that of its folder.
 *
 * @param {House} house
 * @param {string} file
 */
export function roomOf(house, file) {
  const inner = file.slice(house.root.length + 1);
  return (
    house.rooms.find(({ room }) => room === inner) ?? house.rooms.find(({ room }) => room === dirname(inner))
  );
}

/**
 * A room and the rooms in it may use each other, as long as that makes no circle: it needs no arrow.
 *
 * @param {string} one
 * @param {string} other
 */
function isInside(one, other) {
  return within(one, other) || within(other, one);
}

/**
 * @param {House} house
 * @returns {string[]} what is wrong with the table itself
 */
export function faultsOfTable(house) {
  const names = house.rooms.map(({ room }) => room);
  return house.rooms.flatMap(({ room, duty, knows }, index) => [
    ...(duty ? [] : [`${house.title}: ${room} has no duty`]),
    ...(names.indexOf(room) < index ? [`${house.title}: ${room} is listed twice`] : []),
    ...knows.flatMap((known) => {
      if (!names.includes(known)) {
        return [`${house.title}: ${room} knows ${known}, which is no room`];
      }
      const above = names.find((name) => within(name, known) && names.indexOf(name) <= index);
      return above
        ? [`${house.title}: ${room} knows ${above}, which does not stand below it in the table`]
        : [];
    }),
  ]);
}

/**
 * Imports that reach into the folder of another package.
 *
 * @param {Iterable<string>} folders of the packages
 * @param {readonly Import[]} imports
 * @returns {string[]}
 */
export function faultsOfPackages(folders, imports) {
  return [...folders].flatMap((folder) =>
    imports
      .filter(({ from, to, byPath }) => byPath && within(to, folder) && !within(from, folder))
      .map(({ from, to, line }) => `${from}:${line} imports ${to} by its path: name the package`),
  );
}

/**
 * Holds a house's files and imports to its table.
 *
 * @param {House} house
 * @param {ReadonlySet<string>} files
 * @param {readonly Import[]} imports
 * @returns {string[]}
 */
export function faultsOfArrows(house, files, imports) {
  const problems = [...files]
    .filter((file) => !roomOf(house, file))
    .map((file) => `${file} is in no room of architecture.json: add its folder there, with its duty`);
  for (const { room } of house.rooms) {
    if (![...files].some((file) => roomOf(house, file)?.room === room)) {
      problems.push(`${house.title}: no file is in the room ${room}: take it out of architecture.json`);
    }
  }
  /** @type {Set<string>} */
  const used = new Set();
  /** @type {Set<string>} */
  const wrong = new Set();
  const uses = house.uses ?? [];
  for (const { from, to, line } of imports) {
    const source = roomOf(house, from);
    const target = files.has(to) ? roomOf(house, to) : undefined;
    if (!source || (target && isInside(source.room, target.room))) {
      continue;
    }
    const known = target && source.knows.find((name) => within(target.room, name));
    if (known) {
      used.add(`${source.room} ${known}`);
    } else if (target || !(within(to, house.root) || uses.some((place) => within(to, place)))) {
      const may = source.knows.length > 0 ? `may know ${source.knows.join(", ")}` : "knows no other room";
      wrong.add(`${from}:${line} imports ${to}: ${source.room} ${may}`);
    }
  }
  for (const { room, knows } of house.rooms) {
    for (const known of knows.filter((name) => !used.has(`${room} ${name}`))) {
      wrong.add(`${house.title}: ${room} needs no arrow to ${known}: take it out of architecture.json`);
    }
  }
  for (const place of uses.filter((place) => !imports.some(({ to }) => within(to, place)))) {
    wrong.add(`${house.title}: no file uses ${place}: take it out of architecture.json`);
  }
  return [...problems, ...wrong];
}
