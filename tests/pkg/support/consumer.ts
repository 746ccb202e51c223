/**
 * A consumer as a stranger would have it: a folder outside of this repository
 * with its few files, a real ASDF file, and the packed package installed in it.
 */
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { attempt, npmCommand, root, run } from "../../../scripts/command/process.mjs";

const consumers = join(root, "tests", "pkg", "consumers");
const fixture = "roman/roman_l2_192.asdf";

const folders: string[] = [];

/** A new folder, which is removed after the tests of the file that imports this. */
function temporary(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `asdf-wasm-${name}-`));
  folders.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

function runNpm(words: string[], cwd: string): Promise<string> {
  const { program, args } = npmCommand(...words);
  return run(program, args, { cwd, problem: `npm ${words[0]} failed` });
}

/** Packs `pkg/` as `npm publish` would; answers the tarball's path. */
export async function pack(): Promise<string> {
  const folder = temporary("pack");
  const name = await runNpm(["pack", join(root, "pkg"), "--silent", "--pack-destination", folder], folder);
  return join(folder, name.trim());
}

/**
 * A fresh copy of the consumer `name` with the packed package installed, in addition to the packages that its own package.json names, if it
 * has one; answers its folder.
 */
export async function install(name: string, tarball: string): Promise<string> {
  const folder = temporary(name);
  copyTo(folder, join(consumers, name));
  await runNpm(["install", "--offline", "--silent", tarball], folder);
  return folder;
}

/** Copies a consumer to a folder, with what every consumer has: a real file, the scripts of `shared`, and a package.json. */
export function copyTo(folder: string, consumer: string): void {
  cpSync(consumer, folder, { recursive: true });
  cpSync(join(consumers, "shared"), folder, { recursive: true });
  copyFileSync(join(root, "tests", "data", fixture), join(folder, "roman.asdf"));
  if (!existsSync(join(folder, "package.json"))) {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  }
}

/** What a consumer has to say, from the table of right answers. */
export function expected(): { shape: number[]; dtype: string; sha256: string } {
  const table = readFileSync(join(root, "tests", "data", "arrays.tsv"), "utf8");
  const row = table.split("\n").find((line) => line.startsWith(`${fixture}\troman/data\t`));
  const [, , , , shape = "", sha256 = ""] = row?.split("\t") ?? [];
  return { shape: JSON.parse(shape), dtype: "float32", sha256 };
}

/** Runs a program of this Node in a consumer's folder; answers its exit code and all that it printed. */
export function runNode(args: string[], cwd: string): Promise<{ code: number | null; output: string }> {
  return attempt(process.execPath, args, { cwd });
}
