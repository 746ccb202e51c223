/** Quantities: an array and its unit in a map, whose siblings are the siblings of the array. */
import { expect } from "vitest";
import { treeFile } from "../../support/files.ts";
import { test } from "../support/viewer.ts";

const array = (datatype: string, data: string) =>
  `!core/ndarray-1.1.0 {datatype: ${datatype}, data: ${data}}`;
const quantity = (data: string, unit: string) =>
  `!unit/quantity-1.1.0 {value: ${array("float64", data)}, unit: !unit/unit-1.0.0 ${unit}}`;

test("a line has the errors and the coordinates that are quantities beside it", async ({ viewer }) => {
  const file = treeFile(`
flux: ${quantity("[1, 4, 9]", "Jy")}
flux_error: ${quantity("[0.5, 0.25, 1]", "Jy")}
wavelength: ${quantity("[30, 20, 10]", "um")}`);
  await viewer.drop("spectrum.asdf", file);
  await viewer.row("value").click();
  await viewer.page.locator(".stage[aria-busy=false] .chart canvas").waitFor();
  await viewer.page.locator(".chart").focus();
  await viewer.page.keyboard.press("Home");
  const readout = viewer.page.locator(".line-readout");
  await expect
    .poll(async () => (await readout.innerText()).replace(/\s+/g, " "))
    .toContain("flux/value wavelength 10 um value 9 Jy ± flux_error 1");

  await viewer.page.getByRole("tab", { name: "Histogram" }).click();
  await viewer.page.getByText("mean 4.66667 Jy, standard deviation 3.29983 Jy").waitFor();
  await expect.poll(() => viewer.page.locator(".histogram-title.valued").innerText()).toBe("value (Jy)");
});

test("values far from 1 have ticks and are read out as they are", async ({ viewer }) => {
  const values = Array.from({ length: 40 }, (_, i) => `${(2 + Math.sin(i)).toFixed(6)}e-17`);
  await viewer.drop("faint.asdf", treeFile(`flux: ${quantity(`[${values.join(", ")}]`, "W")}`));
  await viewer.row("value").click();
  const { page } = viewer;
  await page.locator(".stage[aria-busy=false] .chart canvas").waitFor();
  await page.locator(".chart").focus();
  await page.keyboard.press("Home");
  await expect.poll(() => page.locator(".line-readout").innerText()).toContain("2e-17");
  // Left of the plot stand the numbers of the ticks: there is more than the name of the unit.
  const inked = () =>
    page.locator(".chart canvas").evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const left = Math.round(width * 0.02);
      const over = document
        .querySelector("asdf-viewer")
        ?.shadowRoot?.querySelector<HTMLElement>(".chart-over")?.offsetLeft;
      const room = Math.round((over ?? 0) * devicePixelRatio) - left - 12;
      const pixels = (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(left, 0, room, height).data;
      return (pixels ?? []).filter((value, i) => i % 4 === 3 && value > 0).length;
    });
  await expect.poll(inked).toBeGreaterThan(100);
});

test("the data of a column have its unit, and phases are in radians", async ({ viewer }) => {
  const file = treeFile(`
column: !core/column-1.0.0 {name: ra, unit: !unit/unit-1.0.0 deg, data: ${array("float64", "[10, 20]")}}
visibility:  !unit/quantity-1.1.0
  unit: !unit/unit-1.0.0 Jy
  value: ${array("complex128", "[!core/complex-1.0.0 1+1j, !core/complex-1.0.0 0-2j]")}`);
  await viewer.drop("column.asdf", file);
  const { page } = viewer;
  await viewer.row("column").click();
  await viewer.row("data").click();
  await page.getByRole("tab", { name: "Values" }).click();
  await expect.poll(() => page.locator(".values .unit").innerText()).toBe("deg");

  await viewer.row("visibility").click();
  await viewer.row("value").click();
  await page.getByRole("tab", { name: "Histogram" }).click();
  await page.getByText(/deviation .* Jy/).waitFor();
  await page.getByRole("combobox", { name: "Part" }).selectOption("phase");
  await page.getByText(/deviation .* rad$/).waitFor();
});

test("an image says its unit, and finds the flags, errors and bands beside it", async ({ viewer }) => {
  const file = treeFile(`
roman:
  data: ${quantity("[[1, 2], [3, 4]]", "DN / s")}
  err: ${quantity("[[0.1, 0.2], [0.3, 0.4]]", "DN / s")}
  dq: ${array("uint32", "[[0, 1], [0, 0]]")}`);
  await viewer.show("roman.asdf", file);
  const { page } = viewer;
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("roman/data/value,");
  const at = await viewer.centreOf(1, 0, 2, 2);
  await page.mouse.move(at.x, at.y);
  await expect.poll(() => page.locator(".readout .unit").innerText()).toBe("DN / s");
  await expect.poll(() => viewer.readout()).toEqual({ x: "1", y: "0", value: "2" });
  await expect.poll(() => page.locator(".colorbar .high").innerText()).toMatch(/ DN \/ s$/);
  await page.getByRole("button", { name: "Flags" }).click();
  const flags = page.getByRole("complementary", { name: "Flags" });
  await flags.getByText("bit 0").waitFor();

  await page.getByRole("tab", { name: "RGB" }).click();
  const red = page.getByLabel("Array of Red");
  await expect.poll(() => red.locator("option").allInnerTexts()).toEqual(["data", "err"]);
  await page.getByRole("tab", { name: "Line" }).click();
  await expect.poll(() => page.locator(".line-readout").innerText()).toContain("± err");
});
