/** The page without a network: it opens from what the device keeps, all of one version, and asks no other host for anything. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { fileServer } from "../../../scripts/page/serve.mjs";
import { fixture } from "../../support/files.ts";
import { test as base, Viewer, withoutPicker } from "../support/viewer.ts";

const DIST = join(import.meta.dirname, "../../../www/dist");

/** The built page in a folder of a server that can be stopped. */
class Site {
  readonly folder = mkdtempSync(join(tmpdir(), "asdf-wasm-site-"));
  readonly page = join(this.folder, "tools", "asdf");
  #server: Server | undefined;
  #port = 0;

  constructor() {
    cpSync(DIST, this.page, { recursive: true });
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}/tools/asdf/index.html`;
  }

  async start(): Promise<void> {
    const server = await fileServer(this.folder);
    await new Promise<void>((ready) => server.listen(this.#port, "127.0.0.1", ready));
    const at = server.address();
    this.#port = typeof at === "object" && at ? at.port : 0;
    this.#server = server;
  }

  stop(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
  }

  /** Puts a page of another description and version in place of the one before. */
  renew(): void {
    const pattern = /Open an ASDF or FITS file(?= in the browser)/;
    for (const name of ["index.html", "service-worker.js"]) {
      const path = join(this.page, name);
      const text = readFileSync(path, "utf8");
      expect(text).toMatch(pattern);
      writeFileSync(
        path,
        text.replace(pattern, "Newer: open one").replace(/\b[0-9a-f]{16}\b/, "0".repeat(16)),
      );
    }
  }
}

const test = base.extend("site", async ({ browser: _ }, { onCleanup }) => {
  const site = new Site();
  onCleanup(() => {
    site.stop();
    rmSync(site.folder, { recursive: true });
  });
  await site.start();
  return site;
});

test("after a visit the page opens without a network, from a folder of a site, and a newer one replaces it", async ({
  site,
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: "allow" });
  await context.addInitScript(withoutPicker);
  const viewer = new Viewer(await context.newPage());
  const { page } = viewer;
  const hosts = new Set<string>();
  context.on("request", (request) => hosts.add(new URL(request.url()).host));
  const versions = () => page.evaluate(() => caches.keys());
  const isKept = () =>
    page.evaluate(
      async () => (await navigator.serviceWorker.getRegistration())?.active?.state === "activated",
    );
  await page.goto(site.address);
  await expect.poll(isKept, { timeout: 60_000 }).toBe(true);
  expect(await versions()).toHaveLength(1);

  site.stop();
  await page.reload();
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  // What reads world coordinates and what writes are modules of their own.
  await viewer.canvas.hover();
  await expect.poll(() => page.locator(".position").innerText()).toMatch(/RA 05h/);
  await page.keyboard.press("Control+s");
  const saving = page.waitForEvent("download");
  await page.getByRole("dialog", { name: "Save as ASDF" }).getByRole("button", { name: "Save" }).click();
  expect((await saving).suggestedFilename()).toBe("roman-copy.asdf");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Close" }).click();
  // Keys that are pressed in a dialog do nothing behind it.
  await expect.poll(() => dialog.count()).toBe(0);
  await page.keyboard.press("?");
  await page.getByText("Report a problem").click();
  await expect
    .poll(() => page.locator(".report pre").innerText())
    .toMatch(
      /^asdf-wasm \d+\.\d+\.\d+[\s\S]*Open from a file: 314414 bytes, asdf 1\.0\.0, standard 1\.6\.0, 192 × 192 float32 lz4 as image$/m,
    );
  await viewer.checkAccessibility();
  await viewer.screenshot("report");

  const description = () => page.locator("meta[name=description]").getAttribute("content");
  await expect.poll(description).not.toContain("Newer");
  site.renew();
  await site.start();
  await page.goto(site.address);
  await expect.poll(description).toContain("Newer");
  await expect
    .poll(async () => (await versions()).some((name) => name.endsWith("0".repeat(16))), { timeout: 60_000 })
    .toBe(true);
  const isReplaced = () =>
    page.evaluate(async () => {
      const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
      return !installing && !waiting && active?.state === "activated";
    });
  await expect.poll(isReplaced, { timeout: 60_000 }).toBe(true);
  site.stop();
  await page.goto(site.address);
  await expect.poll(description).toContain("Newer");
  await page.getByRole("button", { name: "Choose a file" }).waitFor();
  expect([...hosts]).toEqual([new URL(site.address).host]);
  expect(viewer.complaints).toEqual([]);
  await context.close();
});
