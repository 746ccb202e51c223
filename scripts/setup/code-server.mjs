/**
 * The editor that the tests of the extension for VS Code run in: code-server from npm with the Node that it needs, in
 * target/tools/code-server. What npm would compile for it (terminals, logs, a database) is left out: the tests need none of it.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { announced, attempt, npmCommand, root } from "../command/process.mjs";

const folder = join(root, "target", "tools", "code-server");
const server = join(folder, "node_modules", "code-server");
const VERSION = "4.139.1";
const NODE = "24.21.0";

/** npm's packages of Node are named by the system. */
const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

/** @typedef {{ node: string, entry: string }} CodeServer */

/** How to run it, if it is installed. @returns {CodeServer | undefined} */
export function findCodeServer() {
  const node = join(
    folder,
    "node_modules",
    nodePackage,
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  const entry = join(server, "out", "node", "entry.js");
  return existsSync(join(folder, VERSION)) ? { node, entry } : undefined;
}

/** @param {string} where @param {string[]} args */
async function npmInstall(where, ...args) {
  const { program, args: command } = npmCommand("install", "--ignore-scripts", "--omit=dev", ...args);
  return attempt(program, command, { cwd: where });
}

async function install() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const packages = await npmInstall(folder, `${nodePackage}@${NODE}`, `code-server@${VERSION}`);
  // Its own installer would do this, and compile.
  const inside = packages.code === 0 ? await npmInstall(join(server, "lib", "vscode")) : packages;
  if (inside.code === 0) {
    writeFileSync(join(folder, VERSION), "");
  }
}

/** How to run it, installed first if it is not there; undefined when that is not possible. */
export async function requestCodeServer() {
  if (!findCodeServer()) {
    await announced("Installing code-server", install);
  }
  return findCodeServer();
}
