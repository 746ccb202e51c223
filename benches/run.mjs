/**
 * `npm run bench`: builds the package and the page, then measures whole reads and writes of one large image in each
 * compression, beside Python asdf and JavaScript peers, and the viewer beside its parts. It prints the tables and keeps them
 * in benches/RESULTS.md, and the speeds without tuning in docs/speed.md. `--rounds 9` measures nine times instead of five.
 * A part that fails loses no other: `npm run bench -- trees` measures one part, and puts it to the others of the same day.
 * `npm run bench -- viewer --trace` draws the time line of dropped files instead.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildAll } from "../scripts/build/build.mjs";
import { command } from "../scripts/command/command.mjs";
import { announced, Problem } from "../scripts/command/process.mjs";
import { launchBrowser } from "../scripts/setup/browser.mjs";
import { parts } from "./parts.mjs";
import { requireImages } from "./python/images.mjs";
import { folder, PythonAsdf, requirePython } from "./python/python.mjs";

/** @import { Parts, Results } from "./report.mjs" */

const here = fileURLToPath(new URL(".", import.meta.url));
const kept = join(folder, "results.json");
const names = /** @type {(keyof Parts)[]} */ (Object.keys(parts));

/** The machine, the programs and the day. @param {string | undefined} python */
async function machineWith(python) {
  const browser = await launchBrowser();
  const programs = [`Node ${process.versions.node}`, `Chromium ${browser.version()}`];
  await browser.close();
  if (python === undefined) {
    programs.push("Python asdf not measured");
  } else {
    const asdf = new PythonAsdf(python);
    programs.push(await asdf.versions());
    asdf.close();
  }
  return [
    `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"})`,
    programs.join(", "),
    new Date().toISOString().slice(0, 10),
  ];
}

/**
 * What was measured on this day, on this machine, with these programs, and as often; undefined if that is nothing.
 *
 * @param {Omit<Results, "parts">} how
 * @returns {Results | undefined}
 */
function keptResults({ rounds, machine }) {
  const results = existsSync(kept)
    ? /** @type {Results} */ (JSON.parse(readFileSync(kept, "utf8")))
    : undefined;
  const isSame = results?.rounds === rounds && results.machine.join() === machine.join();
  return isSame ? results : undefined;
}

/**
 * Measures some parts. One that fails is taken out of the results.
 *
 * @param {readonly (keyof Parts)[]} chosen
 * @param {Results} results
 * @param {string | undefined} python
 * @param {() => void} keep called after each
 * @returns {Promise<(keyof Parts)[]>} those that failed
 */
async function measure(chosen, results, python, keep) {
  /** @type {(keyof Parts)[]} */
  const failed = [];
  for (const name of chosen) {
    const { doing, measure } = parts[name];
    console.log(`${doing} (${name}) …`);
    delete results.parts[name];
    const start = performance.now();
    try {
      Object.assign(results.parts, { [name]: await measure({ rounds: results.rounds, python }) });
      console.log(`  ${Math.round((performance.now() - start) / 1000)} s`);
    } catch (error) {
      failed.push(name);
      console.error(error instanceof Problem ? `${error.message}\n${error.output}` : error);
    }
    keep();
  }
  return failed;
}

/**
 * @param {readonly (keyof Parts)[]} chosen all, if there is none
 * @param {number} rounds
 */
async function bench(chosen, rounds) {
  await buildAll("release");
  mkdirSync(folder, { recursive: true });
  const python = await requirePython();
  await requireImages(python);
  const machine = await announced("Asking for versions", () => machineWith(python));
  const isWhole = chosen.length === 0;
  const today = isWhole ? undefined : keptResults({ rounds, machine });
  const results = today ?? { rounds, machine, parts: {} };
  // A part that joins no other results does not end those that are kept.
  const isKept = isWhole || today !== undefined;
  const keep = () => isKept && writeFileSync(kept, JSON.stringify(results));
  const failed = await measure(isWhole ? names : chosen, results, python, keep);
  // It imports npm packages and the built package, which are there by now.
  const { report, sectionOf, speedPageWith } = await import("./report.mjs");
  if (isKept) {
    const text = report(results);
    writeFileSync(join(here, "RESULTS.md"), text);
    const page = join(here, "..", "docs", "speed.md");
    writeFileSync(page, speedPageWith(readFileSync(page, "utf8"), results));
    console.log(`\n${text}`);
  } else {
    console.log(`\n${chosen.map((name) => sectionOf(name, results.parts)).join("\n\n")}`);
  }
  if (failed.length > 0) {
    throw new Problem(
      `Not measured: ${failed.join(", ")}. \`npm run bench -- ${failed.join(" ")}\` measures this again, and keeps the rest of today.`,
    );
  }
}

/** The time lines of dropped files, and nothing else. */
async function trace() {
  await buildAll("release");
  const { pathOf } = await import("./node/contenders.mjs");
  if (!["none", "lz4", "zlib", "blsc"].every((compression) => existsSync(pathOf(compression)))) {
    mkdirSync(folder, { recursive: true });
    await requireImages(await requirePython());
  }
  const { drawTimelines } = await import("./timeline/timelines.mjs");
  await drawTimelines();
}

await command(
  {
    name: "npm run bench",
    help: "Measures reading and writing beside Python asdf and JavaScript peers, and the viewer beside its parts.",
    positionals: { name: "part", help: "what is measured, if not everything", choices: names },
    options: {
      rounds: { value: "N", help: "how often each is measured", fallback: "5", whole: true },
      trace: { help: "with `viewer`: draws what each thread does, instead of measuring" },
    },
  },
  ({ positionals, values: { rounds = "5" }, flags }) => {
    if (!flags.has("trace")) {
      return bench(/** @type {(keyof Parts)[]} */ (positionals), Number(rounds));
    }
    if (positionals.join() !== "viewer") {
      throw new Problem("`--trace` needs the part `viewer`, and no other.");
    }
    return trace();
  },
);
