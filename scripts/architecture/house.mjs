/** What is against the rules of the repository's architecture, and what is large. */
import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { importsOf, packagesOf } from "./imports.mjs";
import { faultsOfCircles, faultsOfImports, faultsOfRooms, housesIn, within } from "./rooms.mjs";
import { warningsOfSize } from "./sizes.mjs";
import { faultsOfState } from "./state.mjs";

const CODE = [".rs", ".ts", ".tsx", ".mts", ".js", ".mjs", ".cjs", ".css", ".py"];
/** The folders whose modules keep no state. */
const STATELESS = ["www/src/viewer/worker", "www/src/viewer/protocol", "science", "catalogues", "buckets"];

/**
 * @param {string} root the repository's
 * @param {readonly string[]} files those under version control, from there
 * @returns {{ faults: string[], warnings: string[] }} a sentence for each
 */
export function findings(root, files) {
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), "utf8");
  const present = files.filter((file) => CODE.includes(extname(file)) && existsSync(join(root, file)));
  const sources = new Map(present.map((file) => [file, read(file)]));
  const houses = housesIn(read("ARCHITECTURE.md"));
  const imports = importsOf(root, sources);
  return {
    faults: [
      ...faultsOfRooms(houses, JSON.parse(read("architecture.json")), present),
      ...faultsOfImports(
        houses,
        [...packagesOf(root).values()].map(({ folder }) => folder),
        imports,
      ),
      ...faultsOfCircles(imports),
      ...present
        .filter((file) => STATELESS.some((folder) => within(file, folder)))
        .flatMap((file) => faultsOfState(file, read(file))),
    ],
    warnings: warningsOfSize(sources),
  };
}
