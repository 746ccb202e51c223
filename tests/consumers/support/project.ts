/**
 * A project of a user, with the packed package installed in it and the tools of `tests/consumers/package.json` above it, where
 * Node finds them.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { attempt, packageCommand, root } from "../../../scripts/command/process.mjs";
import { installIn, pack } from "../../pkg/support/consumer.ts";

/** The folder of the tools. */
export const tools = join(root, "tests", "consumers");
const projects = join(tools, "projects");

let packed: Promise<string> | undefined;

/** A fresh copy of the project `name`; answers its folder. Each test gives its own `label`. */
export async function project(name: string, label = name): Promise<string> {
  packed ??= pack();
  const folder = join(tools, "work", label);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await installIn(folder, join(projects, name), await packed);
  return folder;
}

/**
 * Runs the command of a tool in a project's folder, and throws what it printed if it fails; answers its standard output.
 * `command` is the tool's package, or the package and the command if that has another name.
 */
export async function runTool(
  command: string | readonly [packageName: string, name: string],
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  const [packageName, name] = typeof command === "string" ? [command, command] : command;
  const path = packageCommand(packageName, name, tools);
  const { code, stdout, output } = await attempt(process.execPath, [path, ...args], { cwd, env });
  if (code !== 0) {
    throw new Error(`${name} ${args.join(" ")} failed in ${cwd}:\n${output}`);
  }
  return stdout;
}
