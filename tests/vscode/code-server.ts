/** The real editor in Chromium: code-server with the built extension, on a folder of the test's. */
import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, FrameLocator, Locator, Page } from "playwright-core";
import { vi } from "vitest";
import { run } from "../../scripts/command/process.mjs";
import { launchTestBrowser } from "../../scripts/setup/browser.mjs";
import { type CodeServer, findCodeServer } from "../../scripts/setup/code-server.mjs";

/** Nothing is shown, asked for or looked up but what the tests are about. */
const SETTINGS = {
  "asdfViewer.colormap": "viridis",
  "asdfViewer.stretch": "sqrt",
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  "files.autoSave": "off",
  "git.enabled": false,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "window.confirmBeforeClose": "never",
  "workbench.colorTheme": "Default Dark Modern",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
};

export class Editor {
  /** The folder that is open. */
  readonly folder: string;
  readonly #home: string;
  readonly #process: ChildProcess;
  readonly #browser: Browser;
  readonly #address: string;

  private constructor(home: string, process: ChildProcess, browser: Browser, address: string) {
    [this.#home, this.#process, this.#browser, this.#address] = [home, process, browser, address];
    this.folder = join(home, "work");
  }

  static async start(vsix: string): Promise<Editor> {
    const found = findCodeServer();
    if (!found) {
      throw new Error("code-server is not installed: `npm test -- vscode` does that");
    }
    const home = mkdtempSync(join(tmpdir(), "asdf-vscode-"));
    const data = join(home, "data");
    for (const folder of [join(data, "User"), join(home, "work"), join(home, "extensions")]) {
      mkdirSync(folder, { recursive: true });
    }
    writeFileSync(join(data, "User", "settings.json"), JSON.stringify(SETTINGS));
    const common = ["--user-data-dir", data, "--extensions-dir", join(home, "extensions")];
    const env = { HOME: home, XDG_CONFIG_HOME: join(home, "config"), XDG_DATA_HOME: join(home, "share") };
    await run(found.node, [found.entry, ...common, "--install-extension", vsix], {
      env,
      problem: "code-server does not install the extension.",
    });
    const { process, address } = await served(found, common, env, join(home, "work"));
    return new Editor(home, process, await launchTestBrowser(), address);
  }

  /** Opens the editor in a browser, and waits until it knows the extension. */
  async open(): Promise<Page> {
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(90_000);
    const page = await context.newPage();
    await page.addInitScript(countBytes);
    await page.goto(`${this.#address}/?folder=${encodeURIComponent(this.folder)}`);
    await page.locator(".monaco-workbench").waitFor();
    await this.#known(page);
    return page;
  }

  /** Until extensions are known, the editor opens any file as text. */
  async #known(page: Page): Promise<void> {
    const command = page.locator(".quick-input-list-entry", { hasText: "ASDF: Open Address" });
    const isKnown = async () => {
      await type(page, ">ASDF: Open Address");
      const found = command.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
      const isThere = await found;
      await page.keyboard.press("Escape");
      return isThere;
    };
    await vi.waitUntil(isKnown, { timeout: 120_000 });
  }

  /** Opens a file of the folder by the explorer; returns its view. */
  async show(page: Page, name: string): Promise<FrameLocator> {
    await page.getByRole("treeitem", { name }).dblclick();
    return view(page);
  }

  /** Opens a file of the folder by its menu; returns its view. A menu takes no click in its first moments. */
  async showByMenu(page: Page, name: string, title: string): Promise<FrameLocator> {
    await page.getByRole("treeitem", { name }).click({ button: "right" });
    const entry = page.getByRole("menuitem", { name: title });
    const isTaken = () =>
      entry
        .click({ timeout: 2000 })
        .then(() => entry.waitFor({ state: "hidden", timeout: 1000 }))
        .then(
          () => true,
          () => entry.isHidden(),
        );
    await vi.waitUntil(isTaken, { timeout: 60_000 });
    await page.locator(".tab.active", { hasText: name }).waitFor();
    return view(page);
  }

  /** What is kept for a restart. */
  backups(): string[] {
    return textsIn(join(this.#home, "data", "User", "workspaceStorage"));
  }

  /** All that the editor has written, as logs, states and backups. */
  written(): string[] {
    return textsIn(join(this.#home, "data"));
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    const ended = new Promise((done) => this.#process.once("exit", done));
    // Its children are in its group.
    if (this.#process.pid !== undefined && this.#process.exitCode === null) {
      globalThis.process.kill(-this.#process.pid, "SIGTERM");
      await ended;
    }
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function textsIn(folder: string): string[] {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  return files
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), "latin1"));
}

/** The viewer in the editor that is shown. */
export function view(page: Page): FrameLocator {
  return page.frameLocator("iframe.webview.ready >> visible=true").frameLocator("iframe#active-frame");
}

export function row(frame: FrameLocator, key: string): Locator {
  return frame
    .locator('[role="treeitem"]')
    .filter({ has: frame.locator(".key", { hasText: new RegExp(`^${key}$`) }) });
}

/**
 * Runs in each frame: counts the bytes of the file that its viewer was given before the tree was there. The editor writes the page of a webview anew, without
 * the listeners that it had: the count begins when the page listens.
 */
function countBytes(): void {
  let bytes = 0;
  const count = ({ data }: MessageEvent) => {
    const rows = document.querySelector("asdf-viewer")?.shadowRoot?.querySelector("[role=treeitem]");
    if (data?.is === "bytes" && !rows) {
      bytes += data.bytes.byteLength;
      Object.assign(globalThis, { bytesGiven: bytes });
    }
  };
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type: string, ...rest: [never]) {
    if (type === "message" && this === globalThis) {
      listen.call(this, type, count as EventListener);
    }
    listen.call(this, type, ...rest);
  };
}

/** The bytes of the file that the viewer was given before the tree was there. */
export async function bytesGiven(frame: FrameLocator): Promise<number> {
  return frame.locator("body").evaluate(() => Number(Reflect.get(globalThis, "bytesGiven")));
}

/** Runs a command by its title. */
export async function command(page: Page, title: string): Promise<void> {
  await type(page, `>${title}`);
  await page.locator(".quick-input-list-entry", { hasText: title }).first().click();
}

/** Opens a file of the folder by its name, by keys alone. */
export async function quickOpen(page: Page, name: string): Promise<void> {
  await type(page, name);
  await page.locator(".quick-input-list-entry", { hasText: name }).first().waitFor();
  await page.keyboard.press("Enter");
}

/** Types into the palette of commands. Its key is lost while the focus goes from a frame to the editor, or the palette still closes. */
async function type(page: Page, text: string): Promise<void> {
  const input = page.locator(".quick-input-widget input");
  const isTyped = async () => {
    await page.keyboard.press("F1");
    return input.fill(text, { timeout: 2000 }).then(
      () => true,
      () => false,
    );
  };
  await vi.waitUntil(isTyped, { timeout: 120_000 });
}

async function served(
  { node, entry }: CodeServer,
  common: readonly string[],
  env: Readonly<Record<string, string>>,
  folder: string,
): Promise<{ process: ChildProcess; address: string }> {
  const quiet = ["--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"];
  const args = [entry, ...common, "--auth", "none", "--bind-addr", "127.0.0.1:0", ...quiet, folder];
  const child = spawn(node, args, { env: { ...process.env, ...env }, detached: true, stdio: "pipe" });
  let said = "";
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (text) => {
      said += text;
    });
    child.stdout.on("data", (text) => {
      said += text;
      const found = /HTTP server listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];
      if (found) {
        resolve(found);
      }
    });
    child.once("exit", () => reject(new Error(`code-server ended: ${said}`)));
  });
  return { process: child, address };
}
