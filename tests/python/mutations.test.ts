/**
 * Whole files, mutated, beside Python asdf: where both read a scalar or an array, they read the same. Where only one of them reads it,
 * that is counted by the reason. Only `npm run mutations` does it; a case follows from its number.
 */
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/command/process.mjs";
import { Random } from "../support/random.ts";
import { mutated } from "./mutate.ts";
import { PythonReader } from "./python.ts";
import { type Leaf, type Reading, readFile } from "./reading.ts";

const { MUTATIONS_PYTHON, MUTATIONS_MINUTES = "1", MUTATIONS_SEED = "1", MUTATIONS_CASE } = process.env;
/** The size of the largest file that is mutated, in bytes. */
const LARGEST = 50_000;
/** How many cases a seed has before those of the next one. */
const CASES = 10_000_000;
const data = join(root, "tests", "data");

/**
 * The files with `#ASDF 1.0.0`, which alone Python asdf reads, but for those that were made to be refused; without their block index,
 * which Python trusts even where it is wrong.
 */
function originals(): readonly { readonly name: string; readonly bytes: Buffer }[] {
  const names = readdirSync(data, { recursive: true, encoding: "utf8" }).sort();
  return names
    .filter((name) => name.endsWith(".asdf") && !name.startsWith("hostile"))
    .map((name) => ({ name, bytes: withoutIndex(readFileSync(join(data, name))) }))
    .filter(({ bytes }) => bytes.length <= LARGEST && bytes.indexOf("#ASDF 1.0.0") === 0);
}

function withoutIndex(bytes: Buffer): Buffer {
  const index = bytes.indexOf("#ASDF BLOCK INDEX");
  return index < 0 ? bytes : bytes.subarray(0, index);
}

class Tally {
  readonly counts = new Map<string, { count: number; first: string }>();

  add(what: string, where: string): void {
    const known = this.counts.get(what);
    this.counts.set(what, { count: (known?.count ?? 0) + 1, first: known?.first ?? where });
  }

  /** The most frequent first. */
  lines(): string[] {
    const sorted = [...this.counts].sort(([, a], [, b]) => b.count - a.count);
    return sorted.map(([what, { count, first }]) => `${count} ${what} (first: ${first})`);
  }
}

/** Compares two readings of a file; returns what both read and is not the same. */
function compare(ours: Reading, python: Reading, where: string, tally: Tally): string[] {
  if (ours.leaves === undefined || python.leaves === undefined) {
    const by = (reading: Reading) =>
      reading.error === undefined ? "opened" : (reading.error.split(":")[0] ?? "");
    tally.add(`files: asdf-wasm ${by(ours)}, Python ${by(python)}`, where);
    return [];
  }
  tally.add("files: opened by both", where);
  const differences: string[] = [];
  for (const [path, leaf] of Object.entries(ours.leaves)) {
    const other = python.leaves[path];
    if (other === undefined) {
      continue;
    }
    const readable = [leaf, other].every((one) => Array.isArray(one));
    if (readable || typeof leaf === "string") {
      if (readable) {
        tally.add("arrays: read by both", where);
      }
      if (!isSame(leaf, other)) {
        differences.push(`${path}: asdf-wasm ${JSON.stringify(leaf)}, Python ${JSON.stringify(other)}`);
      }
    } else {
      tally.add(`arrays: asdf-wasm ${stateOf(leaf)}, Python ${stateOf(other)}`, where);
    }
  }
  return differences;
}

/** What Python makes of a tree that is missing, null, or only a tag. */
const EMPTY: readonly unknown[] = ["null", "map []", "text "];

/** But for empty trees, and characters that Unicode does not have, which are replaced here. */
function isSame(leaf: Leaf, other: Leaf): boolean {
  const text = JSON.stringify(leaf);
  const isEmpty = EMPTY.includes(leaf) && EMPTY.includes(other);
  return isEmpty || text === JSON.stringify(other) || text.includes("\u{fffd}");
}

function stateOf(leaf: Leaf): string {
  return typeof leaf === "string" ? leaf : "code" in leaf ? leaf.code : "read";
}

const isWanted = MUTATIONS_PYTHON !== undefined;
const timeout = 60_000 + 60_000 * Number(MUTATIONS_MINUTES);

test.runIf(isWanted)("mutated files, beside Python asdf", { timeout }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "asdf-wasm-mutations-"));
  const python = new PythonReader(MUTATIONS_PYTHON ?? "");
  const files = originals();
  const tally = new Tally();
  const differences: string[] = [];
  const end = performance.now() + 60_000 * Number(MUTATIONS_MINUTES);
  const only = MUTATIONS_CASE === undefined ? undefined : Number(MUTATIONS_CASE);
  try {
    let number = only ?? CASES * Number(MUTATIONS_SEED);
    do {
      const random = new Random(number);
      const { name, bytes } = random.pick(files);
      const path = join(folder, "mutated.asdf");
      const file = mutated(bytes, random);
      await writeFile(path, file);
      const where = `case ${number}, ${name}`;
      const [ours, theirs] = await Promise.all([readFile(new Uint8Array(file)), python.read(path)]);
      differences.push(...compare(ours, theirs, where, tally).map((text) => `${where}: ${text}`));
      if (only !== undefined) {
        console.log(file.toString("latin1"), ours, theirs);
      }
      number++;
    } while (only === undefined && performance.now() < end);
  } finally {
    python.close();
    await rm(folder, { recursive: true });
    console.log(tally.lines().join("\n"));
  }
  console.log(differences.slice(0, 100).join("\n"));
  expect(differences).toHaveLength(0);
});
