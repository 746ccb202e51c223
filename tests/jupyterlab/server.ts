/** A `jupyter lab` of the stage's environment, as behind a hub: under a base URL, with a token, on a folder of its own. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { vi } from "vitest";

const bin = process.env["PYTHON_BIN"] ?? "";
const TOKEN = "a-token-of-the-tests";

/** Runs a program of Python and answers what it prints. */
export async function python(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(join(bin, "python"), args);
  return stdout.trim();
}

export class JupyterLab {
  /** The folder whose files are shown. */
  readonly files: string;
  readonly #home = mkdtempSync(join(tmpdir(), "asdf-jupyter-"));
  readonly #process: ChildProcess;
  #said = "";
  #url = "";

  private constructor(program: string) {
    this.files = mkdtempSync(join(tmpdir(), "asdf-lab-"));
    const options = [
      "--no-browser",
      "--allow-root",
      "--ip=127.0.0.1",
      "--port=0",
      "--ServerApp.base_url=/user/ada/",
      `--IdentityProvider.token=${TOKEN}`,
      `--ServerApp.root_dir=${this.files}`,
      // Neither asks another server whether there is news.
      "--LabApp.news_url=None",
      "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ];
    const home = Object.fromEntries(
      [
        ["JUPYTER_CONFIG_DIR", "config"],
        ["JUPYTER_DATA_DIR", "data"],
        ["JUPYTER_RUNTIME_DIR", "runtime"],
        ["JUPYTERLAB_SETTINGS_DIR", "settings"],
        ["JUPYTERLAB_WORKSPACES_DIR", "workspaces"],
      ].map(([name, folder]) => [name, join(this.#home, folder ?? "")]),
    );
    this.#process = spawn(join(bin, program), options, {
      env: { ...process.env, ...home },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        this.#said += text;
      });
    }
  }

  /** Starts JupyterLab, or another program with its server, in which the stage has installed the built wheel. */
  static async start(program = "jupyter-lab"): Promise<JupyterLab> {
    const lab = new JupyterLab(program);
    try {
      await vi.waitFor(() => lab.#answers(), { timeout: 120_000, interval: 200 });
    } catch (cause) {
      await lab.stop();
      throw new Error(`JupyterLab does not start: ${lab.#said}`, { cause });
    }
    return lab;
  }

  /** Throws while the server does not answer. */
  async #answers(): Promise<void> {
    const runtime = join(this.#home, "runtime");
    const file = readdirSync(runtime).find((name) => /^jpserver-\d+\.json$/.test(name)) ?? "";
    this.#url = JSON.parse(readFileSync(join(runtime, file), "utf8")).url;
    const { ok } = await fetch(`${this.#url}api`);
    if (!ok) {
      throw new Error("it refuses");
    }
  }

  /** What it has printed, which is its log. */
  get said(): string {
    return this.#said;
  }

  /** An address of JupyterLab, such as `lab/tree/a.asdf`. */
  address(path: string): string {
    const url = new URL(path, this.#url);
    url.searchParams.set("token", TOKEN);
    return url.href;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null) {
      const ended = new Promise((resolve) => this.#process.once("exit", resolve));
      this.#process.kill("SIGKILL");
      await ended;
    }
    for (const folder of [this.files, this.#home]) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
