/**
 * What the tests of the page stand on: the built page served as anyone would
 * serve it, a real Chromium, and a viewer that is found by roles and labels. A
 * test fails when the page logs an error or breaks its content security policy.
 *
 * What a page shows may come a moment later than the action that it answers:
 * expectations of it are polled (`expect.poll`, or `when` for a value).
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { preview } from "vite";
import { test as base, expect } from "vitest";
import { launchTestBrowser } from "../../../scripts/setup/browser.mjs";
import { Picture } from "./picture.ts";
import { when } from "./when.ts";

const root = join(import.meta.dirname, "../../..");
export const artefacts = join(root, "tests/artefacts");

/** A pixel that is read out; each part is `NONE` while there is none. */
export interface PixelReadout {
  readonly x: string;
  readonly y: string;
  readonly value: string;
}

/** The text of the readout where nothing is read out. */
export const NONE = "–";
/** The text of the readout until a value is read. */
const LOADING = "loading…";

/** The viewer's page, as a person meets it. */
export class Viewer {
  readonly page: Page;
  readonly complaints: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on("pageerror", (error) => this.complaints.push(String(error.stack)));
    page.on("console", (message) => {
      if (message.type() === "error") {
        this.complaints.push(message.text());
      }
    });
  }

  get tree(): Locator {
    return this.page.getByRole("tree");
  }

  get canvas(): Locator {
    return this.page.locator(".pixels");
  }

  get notices(): Locator {
    return this.page.getByRole("region", { name: "Notices" });
  }

  /** Of the open files; a single one has none. */
  get tabs(): Locator {
    return this.page.getByRole("tablist", { name: "Open files" }).getByRole("tab");
  }

  tab(name: string): Locator {
    return this.tabs.filter({ hasText: name });
  }

  /** The row of a key. */
  row(key: string): Locator {
    return this.page.getByRole("treeitem").filter({ has: this.page.getByText(key, { exact: true }) });
  }

  /** Drops a file on the page, with the events that a person's drop makes: "opened", or the code of the refusal. */
  drop(name: string, bytes: Buffer): Promise<string> {
    return this.dropAll({ [name]: bytes });
  }

  /** Drops several files at once. */
  dropAll(files: Record<string, Buffer>): Promise<string> {
    const encoded = Object.entries(files).map(([name, bytes]) => [name, bytes.toString("base64")] as const);
    return this.page.evaluate((encoded) => {
      const dataTransfer = new DataTransfer();
      for (const [name, base64] of encoded) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name));
      }
      const element = document.querySelector("asdf-viewer");
      const target = element?.shadowRoot?.querySelector(".viewer");
      for (const type of ["dragenter", "dragover", "drop"]) {
        const init = { bubbles: true, cancelable: true, composed: true, dataTransfer };
        target?.dispatchEvent(new DragEvent(type, init));
      }
      return new Promise<string>((settle) => {
        element?.addEventListener("asdf-open", () => settle("opened"), { once: true });
        element?.addEventListener("asdf-error", ({ detail }) => settle(detail.code), { once: true });
      });
    }, encoded);
  }

  /** Drops files and folders of this machine, as its desktop would. */
  async dropPaths(...paths: string[]): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    const data = { items: [], files: paths, dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      await session.send("Input.dispatchDragEvent", { type, x: 400, y: 300, data });
    }
  }

  /** Drops a file and waits for the image that it shows. */
  async show(name: string, bytes: Buffer): Promise<void> {
    await this.drop(name, bytes);
    await this.drawn();
  }

  /** Waits until what was asked for is on the canvas. */
  async drawn(): Promise<void> {
    const scale = this.page.locator(".stage[aria-busy=false] .color-scale:not(.to-come)");
    await scale.waitFor({ state: "attached" });
    await this.frames(2);
    await this.page.locator(".pixels[aria-busy=false]").waitFor();
  }

  /** Waits until so many frames have been drawn. */
  async frames(count: number): Promise<void> {
    await this.page.evaluate(async (count) => {
      for (let frame = 0; frame < count; frame += 1) {
        await new Promise(requestAnimationFrame);
      }
    }, count);
  }

  /** What the status line reads out at this moment: to be polled, or read by `readAt`. */
  async readout(): Promise<PixelReadout> {
    const output = this.page.locator(".readout", { has: this.page.locator(".datum") });
    const [x = "", y = "", value = ""] = await output.evaluate((output) =>
      [".x", ".y", ".datum"].map((name) => output.querySelector(name)?.textContent ?? ""),
    );
    return { x, y, value };
  }

  /** Points at a place of the page where another pixel is than before, and gives what is read out there. */
  async readAt(x: number, y: number): Promise<PixelReadout> {
    const before = await this.readout();
    await this.page.mouse.move(x, y);
    const isRead = ({ x, y, value }: PixelReadout) =>
      (x !== before.x || y !== before.y) && value !== NONE && value !== LOADING;
    return when(() => this.readout(), isRead);
  }

  /** The canvas as the screen shows it, from the whole pixel of the screen in which its corner is. */
  async picture(): Promise<Picture> {
    return new Picture(await this.canvas.screenshot());
  }

  /** Where a pixel's centre stands on the page while the whole image is fitted into the canvas. */
  async centreOf(x: number, y: number, width: number, height: number): Promise<{ x: number; y: number }> {
    const box = await this.canvas.boundingBox();
    if (!box) {
      throw new Error("the canvas is not on the page");
    }
    const zoom = Math.min(0.96 * Math.min(box.width / width, box.height / height), 256);
    return {
      x: box.x + box.width / 2 + (x + 0.5 - width / 2) * zoom,
      y: box.y + box.height / 2 - (y + 0.5 - height / 2) * zoom,
    };
  }

  /** Drags over an image of a size from one of its pixels to another. */
  async drag(
    from: readonly [number, number],
    to: readonly [number, number],
    width: number,
    height = width,
  ): Promise<void> {
    const { mouse } = this.page;
    const [start, end] = [
      await this.centreOf(...from, width, height),
      await this.centreOf(...to, width, height),
    ];
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
    await mouse.move(end.x, end.y);
    await mouse.up();
  }

  /** Picks a file of this machine, as large as it may be. */
  async pick(path: string): Promise<void> {
    await this.page.locator("input[type=file]").setInputFiles(path);
    await this.drawn();
  }

  async screenshot(name: string): Promise<void> {
    mkdirSync(artefacts, { recursive: true });
    await this.page.screenshot({ path: join(artefacts, `${name}.png`) });
  }

  /** Fails on accessibility defects that would stop someone. */
  async checkAccessibility(): Promise<void> {
    const builder = new AxeBuilder({ page: this.page });
    // The page has no frames, and only violations are read: a third of the time.
    const violationsOnly = builder.setLegacyMode(true).options({ resultTypes: ["violations"] });
    const { violations } = await violationsOnly.analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
  }
}

interface OpenOptions extends BrowserContextOptions {
  readonly query?: string;
  /** Runs in the page before the page does. */
  readonly prepare?: () => void;
}

/** Prepares a page whose browser does not ask for a place: what is saved is downloaded. */
export function withoutPicker(): void {
  Reflect.deleteProperty(window, "showSaveFilePicker");
}

/** Prepares a page whose browser has no WebGL2. */
export function withoutWebgl(): void {
  const { getContext } = HTMLCanvasElement.prototype;
  Object.assign(HTMLCanvasElement.prototype, {
    getContext(this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind === "webgl2" ? null : Reflect.apply(getContext, this, [kind, ...rest]);
    },
  });
}

/** A context without what another kept. */
async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const viewport = { width: 1440, height: 900 };
  // What the page keeps on the device to work offline has a test of its own, and takes time.
  const context = await browser.newContext({ viewport, serviceWorkers: "block", ...options });
  // The default of 30 seconds is short for two browsers that draw without a graphics card.
  context.setDefaultTimeout(90_000);
  return context;
}

/** Deletes what pages of an address stored. What was fetched and compiled is left. */
async function forget(page: Page, address: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(address);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.detach();
}

export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what is needed.
  .extend("address", { scope: "file" }, async ({}, { onCleanup }) => {
    const server = await preview({
      configFile: join(root, "www/vite.config.ts"),
      logLevel: "silent",
      preview: { port: 0, host: "127.0.0.1" },
    });
    onCleanup(() => server.close());
    return server.resolvedUrls?.local[0] ?? "";
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  .extend("browser", { scope: "file" }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await launchTestBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("viewers", async ({ task }, { onCleanup }) => {
    const viewers: Viewer[] = [];
    onCleanup(() => {
      const all = viewers.flatMap(({ complaints }) => complaints);
      // What fails here cannot be tried again: a test that has failed already may be.
      if (task.result?.state === "fail") {
        console.warn(all.join("\n"));
      } else {
        expect(all).toEqual([]);
      }
    });
    return viewers;
  })
  // A page in a context of its own: nothing was fetched, asked for or allowed before.
  .extend("open", async ({ address, browser, viewers }, { onCleanup }) => {
    const contexts: BrowserContext[] = [];
    onCleanup(async () => {
      for (const context of contexts) {
        await context.close();
      }
    });
    return async ({ query = "", prepare, ...options }: OpenOptions = {}): Promise<Viewer> => {
      const context = await newContext(browser, options);
      contexts.push(context);
      if (prepare) {
        await context.addInitScript(prepare);
      }
      const viewer = new Viewer(await context.newPage());
      viewers.push(viewer);
      await viewer.page.goto(`${address}${query}`);
      return viewer;
    };
  })
  // What the page consists of is fetched and compiled once for the tests of a file.
  .extend("context", { scope: "file" }, async ({ browser }, { onCleanup }) => {
    const context = await newContext(browser);
    onCleanup(() => context.close());
    return context;
  })
  .extend("viewer", async ({ address, context, viewers }, { onCleanup }) => {
    const page = await context.newPage();
    onCleanup(async () => {
      for (const page of context.pages()) {
        await page.close();
      }
    });
    await forget(page, address);
    const viewer = new Viewer(page);
    viewers.push(viewer);
    await page.goto(address);
    return viewer;
  });
