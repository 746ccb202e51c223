/** Runs the built command, as a user does. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";

export const root = join(import.meta.dirname, "../..");
export const command = join(root, "pkg/bin/asdf-wasm.js");
export const roman = join(root, "tests/data/roman/roman_l2_192.asdf");

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly bytes: Buffer;
  readonly err: string;
}

/** Starts it without waiting. */
export function started(
  args: readonly string[],
  { input = false, env = {} }: { readonly input?: boolean; readonly env?: NodeJS.ProcessEnv } = {},
): ChildProcess {
  return spawn(process.execPath, [command, ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: "", FORCE_COLOR: undefined, ASDF_WASM_CONFIG: "", ...env },
    stdio: [input ? "pipe" : "ignore", "pipe", "pipe"],
  });
}

export function ended(child: ChildProcess): Promise<Ended> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on("data", (chunk) => out.push(chunk));
  child.stderr?.on("data", (chunk) => err.push(chunk));
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => {
      const bytes = Buffer.concat(out);
      done({ code, bytes, out: bytes.toString(), err: Buffer.concat(err).toString() });
    });
  });
}

export function run(...args: readonly string[]): Promise<Ended> {
  return ended(started(args));
}

/** What it prints as JSON. */
export async function json(...args: readonly string[]) {
  const { out, err } = await run(...args, "--json");
  return JSON.parse(out || err);
}

/** A folder for the tests of a file, removed after them; a function that gives paths in it. */
export function scratch(): (name: string) => string {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "asdf-cli-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (name) => join(folder, name);
}
