/** What `npm run bench` measures, each part in a process of its own, in which nothing was read before. */
import { fileURLToPath } from "node:url";
import { run } from "../scripts/command/process.mjs";

/**
 * What a script of this folder prints.
 *
 * @param {string} script
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 */
async function printed(script, args, env = {}) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const problem = `benches/${script} failed.`;
  return (await run(process.execPath, ["--no-warnings", path, ...args], { env, problem })).trim();
}

/** The same of a script that prints JSON. @param {Parameters<typeof printed>} of */
const measured = async (...of) => JSON.parse(await printed(...of));

const HUGE_PAGES = { GLIBC_TUNABLES: "glibc.malloc.hugetlb=1" };

/** @typedef {import("./report.mjs").Parts} Found */
/** @typedef {{ rounds: number, python: string | undefined }} How */
/** @typedef {Readonly<{ doing: string, measure: (how: How) => Promise<unknown> }>} Part */

/** @param {How} how */
const roundsAndPython = ({ rounds, python }) => [`${rounds}`, ...(python === undefined ? [] : [python])];

/** By their names, in their order. @type {Readonly<Record<keyof Found, Part>>} */
export const parts = {
  reads: {
    doing: "Reading each file, memory as each program allocates it",
    measure: (how) => measured("node/reads.mjs", roundsAndPython(how)),
  },
  tuned: {
    doing: "Reading each file, also in other ways, large arrays in huge pages",
    measure: (how) => measured("node/reads.mjs", [...roundsAndPython(how), "--every"], HUGE_PAGES),
  },
  writes: {
    doing: "Writing the image in each compression",
    measure: (how) => measured("node/writes.mjs", roundsAndPython(how), HUGE_PAGES),
  },
  memory: {
    doing: "Counting the memory and the bytes that reading takes",
    measure: () => measured("node/memory.mjs", []),
  },
  workers: {
    doing: "Reading files by workers, in Chromium",
    measure: ({ rounds }) => measured("browser/workers.mjs", [`${rounds}`]),
  },
  viewer: {
    doing: "Looking at files in the viewer, in Chromium",
    measure: ({ rounds }) => measured("browser/viewer.mjs", [`${rounds}`]),
  },
  trees: {
    doing: "Looking at large trees in the viewer, in Chromium",
    measure: ({ rounds }) => measured("browser/trees.mjs", [`${rounds}`]),
  },
  looks: {
    doing: "Looking at the arrays of a file again, in Chromium",
    measure: () => printed("browser/looks.mjs", ["2"]),
  },
  tasks: {
    doing: "Counting long tasks of the page, in Chromium",
    measure: ({ rounds }) => printed("browser/tasks.mjs", [`${4 * rounds}`]),
  },
  fits: {
    doing: "Reading the HDUs of a FITS file",
    measure: async ({ rounds, python }) =>
      python === undefined
        ? "Not measured without Python."
        : printed("fits/run.mjs", ["--rounds", `${rounds}`], { FITS_PYTHON: python }),
  },
};
