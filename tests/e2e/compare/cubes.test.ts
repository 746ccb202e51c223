/** Cubes of two files compared: plane by plane and pixel by pixel, which is said, or not at all, and why. */
import { expect } from "vitest";
import { floats } from "../../support/fits.ts";
import { test } from "../support/viewer.ts";

/** A cube of one value; `ra` is the right ascension of its middle. */
function cube(planes: number, ra: number, value: number): Buffer {
  return floats(
    [planes, 8, 8],
    [
      ["CTYPE1", "RA---TAN"],
      ["CRVAL1", ra],
      ["CRPIX1", 4],
      ["CDELT1", -0.01],
      ["CTYPE2", "DEC--TAN"],
      ["CRVAL2", 0],
      ["CRPIX2", 4],
      ["CDELT2", 0.01],
      ["CTYPE3", "FREQ"],
      ["CRVAL3", 1e9],
      ["CRPIX3", 1],
      ["CDELT3", 1e8],
    ],
    () => value,
  );
}

test("cubes of two files are subtracted plane by plane, and it is said that the sky does not count", async ({
  viewer,
}) => {
  const { page } = viewer;
  await viewer.dropAll({ "a.fits": cube(3, 10, 5), "b.fits": cube(3, 11, 3), "c.fits": cube(4, 10, 1) });
  await viewer.drawn();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Compare" });
  const bar = page.getByRole("region", { name: "Comparison" });
  await panel.getByLabel("With").selectOption({ label: "b.fits" });
  await panel.getByLabel("Difference").check();
  await bar
    .getByText("Plane by plane and pixel by pixel: b.fits is a cube, which is not resampled by the sky.")
    .waitFor();
  await viewer.drawn();
  const at = await viewer.centreOf(2, 3, 8, 8);
  await page.mouse.move(at.x + 2, at.y);
  await page.mouse.move(at.x, at.y);
  await expect.poll(async () => (await viewer.readout()).value).toBe("2");
  await panel.getByLabel("With").selectOption({ label: "c.fits" });
  await expect
    .poll(() => bar.innerText())
    .toMatch(/needs arrays of one shape, .* and these have 3 × 8 × 8 and 4 × 8 × 8/);
});
