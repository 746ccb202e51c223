/**
 * Runs other programs quietly: collects their output, and shows it only when
 * they fail. A script ends either well or with one sentence that a person can
 * act on (`Problem`), never with a stack trace.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** What went wrong, as one sentence; `output` is what the failing program printed, if that helps. */
export class Problem extends Error {
  /**
   * @param {string} message
   * @param {string} [output]
   */
  constructor(message, output = "") {
    super(message);
    this.output = output;
  }
}

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string>} [env] added to this process's environment
 * @property {string} [cwd] the repository's root unless given
 * @property {(text: string) => void} [onOutput] called with what the program prints, as it prints it
 * @property {boolean} [background] whether it leaves the processor to programs that are not in the background
 */

/**
 * Runs a program to its end, however it ends; a program that does not exist has the exit code `null`.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number | null, stdout: string, output: string }>}
 */
export function attempt(program, args, { env = {}, cwd = root, onOutput, background = false } = {}) {
  return new Promise((resolve) => {
    let stdout = "";
    let output = "";
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (background && child.pid !== undefined) {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    }
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
      output += text;
      onOutput?.(text);
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      output += text;
      onOutput?.(text);
    });
    child.on("error", (error) => resolve({ code: null, stdout, output: `${output}${error.message}\n` }));
    child.on("close", (code) => resolve({ code: code ?? 1, stdout, output }));
  });
}

/**
 * Runs a program that has to succeed; resolves to what it wrote to its standard output.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions & { problem: string }} options `problem`: the sentence to end with if it fails
 */
export async function run(program, args, { problem, ...options }) {
  const { code, stdout, output } = await attempt(program, args, options);
  if (code !== 0) {
    throw new Problem(problem, output);
  }
  return stdout;
}

/**
 * The path of the module that is the command `name` of an installed npm package.
 *
 * @param {string} packageName
 * @param {string} [name]
 * @param {string} [folder] where the package is installed
 */
export function packageCommand(packageName, name = packageName, folder = root) {
  const manifest = join(folder, "node_modules", packageName, "package.json");
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(dirname(manifest), typeof bin === "string" ? bin : bin[name]);
}

/**
 * How to run npm: the one that runs this script, or the one on the PATH.
 *
 * @param {string[]} args
 */
export function npmCommand(...args) {
  const npm = process.env["npm_execpath"];
  return npm ? { program: process.execPath, args: [npm, ...args] } : { program: "npm", args };
}

/**
 * Awaits `work`; prints `text` when that takes longer than a moment.
 *
 * @template T
 * @param {string} text
 * @param {() => Promise<T>} work
 */
export async function announced(text, work) {
  const timer = setTimeout(() => console.log(`${text} …`), 800);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The body of a script: runs it, and ends the process with the problem's sentence if there is one.
 *
 * @param {() => Promise<void>} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof Problem)) {
      throw error;
    }
    if (error.output) {
      console.error(error.output.trimEnd());
    }
    console.error(error.message);
    process.exitCode = 1;
  }
}
