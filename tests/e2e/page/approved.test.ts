/** Each state of the page looks as approved, in both themes and on a narrow screen, and can be used by everybody. */
import { describe, expect } from "vitest";
import { launchPictureBrowser } from "../../../scripts/setup/browser.mjs";
import { DRAWING, expectApproved, PAGE, setFonts } from "../support/approved.ts";
import { STATES } from "../support/states.ts";
import { type Viewer, test as viewing } from "../support/viewer.ts";

// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what is needed.
const test = viewing.extend("browser", { scope: "file" }, async ({}, { onCleanup }) => {
  const browser = await launchPictureBrowser();
  onCleanup(() => browser.close());
  return browser;
});

const WIDE = { width: 1200, height: 750 };
const NARROW = { width: 420, height: 800 };

async function check({ page }: Viewer, name: string): Promise<void> {
  await expectApproved(name, () => page.screenshot({ animations: "disabled" }), PAGE);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), { message: name })
    .toBeLessThanOrEqual(0);
}

describe.for(STATES)("$name", ({ name, drawing, prepare, enter }) => {
  test("looks as approved", async ({ open }) => {
    const options = { viewport: WIDE, colorScheme: "light", reducedMotion: "reduce" } as const;
    const viewer = await open({ ...options, ...(prepare && { prepare }) });
    const { page } = viewer;
    await setFonts(viewer);
    await enter(viewer);
    // Nothing is under the pointer, whatever was clicked.
    await page.mouse.move(0, 0);
    if (drawing !== undefined) {
      const box = page.locator(drawing).first();
      await expectApproved(`${name}-drawing`, () => box.screenshot(), DRAWING);
    }
    await check(viewer, `${name}-light`);
    await viewer.checkAccessibility();
    await page.emulateMedia({ colorScheme: "dark" });
    await check(viewer, `${name}-dark`);
    await viewer.checkAccessibility();
    await page.setViewportSize(NARROW);
    await check(viewer, `${name}-narrow`);
  });
});
