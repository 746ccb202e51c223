/** A framework's component with the viewer, as docs/viewer.md shows it, in Chromium. */
import { expect } from "vitest";
import { type expectViewer, withPage } from "../../pkg/support/viewer-page.ts";

/** A component that shows roman.asdf and the path of the selected node, adds the files that are picked, and says why it cannot. */
export const expectComponent: typeof expectViewer = (url) =>
  withPage(url, async (page) => {
    await page.locator("#path", { hasText: "roman/data" }).waitFor();
    expect(await page.locator("asdf-viewer").getAttribute("theme")).toBe("light");
    const picker = page.locator("main > input[type=file]");
    await picker.setInputFiles({ name: "no.asdf", mimeType: "", buffer: Buffer.from("no ASDF") });
    await page.locator("#problem", { hasText: /\w/ }).waitFor();
    // What was refused left no tab: there is one file.
    await expect.poll(() => page.getByRole("tablist", { name: "Open files" }).count()).toBe(0);
    await page.locator(".stage[aria-busy=false] .pixels[aria-busy=false]").waitFor();
    return undefined;
  });
