/**
 * Holds the repository to `architecture.json`: rooms and their arrows, circles, sizes, and the drawing that is made
 * from the table. TypeScript and Rust go by the same rules; only how imports are read differs.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { faultsOfCircles } from "./circles.mjs";
import { DOCUMENT, withDrawing } from "./drawing.mjs";
import { faultsOfArrows, faultsOfPackages, faultsOfTable, within } from "./rules.mjs";
import { rustImports } from "./rust-imports.mjs";
import { faultsOfSize, isSource, linesOfCode } from "./sizes.mjs";
import { faultsOfState } from "./state.mjs";
import { packagesOf, typescriptImports } from "./typescript-imports.mjs";

/** @import { House, Table } from "./rules.mjs" */

/**
 * Draws the table in ARCHITECTURE.md.
 *
 * @param {string} root the repository's
 */
export function drawRooms(root) {
  const path = join(root, DOCUMENT);
  writeFileSync(path, withDrawing(readFileSync(path, "utf8"), readTable(root)));
}

/**
 * @param {string} root the repository's
 * @returns {Table}
 */
function readTable(root) {
  return JSON.parse(readFileSync(join(root, "architecture.json"), "utf8"));
}

/**
 * @param {string} root the repository's
 * @param {readonly string[]} files those under version control, from there
 * @returns {string[]} a sentence for each thing that is against the rules
 */
export function faults(root, files) {
  const table = readTable(root);
  const sources = files.filter((file) => isSource(file) && existsSync(join(root, file)));
  const sized = sources.filter((file) => table.sized.some((folder) => within(file, folder)));
  const lines = new Map(
    sized.map((file) => [file, linesOfCode(file, readFileSync(join(root, file), "utf8"))]),
  );
  const rust = table.houses.flatMap(({ crate }) => (crate ? rustImports(root, crate) : []));
  const imports = [...typescriptImports(root, sized), ...rust];
  return [
    ...table.houses.flatMap((house) => {
      const own = new Set(sources.filter((file) => belongs(house, file)));
      const arrows = imports.filter(({ from }) => own.has(from));
      return [...faultsOfTable(house), ...faultsOfArrows(house, own, arrows)];
    }),
    ...faultsOfPackages(packagesOf(root).values(), imports),
    ...faultsOfCircles(imports, table.circles),
    ...faultsOfSize(lines, table),
    ...sources
      .filter((file) => table.stateless.some((folder) => within(file, folder)))
      .flatMap((file) => faultsOfState(file, readFileSync(join(root, file), "utf8"))),
    ...faultsOfDrawing(root, table),
  ];
}

/**
 * @param {House} house
 * @param {string} file
 */
function belongs(house, file) {
  return within(file, house.root) && file.endsWith(".rs") === Boolean(house.crate);
}

/**
 * @param {string} root
 * @param {Table} table
 */
function faultsOfDrawing(root, table) {
  const document = readFileSync(join(root, DOCUMENT), "utf8");
  const fresh = document === withDrawing(document, table);
  return fresh ? [] : [`${DOCUMENT} does not show architecture.json as it is: \`npm run format\` draws it`];
}
