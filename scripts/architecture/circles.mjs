/**
 * Circles of imports: between files, and between folders and files that lie side by side in a folder. A folder
 * stands for all files in it.
 */
import { dirname } from "node:path";
import { within } from "./rules.mjs";

/** @import { Import, Table } from "./rules.mjs" */

/**
 * Circles of files, and circles of the folders and files that lie side by side in a folder.
 *
 * @param {readonly Import[]} imports
 * @param {Table["circles"]} allowed
 * @returns {string[]}
 */
export function faultsOfCircles(imports, allowed) {
  const real = imports.filter(({ passedOn }) => !passedOn);
  const circles = circlesIn(real);
  const problems = circles
    .filter((files) => !allowed.some((one) => sameFiles(one.files, files)))
    .map((files) => {
      const round = roundTrip(real, files);
      const others = files.filter((file) => !round.includes(file));
      const more = others.length > 0 ? ` (tied to it: ${others.join(", ")})` : "";
      return `a circle of files: ${round.join(" → ")}${more}`;
    });
  for (const { files } of allowed) {
    if (!circles.some((circle) => sameFiles(circle, files))) {
      problems.push(`${files.join(" ↔ ")} is no circle any more: take it out of architecture.json`);
    }
  }
  const inCircle = new Set(circles.flat());
  const straight = real.filter(({ from, to }) => !(inCircle.has(from) && inCircle.has(to)));
  const folders = new Set(straight.flatMap(({ from, to }) => [...foldersOf(from), ...foldersOf(to)]));
  for (const folder of folders) {
    const beside = straight
      .filter(({ from, to }) => within(from, folder) && within(to, folder))
      .map((one) => ({ ...one, from: entryOf(folder, one.from), to: entryOf(folder, one.to), file: one }))
      .filter(({ from, to }) => from !== to);
    for (const entries of circlesIn(beside)) {
      const round = roundTrip(beside, entries);
      const witness = round.slice(1).map((to, index) => {
        const arrow = beside.find((one) => one.from === round[index] && one.to === to)?.file;
        return `${arrow?.from}:${arrow?.line} imports ${arrow?.to}`;
      });
      problems.push(`a circle of folders: ${round.join(" → ")} (${witness.join("; ")})`);
    }
  }
  return problems;
}

/**
 * @param {readonly string[]} first
 * @param {readonly string[]} second
 */
function sameFiles(first, second) {
  return first.length === second.length && first.every((file) => second.includes(file));
}

/**
 * @param {string} file
 * @returns {string[]}
 */
function foldersOf(file) {
  const folder = dirname(file);
  return folder === "." ? ["."] : [folder, ...foldersOf(folder)];
}

/**
 * The folder or file directly in `folder` that holds `file`.
 *
 * @param {string} folder
 * @param {string} file
 */
function entryOf(folder, file) {
  const start = folder === "." ? 0 : folder.length + 1;
  const end = file.indexOf("/", start);
  return end < 0 ? file : file.slice(0, end);
}

/** @typedef {{ from: string, to: string }} Arrow */

/**
 * The strongly connected parts of a graph that have more than one member (Tarjan), each sorted.
 *
 * @param {readonly Arrow[]} arrows
 * @returns {string[][]}
 */
function circlesIn(arrows) {
  /** @type {Map<string, string[]>} */
  const next = new Map();
  for (const { from, to } of arrows) {
    next.set(from, [...(next.get(from) ?? []), to]);
  }
  /** @type {Map<string, { index: number, low: number, open: boolean }>} */
  const visits = new Map();
  /** @type {string[]} */
  const path = [];
  /** @type {string[][]} */
  const circles = [];
  const visit = (/** @type {string} */ node) => {
    const own = { index: visits.size, low: visits.size, open: true };
    visits.set(node, own);
    path.push(node);
    for (const to of next.get(node) ?? []) {
      const other = visits.get(to) ?? visit(to);
      if (other.open) {
        own.low = Math.min(own.low, other.low);
      }
    }
    if (own.low === own.index) {
      const part = path.splice(path.indexOf(node));
      for (const member of part) {
        const visited = visits.get(member);
        if (visited) {
          visited.open = false;
        }
      }
      if (part.length > 1) {
        circles.push(part.sort());
      }
    }
    return own;
  };
  for (const node of next.keys()) {
    if (!visits.has(node)) {
      visit(node);
    }
  }
  return circles;
}

/**
 * A shortest way from the first of the members back to itself.
 *
 * @param {readonly Arrow[]} arrows
 * @param {readonly string[]} members
 */
function roundTrip(arrows, members) {
  const inside = arrows.filter(({ from, to }) => members.includes(from) && members.includes(to));
  const [start = ""] = members;
  /** @type {string[][]} */
  let ways = [[start]];
  const seen = new Set();
  for (;;) {
    const longer = ways.flatMap((way) =>
      inside.filter(({ from }) => from === way.at(-1)).map(({ to }) => [...way, to]),
    );
    const home = longer.find((way) => way.at(-1) === start);
    if (home || longer.length === 0) {
      return home ?? [start];
    }
    ways = longer.filter((way) => !seen.has(way.at(-1)) && seen.add(way.at(-1)));
  }
}
