/** Python asdf in a process of its own, which is started again when it takes too long or ends. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import type { Reading } from "./reading.ts";

/** In which a file must be read, in milliseconds. */
const DEADLINE = 20_000;

export class PythonReader {
  readonly #python: string;
  #process: ChildProcess | undefined;
  #lines: Interface | undefined;

  /** `python`: a Python with the packages of tests/data/requirements.txt. */
  constructor(python: string) {
    this.#python = python;
  }

  async read(path: string): Promise<Reading> {
    const { stdin, lines } = this.#start();
    const answer = new Promise<string | undefined>((resolve) => {
      const timer = setTimeout(resolve, DEADLINE, undefined);
      const end = (line?: string) => {
        clearTimeout(timer);
        lines.off("line", end);
        lines.off("close", end);
        resolve(line);
      };
      lines.once("line", end);
      lines.once("close", end);
    });
    stdin.write(`${path}\n`);
    const line = await answer;
    if (line === undefined) {
      this.close();
      return { error: "no answer" };
    }
    return JSON.parse(line);
  }

  close(): void {
    this.#process?.kill("SIGKILL");
    this.#process = undefined;
    this.#lines = undefined;
  }

  #start() {
    if (!this.#process?.stdin || !this.#lines) {
      const script = join(import.meta.dirname, "reader.py");
      const child = spawn(this.#python, ["-X", "utf8", script], { stdio: ["pipe", "pipe", "inherit"] });
      // Its end is seen by the lines that end.
      child.stdin.on("error", () => {});
      this.#process = child;
      this.#lines = createInterface({ input: child.stdout });
      return { stdin: child.stdin, lines: this.#lines };
    }
    return { stdin: this.#process.stdin, lines: this.#lines };
  }
}
