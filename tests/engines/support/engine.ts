/**
 * A browser engine under its own driver: Chromium, Firefox, WebKit. Each session is a browser with a fresh profile. What
 * a person sets in the system (larger text, no motion, colours of their own) is set where the engine takes it from.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { flags, pagesOnProcessor } from "../../../scripts/setup/browser.mjs";
import {
  requireChromiumDriver,
  requireFirefox,
  requireWebkit,
  startDisplay,
  webkitEnvironment,
} from "../../../scripts/setup/engines.mjs";
import { freePort } from "../../support/port.ts";
import { Tab, WAIT } from "./tab.ts";
import { isReady, Session } from "./webdriver.ts";

export const ENGINES = ["Chromium", "Firefox", "WebKit"] as const;
export type EngineName = (typeof ENGINES)[number];

/** A person's settings: everything twice as large, no motion, and forced colours where the engine has them. */
export type Settings = "usual" | "eased";

/** How a session begins: capabilities of the driver, and the environment in which the driver runs. */
interface Start {
  readonly driver: readonly string[];
  readonly environment: Record<string, string>;
  readonly capabilities: object;
}

export class Engine {
  readonly name: EngineName;
  /** Where downloads go. */
  readonly folder: string;
  readonly #start: (settings: Settings, port: number) => Start;
  readonly #processes: ChildProcess[] = [];
  readonly #tabs = new Set<Tab>();

  private constructor(name: EngineName, folder: string, start: (settings: Settings, port: number) => Start) {
    this.name = name;
    this.folder = folder;
    this.#start = start;
  }

  static async launch(name: EngineName): Promise<Engine> {
    const folder = mkdtempSync(join(tmpdir(), "asdf-engine-"));
    if (name === "Chromium") {
      return new Engine(name, folder, chromium(await requireChromiumDriver(), folder));
    }
    if (name === "Firefox") {
      return new Engine(name, folder, firefox(await requireFirefox(), folder));
    }
    const { display: server, ...programs } = await requireWebkit();
    const display = await startDisplay(server);
    const engine = new Engine(name, folder, webkit(programs, folder, display.name));
    engine.#processes.push(display.process);
    return engine;
  }

  /** A browser with a fresh profile. */
  async open(settings: Settings = "usual"): Promise<Tab> {
    const port = await freePort();
    const { driver, environment, capabilities } = this.#start(settings, port);
    const [program = "", ...args] = driver;
    const process_ = spawn(program, args, { env: { ...process.env, ...environment }, stdio: "ignore" });
    this.#processes.unshift(process_);
    const address = `http://127.0.0.1:${port}`;
    await vi.waitUntil(() => isReady(address), WAIT);
    const tab = new Tab(await Session.start(address, capabilities), settings === "eased" ? 2 : 1);
    this.#tabs.add(tab);
    await tab.session.post("timeouts", { script: 240_000 });
    if (this.name === "Chromium") {
      // Without windows it refuses downloads until it is told otherwise.
      const params = { behavior: "allow", downloadPath: this.folder };
      await tab.session.post("goog/cdp/execute", { cmd: "Browser.setDownloadBehavior", params });
    }
    return tab;
  }

  async close(tab: Tab): Promise<void> {
    this.#tabs.delete(tab);
    await tab.session.end();
  }

  async end(): Promise<void> {
    await Promise.allSettled([...this.#tabs].map((tab) => tab.session.end()));
    for (const running of this.#processes) {
      if (running.exitCode === null && running.signalCode === null) {
        const ended = new Promise((resolve) => running.once("exit", resolve));
        running.kill();
        await ended;
      }
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

interface Programs {
  readonly browser: string;
  readonly driver: string;
}

function chromium({ browser, driver }: Programs, folder: string) {
  return (settings: Settings, port: number): Start => {
    const eased = [
      "--force-device-scale-factor=2",
      "--force-prefers-reduced-motion",
      "--force-high-contrast",
    ];
    const args = [...["--headless", ...flags, ...pagesOnProcessor], ...(settings === "eased" ? eased : [])];
    const prefs = { "download.default_directory": folder };
    return {
      driver: [driver, `--port=${port}`],
      environment: {},
      capabilities: { "goog:chromeOptions": { binary: browser, args, prefs } },
    };
  };
}

function firefox({ browser, driver }: Programs, folder: string) {
  return (settings: Settings, port: number): Start => {
    const eased = {
      "layout.css.devPixelsPerPx": "2.0",
      "ui.prefersReducedMotion": 1,
      "browser.display.document_color_use": 2,
    };
    const prefs = {
      "browser.download.dir": folder,
      "browser.download.folderList": 2,
      "datareporting.policy.dataSubmissionEnabled": false,
      ...(settings === "eased" ? eased : {}),
    };
    return {
      driver: [driver, "--port", String(port)],
      environment: {},
      capabilities: { "moz:firefoxOptions": { binary: browser, args: ["-headless"], prefs } },
    };
  };
}

function webkit({ browser, driver }: Programs, folder: string, display: string) {
  return (settings: Settings, port: number): Start => {
    const config = join(folder, settings);
    mkdirSync(join(config, "gtk-3.0"), { recursive: true });
    const animations = settings === "eased" ? 0 : 1;
    writeFileSync(join(config, "gtk-3.0/settings.ini"), `[Settings]\ngtk-enable-animations=${animations}\n`);
    writeFileSync(join(config, "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${folder}"\n`);
    return {
      driver: [driver, `--port=${port}`],
      environment: {
        ...webkitEnvironment(display),
        XDG_CONFIG_HOME: config,
        GDK_SCALE: settings === "eased" ? "2" : "1",
      },
      capabilities: { "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] } },
    };
  };
}
