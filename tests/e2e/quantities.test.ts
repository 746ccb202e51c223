/** Quantities: an array and its unit in a map, for which stands what stands beside that map. */
import { expect } from "vitest";
import { test, treeFile } from "./support.ts";

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
  await viewer.row("flux").click();
  await viewer.row("value").click();
  await viewer.page.locator(".stage[aria-busy=false] .chart canvas").waitFor();
  await viewer.page.locator(".chart").focus();
  await viewer.page.keyboard.press("Home");
  const readout = viewer.page.locator(".line-readout");
  await expect
    .poll(async () => (await readout.innerText()).replace(/\s+/g, " "))
    .toContain("flux/value wavelength 10 value 9 ± flux_error 1");
});

test("an image says its unit, and finds the flags, errors and bands beside it", async ({ viewer }) => {
  const file = treeFile(`
roman:
  data: ${quantity("[[1, 2], [3, 4]]", "DN / s")}
  err: ${quantity("[[0.1, 0.2], [0.3, 0.4]]", "DN / s")}
  dq: ${array("uint32", "[[0, 1], [0, 0]]")}`);
  await viewer.show("roman.asdf", file);
  const { page } = viewer;
  expect(await viewer.canvas.getAttribute("aria-label")).toContain("roman/data/value,");
  const at = await viewer.centreOf(1, 0, 2, 2);
  await page.mouse.move(at.x, at.y);
  await expect.poll(() => page.locator(".readout .unit").innerText()).toBe("DN / s");
  expect(await viewer.readout()).toEqual({ x: "1", y: "0", value: "2" });
  expect(await page.locator(".colorbar .high").innerText()).toMatch(/ DN \/ s$/);
  await page.getByRole("button", { name: "Flags" }).click();
  const flags = page.getByRole("complementary", { name: "Flags" });
  await flags.getByText("bit 0").waitFor();

  await page.getByRole("tab", { name: "RGB" }).click();
  const red = page.getByLabel("Array of Red");
  await expect.poll(() => red.locator("option").allInnerTexts()).toEqual(["data", "err"]);
  await page.getByRole("tab", { name: "Line" }).click();
  await expect.poll(() => page.locator(".line-readout").innerText()).toContain("± err");
});
