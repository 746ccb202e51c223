/**
 * `npm run bench`: builds the package and the page, then measures whole reads and writes of one large image in each
 * compression, beside Python asdf and JavaScript peers, and the viewer beside its parts. It prints the tables and keeps them
 * in benches/RESULTS.md, and the speeds without tuning in docs/speed.md. `--rounds 9` measures nine times instead of five.
 * `npm run bench -- viewer` only prints the table of dropped files; with `--trace`, it draws the time line of each instead.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildAll } from "../scripts/build/build.mjs";
import { command } from "../scripts/command/command.mjs";
import { announced, Problem } from "../scripts/command/process.mjs";
import { requireImages } from "./python/images.mjs";
import { folder, requirePython } from "./python/python.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

/**
 * What a script of this folder prints that measures in a process of its own, in which nothing was read before.
 *
 * @param {string} script
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 */
function printed(script, args, env = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--no-warnings", join(here, script), ...args],
    { encoding: "utf8", env: { ...process.env, ...env } },
  );
  if (status !== 0) {
    throw new Problem(`benches/${script} failed.`, stderr);
  }
  return stdout.trim();
}

/** The same of a script that prints JSON. @param {Parameters<typeof printed>} of */
const measured = (...of) => JSON.parse(printed(...of));

/** @param {string} rounds */
async function measureAll(rounds) {
  await buildAll("release");
  mkdirSync(folder, { recursive: true });
  const python = await requirePython();
  await requireImages(python);
  const args = [rounds, ...(python === undefined ? [] : [python])];
  const tuned = await announced("Reading each file, large arrays in huge pages", async () =>
    measured("node/reads.mjs", args, { GLIBC_TUNABLES: "glibc.malloc.hugetlb=1" }),
  );
  const plain = await announced("Reading each file, memory as each program allocates it", async () =>
    measured("node/reads.mjs", args),
  );
  const writes = await announced("Writing the image in each compression", async () =>
    measured("node/writes.mjs", args, { GLIBC_TUNABLES: "glibc.malloc.hugetlb=1" }),
  );
  const workers = await announced("Reading files by workers, in Chromium", async () =>
    measured("browser/workers.mjs", [rounds]),
  );
  const viewer = await announced("Looking at files in the viewer, in Chromium", async () =>
    measured("browser/viewer.mjs", [rounds]),
  );
  const { trees } = await announced("Looking at large trees in the viewer, in Chromium", async () =>
    measured("browser/trees.mjs", [rounds]),
  );
  const looks = await announced("Looking at the arrays of a file again, in Chromium", async () =>
    printed("browser/looks.mjs", ["2"]),
  );
  const tasks = await announced("Counting long tasks of the page, in Chromium", async () =>
    printed("browser/tasks.mjs", ["20"]),
  );
  const fits = await announced("Reading the HDUs of a FITS file", async () =>
    python === undefined ? "" : printed("fits/run.mjs", ["--rounds", rounds], { FITS_PYTHON: python }),
  );
  // It imports npm packages and the built package, which are there by now.
  const { speedPageWith, report } = await import("./report.mjs");
  const results = {
    rounds: Number(rounds),
    reads: plain.reads,
    tuned: tuned.reads,
    peers: tuned.peers,
    ...writes,
    memory: measured("node/memory.mjs", []),
    workers: workers.reads,
    viewer,
    trees,
    looks,
    tasks,
    fits,
    machine: [
      `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"})`,
      `Node ${process.versions.node}, ${workers.browser}, ${tuned.versions}`,
      new Date().toISOString().slice(0, 10),
    ],
  };
  const text = report(results);
  writeFileSync(join(here, "RESULTS.md"), text);
  const page = join(here, "..", "docs", "speed.md");
  writeFileSync(page, speedPageWith(readFileSync(page, "utf8"), results));
  console.log(`\n${text}`);
}

/**
 * Files dropped on the viewer, and nothing else.
 *
 * @param {string} rounds
 * @param {boolean} isTraced
 */
async function measureDrops(rounds, isTraced) {
  await buildAll("release");
  const { pathOf } = await import("./node/contenders.mjs");
  if (!["none", "lz4", "zlib", "blsc"].every((compression) => existsSync(pathOf(compression)))) {
    mkdirSync(folder, { recursive: true });
    await requireImages(await requirePython());
  }
  if (isTraced) {
    const { drawTimelines } = await import("./timeline/timelines.mjs");
    await drawTimelines();
  } else {
    const { images } = measured("browser/viewer.mjs", [rounds, "drops"]);
    const { dropTable } = await import("./report.mjs");
    console.log(`\n${dropTable(images)}`);
  }
}

await command(
  {
    name: "npm run bench",
    help: "Measures reading and writing beside Python asdf and JavaScript peers, and the viewer beside its parts.",
    positionals: {
      name: "what",
      help: "what is measured, if not everything; its table is only printed",
      choices: ["viewer"],
      max: 1,
    },
    options: {
      rounds: { value: "N", help: "how often each is measured", fallback: "5", whole: true },
      trace: { help: "with `viewer`: draws what each thread does, instead of measuring" },
    },
  },
  ({ positionals: [what], values: { rounds = "5" }, flags }) =>
    what === undefined ? measureAll(rounds) : measureDrops(rounds, flags.has("trace")),
);
