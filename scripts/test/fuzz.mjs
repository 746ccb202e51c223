/**
 * `npm run fuzz -- --hours 8` goes on with the fuzzing campaign: the target that ran for the shortest time comes first, in
 * turns of a few minutes, until the time is over. `npm run fuzz -- zstd tree --seconds 600` runs the named targets once,
 * each for that time. Both begin with the fixtures and the corpus of earlier runs, and add to the record in
 * `fuzz/campaign.json`. Inputs that reach new code are kept in `tests/data/corpus`, one file per target, which `npm test`
 * replays. A failing input is printed and kept in `fuzz/artifacts`; the campaign goes on with the other targets.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { command } from "../command/command.mjs";
import { attempt, Problem, root, run } from "../command/process.mjs";
import { addToRecord, readRecord, replaceFile, totals } from "./fuzz-record.mjs";
import { seeds } from "./fuzz-seeds.mjs";

const corpus = join(root, "fuzz", "corpus");
const artifacts = join(root, "fuzz", "artifacts");
const packed = join(root, "tests", "data", "corpus");
/** The size of the kept corpus of one target, in bytes. */
const KEPT = 40_000;
/** How long a target runs before the next one has its turn, in seconds. */
const TURN = 300;
/** The longest inputs, in bytes: files have several parts, those of FITS in records of 2880 bytes; longer streams only take longer. */
const LENGTHS = { file: 16_000, arrival: 16_000, fits: 9000 };
const LENGTH = 4096;

/**
 * The inputs of a packed corpus: each is a length of four bytes, little-endian, and that many bytes.
 *
 * @param {Uint8Array} bytes
 */
function* unpack(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + view.getUint32(at, true);
    yield bytes.subarray(at + 4, end);
    at = end;
  }
}

/** @param {readonly Uint8Array[]} inputs */
function pack(inputs) {
  return Buffer.concat(
    inputs.flatMap((input) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(input.length);
      return [length, input];
    }),
  );
}

/** @param {string} target */
function kept(target) {
  try {
    return [...unpack(readFileSync(join(packed, `${target}.bin`)))];
  } catch {
    return [];
  }
}

/** Builds the targets, and returns the program that has all of them. */
async function build() {
  // The decoders have no unsafe code that a sanitizer would look at, and run several times as fast without. Reporting every
  // comparison takes half of the time; the words and numbers that it would find are in the seeds.
  const args = ["+nightly", "fuzz", "build", "--release", "--sanitizer", "none", "--no-trace-compares"];
  await run("cargo", args, {
    problem: "The targets do not build: cargo-fuzz and a nightly toolchain are needed.",
  });
  const output = await run("rustc", ["+nightly", "-vV"], { problem: "A nightly toolchain is needed." });
  const host = /^host: (.*)/m.exec(output)?.[1] ?? "";
  return join(root, "fuzz", "target", host, "release", "door");
}

/**
 * Runs a target for some time, and keeps what it finds. Returns whether nothing failed.
 *
 * @param {string} program
 * @param {string} target
 * @param {number} seconds
 * @param {string} commit
 */
async function fuzz(program, target, seconds, commit) {
  const folder = join(corpus, target);
  const failures = join(artifacts, target);
  mkdirSync(folder, { recursive: true });
  mkdirSync(failures, { recursive: true });
  for (const input of [...seeds(target), ...kept(target)]) {
    writeFileSync(join(folder, createHash("sha1").update(input).digest("hex")), input);
  }
  const known = readdirSync(failures).length;
  const length = /** @type {Record<string, number>} */ (LENGTHS)[target] ?? LENGTH;
  const limits = ["-rss_limit_mb=1024", "-timeout=10", `-max_len=${length}`, `-max_total_time=${seconds}`];
  const options = { env: { DOOR: target }, background: true };
  const began = Date.now();
  // Nobody else adds to the folder, and counting how rare each edge is takes longer than many an execution.
  const quick = ["-reload=0", "-entropic=0", "-detect_leaks=0"];
  const args = [folder, ...limits, ...quick, "-print_final_stats=1", `-artifact_prefix=${failures}/`];
  const { code, output } = await attempt(program, args, options);
  const executions = Number(/^stat::number_of_executed_units:\s*(\d+)/m.exec(output)?.[1] ?? 0);
  if (executions === 0) {
    throw new Problem(`The target ${target} did not run.`, output.split("\n").slice(-80).join("\n"));
  }
  const findings = readdirSync(failures).length - known;
  const took = Math.round((Date.now() - began) / 1000);
  addToRecord({ target, commit, executions, seconds: took, findings });
  const count = await minimise(program, target, length);
  console.log(`${target.padEnd(10)} ${executions} executions in ${took} s; ${count} inputs kept`);
  if (code !== 0) {
    console.error(output.split("\n").slice(-60).join("\n"));
    console.error(`${target.padEnd(10)} FAILED: the input is in fuzz/artifacts/${target}`);
  }
  return code === 0;
}

/**
 * Leaves the inputs of a corpus that reach different code, and packs the shortest of them. Returns how many those are.
 *
 * @param {string} program
 * @param {string} target
 * @param {number} length of the longest input
 */
async function minimise(program, target, length) {
  const folder = join(corpus, target);
  const merged = `${folder}-merged`;
  rmSync(merged, { recursive: true, force: true });
  mkdirSync(merged);
  const args = ["-merge=1", `-max_len=${length}`, "-timeout=10", merged, folder];
  const { code } = await attempt(program, args, { env: { DOOR: target }, background: true });
  if (code === 0) {
    rmSync(folder, { recursive: true });
    renameSync(merged, folder);
  }
  const inputs = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  // The shortest inputs are quick to replay.
  inputs.sort((a, b) => a.length - b.length || a.compare(b));
  let size = 0;
  const chosen = inputs.filter((input) => {
    size += input.length;
    return size <= KEPT;
  });
  mkdirSync(packed, { recursive: true });
  replaceFile(join(packed, `${target}.bin`), pack(chosen));
  return chosen.length;
}

const doors = readFileSync(join(root, "fuzz", "src", "lib.rs"), "utf8");
const targets = [...doors.matchAll(/^ {4}\("(\w+)", /gm)].map(([, name = ""]) => name);

/**
 * Runs the targets in turns until `end`: the one that has run for the shortest time comes first. Returns those that failed.
 *
 * @param {{ program: string, commit: string, jobs: number, turn: number, chosen: readonly string[] }} plan
 * @param {number} end
 */
async function campaign({ program, commit, jobs, turn, chosen }, end) {
  /** @type {Set<string>} */
  const running = new Set();
  /** @type {Set<string>} */
  const failed = new Set();
  const next = () => {
    const done = totals(readRecord());
    const seconds = (/** @type {string} */ target) => done.get(target)?.seconds ?? 0;
    const free = chosen.filter((target) => !running.has(target) && !failed.has(target));
    return free.sort((a, b) => seconds(a) - seconds(b))[0];
  };
  const work = async () => {
    for (let target = next(); target !== undefined && Date.now() < end; target = next()) {
      running.add(target);
      const left = Math.ceil((end - Date.now()) / 1000);
      if (!(await fuzz(program, target, Math.min(turn, left), commit))) {
        failed.add(target);
      }
      running.delete(target);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return failed;
}

await command(
  {
    name: "npm run fuzz",
    help: "Fuzzes everything that a file's bytes reach, and keeps new inputs for `npm test` to replay.",
    positionals: { name: "target", help: "fuzz only these", choices: targets },
    options: {
      hours: { value: "N", help: "goes on with the campaign for so long, the targets in turns", whole: true },
      seconds: {
        value: "N",
        help: "without hours: how long each target runs, once",
        fallback: "600",
        whole: true,
      },
      jobs: {
        value: "N",
        help: "how many targets run at the same time",
        fallback: `${availableParallelism()}`,
        whole: true,
      },
    },
  },
  async ({ positionals, values }) => {
    const program = await build();
    const description = ["describe", "--always", "--exclude=*", "--abbrev=10"];
    const head = await run("git", description, { problem: "Fuzzing needs a clone." });
    const code = ["src", "fuzz/src", "fuzz/Cargo.lock"];
    const { code: changed } = await attempt("git", ["diff", "--quiet", "HEAD", "--", ...code]);
    const commit = `${head.trim()}${changed === 0 ? "" : "+"}`;
    const chosen = positionals.length > 0 ? positionals : targets;
    const plan = { program, commit, jobs: Number(values["jobs"]), turn: TURN, chosen };
    const failed = new Set();
    if (values["hours"] === undefined) {
      const seconds = Number(values["seconds"]);
      for (const target of chosen) {
        if (!(await fuzz(program, target, seconds, plan.commit))) {
          failed.add(target);
        }
      }
    } else {
      const end = Date.now() + Number(values["hours"]) * 3_600_000;
      for (const target of await campaign(plan, end)) {
        failed.add(target);
      }
    }
    if (failed.size > 0) {
      throw new Problem(`These targets failed: ${[...failed].join(", ")}.`);
    }
  },
);
