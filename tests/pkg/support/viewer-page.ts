/** A page with a viewer that shows roman.asdf, in Chromium. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { launchBrowser } from "../../../scripts/setup/browser.mjs";

/** What `viewing.js` of the consumers says. */
const SAID = { opened: "roman.asdf", failed: "not-asdf", path: "roman/data", thrown: "not-asdf" };

/**
 * Does something with the page at an address, which answers the complaints of the browser that are expected. Fails if there are
 * others.
 */
export async function withPage(
  url: string,
  visit: (page: Page) => Promise<undefined | readonly RegExp[]>,
): Promise<void> {
  const browser = await launchBrowser();
  const complaints: string[] = [];
  let known: readonly RegExp[] = [];
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    page.setDefaultTimeout(60_000);
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") {
        complaints.push(message.text());
      }
    });
    await page.goto(url);
    known = (await visit(page)) ?? [];
  } catch (cause) {
    throw new Error(`${String(cause)}; the page complained: ${complaints.join("; ")}`, { cause });
  } finally {
    await browser.close();
  }
  expect(complaints.filter((complaint) => !known.some((pattern) => pattern.test(complaint)))).toEqual([]);
}

/** Fails unless the page says so, and its viewer shows the image and reads out a pixel. */
export function expectViewer(url: string): Promise<void> {
  return withPage(url, async (page) => {
    const said = page.locator("#said:not(:empty)");
    await said.waitFor({ state: "attached" });
    expect(JSON.parse((await said.textContent()) ?? "")).toEqual(SAID);
    // What was refused left no tab: there is one file.
    await expect.poll(() => page.getByRole("tablist", { name: "Open files" }).count()).toBe(0);
    await page.locator(".stage[aria-busy=false] .pixels[aria-busy=false]").waitFor();
    await page.locator(".pixels").hover();
    await page.locator(".readout .datum", { hasText: /\d/ }).waitFor();
    return undefined;
  });
}
