/**
 * Python asdf, the reference implementation: it writes the files to be read, and is measured itself.
 *
 * A virtual environment is made on demand beside the files; ASDF_PYTHON names a Python that has
 * what benches/python/requirements.txt lists already.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { announced, attempt } from "../../scripts/command/process.mjs";

/** The ignored folder of everything that is made on demand. */
export const folder = fileURLToPath(new URL("../data/", import.meta.url));
const requirements = fileURLToPath(new URL("./requirements.txt", import.meta.url));
const probe = "import asdf, asdf_compression, astropy, blosc, blosc2, h5py, lz4, numpy, zstandard";

/** A Python that has the packages, installed first if need be; undefined, after saying why, if there is none. */
export async function requirePython() {
  const named = process.env["ASDF_PYTHON"];
  if (named) {
    return (await works(named))
      ? named
      : without(`${named} lacks packages of benches/python/requirements.txt`);
  }
  const environment = join(folder, "venv");
  const windows = process.platform === "win32";
  const python = join(environment, ...(windows ? ["Scripts", "python.exe"] : ["bin", "python"]));
  if (!existsSync(python) || !(await works(python))) {
    for (const base of ["python3", "python"]) {
      if ((await attempt(base, ["-m", "venv", environment])).code === 0) {
        break;
      }
    }
    await announced("Installing Python asdf", () =>
      attempt(python, ["-m", "pip", "install", "--quiet", "-r", requirements]),
    );
  }
  return (await works(python)) ? python : without("no Python ≥ 3.11 with venv and pip was found");
}

/** @param {string} python */
async function works(python) {
  return (await attempt(python, ["-c", probe])).code === 0;
}

/** @param {string} reason */
function without(reason) {
  console.log(
    `Python asdf is not measured: ${reason}. Install Python, or set ASDF_PYTHON to one that has the packages.`,
  );
  return undefined;
}

/** Python asdf in a process of its own, measuring when asked. */
export class PythonAsdf {
  #child;
  #lines;

  /** @param {string} python */
  constructor(python) {
    const script = fileURLToPath(new URL("./measure.py", import.meta.url));
    this.#child = spawn(python, [script], { stdio: ["pipe", "pipe", "inherit"] });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** What it is. Ask first, and once. */
  async versions() {
    return this.#line();
  }

  /**
   * Milliseconds to read the array of a file.
   *
   * @param {"path" | "memory"} kind
   * @param {string} path
   */
  async read(kind, path) {
    this.#child.stdin.write(`${kind} ${path}\n`);
    return Number(await this.#line());
  }

  /**
   * Milliseconds to write a file of the image that is in `raw`, and how many bytes it has.
   *
   * @param {"write" | "write-memory"} kind
   * @param {string} compression
   * @param {string} raw
   */
  async write(kind, compression, raw) {
    this.#child.stdin.write(`${kind} ${compression} ${raw}\n`);
    const [time = Number.NaN, size = Number.NaN] = (await this.#line()).split(" ").map(Number);
    return { time, size };
  }

  close() {
    this.#child.stdin.end();
  }

  async #line() {
    const { value, done } = await this.#lines.next();
    if (done) {
      throw new Error("benches/python/measure.py ended early");
    }
    return String(value);
  }
}
