/**
 * A project of a user, with the packed package installed in it and the tools of `tests/consumers/package.json` above it, where
 * Node finds them.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { attempt, root } from "../../../scripts/command/process.mjs";
import { copyTo, install, pack } from "../../pkg/support/consumer.ts";

// Bundlers take long on a slow machine.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

/** The folder of the tools. */
export const tools = join(root, "tests", "consumers");
const projects = join(tools, "projects");

/** Where npm has installed the package, once for all projects of a test file: each has a copy. */
let installed: Promise<string> | undefined;

const readJson = (path: string): Record<string, unknown> => JSON.parse(readFileSync(path, "utf8"));

/** A server that a tool runs. */
export interface ToolServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** A fresh copy of the project `name`; answers its folder. Each test gives its own `label`. */
export async function project(name: string, label = name): Promise<string> {
  installed ??= pack().then((tarball) => install("shared", tarball));
  const source = await installed;
  const folder = join(tools, "work", label);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyTo(folder, join(projects, name));
  for (const part of ["node_modules", "package-lock.json"]) {
    cpSync(join(source, part), join(folder, part), { recursive: true, verbatimSymlinks: true });
  }
  const manifest = join(folder, "package.json");
  const { dependencies } = readJson(join(source, "package.json"));
  writeFileSync(manifest, JSON.stringify({ ...readJson(manifest), dependencies }));
  return folder;
}

/** Runs a tool in a project's folder, and throws what it printed if it fails; answers its standard output. */
export async function runTool(
  name: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  const { code, stdout, output } = await attempt(command(name), args, { cwd, env });
  if (code !== 0) {
    throw new Error(`${name} ${args.join(" ")} failed in ${cwd}:\n${output}`);
  }
  return stdout;
}

/** Starts a tool that serves until it is stopped; its address is the first that it prints. */
export async function startTool(name: string, args: readonly string[], cwd: string): Promise<ToolServer> {
  const { NODE_ENV: _, ...env } = process.env;
  const child = spawn(command(name), args, { cwd, env: env as NodeJS.ProcessEnv });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (text: string) => {
      output += text;
      const [address] = /http:\/\/[\w.]+:\d+/.exec(output) ?? [];
      if (address) {
        resolve(address);
      }
    };
    child.stdout.setEncoding("utf8").on("data", listen);
    child.stderr.setEncoding("utf8").on("data", listen);
    void ended.then(() => reject(new Error(`${name} ${args.join(" ")} ended:\n${output}`)));
  });
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { url, stop };
}

/** The path of the command of a tool. */
function command(name: string): string {
  return join(tools, "node_modules", ".bin", name);
}
