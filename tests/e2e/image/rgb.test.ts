/** Colours of three planes or arrays: each pixel as its three values, between the limits of each, by the common stretch. */
import { expect } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
import lupton from "../../viewer/image/lupton.vectors.json" with { type: "json" };
import { type Color, colorOf, difference } from "../support/picture.ts";
import { test, type Viewer } from "../support/viewer.ts";

/** Values that differ from plane to plane and from pixel to pixel. */
const PLANES = [
  [
    [0, 10, 20],
    [30, 40, 50],
  ],
  [
    [50, 40, 30],
    [20, 10, 0],
  ],
  [
    [0, 50, 0],
    [50, 0, 50],
  ],
];
const CUBE = treeFile(`cube: !core/ndarray-1.1.0 {datatype: float32, data: ${JSON.stringify(PLANES)}}`);
const ARRAYS = treeFile(
  ["f184", "h158", "j129"]
    .map((key, i) => `${key}: !core/ndarray-1.1.0 {datatype: int16, data: ${JSON.stringify(PLANES[i])}}`)
    .join("\n"),
);

interface Limits {
  readonly min: number;
  readonly max: number;
}

const ALL: Limits = { min: 0, max: 50 };

/** The largest difference of any pixel on the screen from what its three values make. */
async function worst(
  viewer: Viewer,
  planes: readonly number[][][],
  limits: readonly Limits[],
): Promise<number> {
  return worstOf(viewer, (x, y) => {
    const channel = (i: number): number => {
      const value = planes[i]?.[y]?.[x] ?? Number.NaN;
      return colorOf(value, { ...(limits[i] ?? ALL), stretch: "linear", colormap: "gray" })[0];
    };
    return [channel(0), channel(1), channel(2)];
  });
}

/** The same from the colour that each pixel should have. */
async function worstOf(viewer: Viewer, wanted: (x: number, y: number) => Color): Promise<number> {
  const box = await viewer.canvas.boundingBox();
  const picture = await viewer.picture();
  let most = 0;
  for (const y of [0, 1]) {
    for (const x of [0, 1, 2]) {
      // A quarter of a pixel off its centre, where no value is written.
      const at = await viewer.centreOf(x + 0.35, y + 0.35, 3, 2);
      const seen = picture.at(at.x - Math.floor(box?.x ?? 0), at.y - Math.floor(box?.y ?? 0));
      most = Math.max(most, difference(seen, wanted(x, y)));
    }
  }
  return most;
}

async function showColours(viewer: Viewer): Promise<void> {
  await viewer.page.getByRole("tab", { name: "RGB" }).click();
  await viewer.drawn();
  await viewer.page.getByLabel("Limits", { exact: true }).selectOption("Min–max");
  await viewer.page.getByLabel("Stretch", { exact: true }).selectOption("Linear");
}

test("arrays and planes that are blank become no colour unless they are chosen", async ({ viewer }) => {
  const zero = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  const nan = [
    [".nan", ".nan", ".nan"],
    [".nan", ".nan", ".nan"],
  ];
  const keys = { f213: zero, f184: PLANES[0], h158: PLANES[1], f146: nan, j129: PLANES[2], f087: zero };
  const yaml = Object.entries(keys).map(
    ([key, data]) =>
      `${key}: !core/ndarray-1.1.0 {datatype: float32, data: ${JSON.stringify(data).replaceAll('"', "")}}`,
  );
  await viewer.show("arrays.asdf", treeFile(yaml.join("\n")));
  await viewer.row("f184").click();
  await showColours(viewer);
  const colours = viewer.page.getByRole("complementary", { name: "Colours" });
  const chosen = () =>
    colours
      .getByRole("combobox", { name: /^Array of/ })
      .evaluateAll((all: HTMLSelectElement[]) => all.map((select) => select.selectedOptions[0]?.text));
  await expect.poll(chosen).toEqual(["f184", "h158", "j129"]);
  await expect.poll(() => worst(viewer, PLANES, [ALL, ALL, ALL])).toBeLessThanOrEqual(2);
  await expect.poll(() => colours.innerText()).toContain("The same value everywhere: f213, f087");
  // The arrays of links and of a choice stay.
  await colours.getByLabel("Array of Red").selectOption("f213");
  await expect.poll(chosen).toEqual(["f213", "h158", "j129"]);

  // The last axis is longer than that of the colours of photographs.
  const twice = (plane: readonly (readonly (string | number)[])[]) => plane.map((row) => [...row, ...row]);
  const cube = [...Array(3).fill(nan), ...Array(14).fill(PLANES[0]), ...Array(3).fill(zero)];
  const text = JSON.stringify(cube.map(twice)).replaceAll('"', "");
  await viewer.drop("cube.asdf", treeFile(`cube: !core/ndarray-1.1.0 {datatype: float32, data: ${text}}`));
  await viewer.drawn();
  await showColours(viewer);
  const planes = () =>
    colours
      .getByRole("spinbutton", { name: /^Plane of/ })
      .evaluateAll((all: HTMLInputElement[]) => all.map(({ valueAsNumber }) => valueAsNumber));
  await expect.poll(planes).toEqual([15, 10, 4]);
});

test("the planes of a cube, each between its own limits", async ({ viewer }) => {
  await viewer.show("cube.asdf", CUBE);
  await showColours(viewer);
  await expect.poll(() => worst(viewer, PLANES, [ALL, ALL, ALL])).toBeLessThanOrEqual(2);
  await viewer.screenshot("rgb-cube");
  await viewer.checkAccessibility();

  const colours = viewer.page.getByRole("complementary", { name: "Colours" });
  await colours.getByLabel("Upper limit of Red").fill("20");
  await colours.getByLabel("Upper limit of Red").press("Enter");
  await expect.poll(() => worst(viewer, PLANES, [{ min: 0, max: 20 }, ALL, ALL])).toBeLessThanOrEqual(2);
  await colours.getByRole("button", { name: "Automatic limits" }).click();
  await colours.getByLabel("Plane of Blue").fill("0");
  await colours.getByLabel("Plane of Blue").press("Enter");
  const swapped = [PLANES[0] ?? [], PLANES[1] ?? [], PLANES[0] ?? []];
  await expect.poll(() => worst(viewer, swapped, [ALL, ALL, ALL])).toBeLessThanOrEqual(2);

  const at = await viewer.centreOf(2, 1, 3, 2);
  await viewer.page.mouse.move(at.x, at.y);
  for (const [color, value] of [
    ["Red", "50"],
    ["Green", "0"],
    ["Blue", "50"],
  ]) {
    await expect.poll(() => colours.getByLabel(`${color} of the pixel`).innerText()).toBe(value);
  }
});

test("three arrays of one shape, chosen by their names", async ({ viewer }) => {
  await viewer.show("filters.asdf", ARRAYS);
  await viewer.row("f184").click();
  await showColours(viewer);
  await expect.poll(() => worst(viewer, PLANES, [ALL, ALL, ALL])).toBeLessThanOrEqual(2);
  const colours = viewer.page.getByRole("complementary", { name: "Colours" });
  await colours.getByLabel("Array of Red").selectOption("j129");
  await colours.getByLabel("Array of Blue").selectOption("f184");
  await expect.poll(() => worst(viewer, [...PLANES].reverse(), [ALL, ALL, ALL])).toBeLessThanOrEqual(2);
});

test("arrays are colours by the wavelengths in their names; errors and weights are none", async ({
  viewer,
}) => {
  const keys = ["f087", "err", "f106", "f129", "f158", "f184", "weight"];
  const array = `!core/ndarray-1.1.0 {datatype: int16, data: ${JSON.stringify(PLANES[0])}}`;
  await viewer.show("filters.asdf", treeFile(keys.map((key) => `${key}: ${array}`).join("\n")));
  await viewer.page.getByRole("tab", { name: "RGB" }).click();
  const colours = viewer.page.getByRole("complementary", { name: "Colours" });
  const chosen = (color: string) => colours.getByLabel(`Array of ${color}`).locator("option:checked");
  for (const [color, key] of [
    ["Red", "f184"],
    ["Green", "f129"],
    ["Blue", "f087"],
  ] as const) {
    await expect.poll(() => chosen(color).innerText()).toBe(key);
  }
});

test("an image with only its errors beside it is grey until colours are chosen", async ({ viewer }) => {
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  await viewer.page.getByRole("tab", { name: "RGB" }).click();
  const colours = viewer.page.getByRole("complementary", { name: "Colours" });
  const hint = colours.getByText("Choose an array for each colour");
  await hint.waitFor();
  for (const color of ["Red", "Green", "Blue"]) {
    const chosen = colours.getByLabel(`Array of ${color}`).locator("option:checked");
    await expect.poll(() => chosen.innerText()).toBe("data");
  }
  await viewer.drawn();
  await viewer.screenshot("rgb-one");
  await colours.getByLabel("Array of Blue").selectOption("var_poisson");
  await hint.waitFor({ state: "detached" });
});

test("colours along the last axis, as photographs have them", async ({ viewer }) => {
  const pixels = Array.from({ length: 5 }, (_, y) =>
    Array.from({ length: 5 }, (_, x) => [10 * x, 10 * y, x + y]),
  );
  await viewer.show(
    "photograph.asdf",
    treeFile(`photograph: !core/ndarray-1.1.0 {datatype: uint8, data: ${JSON.stringify(pixels)}}`),
  );
  await showColours(viewer);
  const colours = viewer.page.getByRole("complementary", { name: "Colours" });
  const at = await viewer.centreOf(3, 1, 5, 5);
  await viewer.page.mouse.move(at.x, at.y);
  for (const [i, color] of ["Red", "Green", "Blue"].entries()) {
    await expect.poll(() => colours.getByLabel(`Plane of ${color}`).inputValue()).toBe(String(i));
    await expect
      .poll(() => colours.getByLabel(`${color} of the pixel`).innerText())
      .toBe(String(pixels[1]?.[3]?.[i]));
  }
});

test("brightness stretched in common, with the colours that astropy's make_lupton_rgb makes", async ({
  viewer,
}) => {
  await viewer.show("cube.asdf", CUBE);
  await showColours(viewer);
  const colours = viewer.page.getByRole("complementary", { name: "Colours" });
  await colours.getByLabel("Mixing").selectOption("Lupton asinh");
  const wanted =
    (rows: readonly number[][][]) =>
    (x: number, y: number): Color => {
      const [red = 0, green = 0, blue = 0] = rows[y]?.[x] ?? [];
      return [red, green, blue];
    };
  // It has a stretch of its own.
  await expect.poll(() => viewer.page.getByLabel("Stretch", { exact: true }).count()).toBe(0);
  // The limits are 50 apart, and so is the stretch.
  await expect.poll(() => worstOf(viewer, wanted(lupton.planes.colors))).toBeLessThanOrEqual(2);
  await viewer.checkAccessibility();
  const { stretch, q, colors } = lupton.typed;
  for (const [label, value] of [
    ["Linear stretch", stretch],
    ["Q", q],
    ["Lower limit of Green", 20],
  ] as const) {
    await colours.getByLabel(label).fill(String(value));
    await colours.getByLabel(label).press("Enter");
  }
  await expect.poll(() => worstOf(viewer, wanted(colors))).toBeLessThanOrEqual(2);
  await viewer.screenshot("rgb-lupton");
});

test("what a colour map is chosen by is there for images that have one", async ({ viewer }) => {
  await viewer.drop("cube.asdf", CUBE);
  await viewer.drawn();
  const map = viewer.page.getByRole("combobox", { name: "Colours" });
  await map.waitFor();
  await showColours(viewer);
  await expect.poll(() => map.count()).toBe(0);
  await expect.poll(() => viewer.page.locator(".colorbar").count()).toBe(0);
  await viewer.page.getByRole("button", { name: "Adjust" }).click();
  await viewer.page.getByRole("slider", { name: "Contrast" }).waitFor();
  await expect.poll(() => viewer.page.getByRole("slider", { name: "Upper limit" }).count()).toBe(0);
  await viewer.page.getByRole("tab", { name: "Image" }).click();
  await map.waitFor();
  await viewer.page.locator(".colorbar").waitFor();
  await viewer.page.getByRole("slider", { name: "Upper limit" }).waitFor();
});

test("colours are offered where there are planes or arrays to make them of", async ({ viewer }) => {
  const array = (data: string) => `!core/ndarray-1.1.0 {datatype: int16, data: ${data}}`;
  const plane = array("[[1, 2], [3, 4]]");
  const alone = `alone: ${plane}\ndq: ${plane}\nother: ${array("[[1, 2, 3]]")}`;
  for (const [yaml, key, isOffered] of [
    [`one: ${plane}\nother: ${plane}`, "one", true],
    [alone, "alone", false],
    [alone, "dq", false],
    [`cube: ${array("[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]")}`, "cube", true],
    [`thin: ${array("[[[1, 2], [3, 4]]]")}`, "thin", false],
  ] as const) {
    // Beside another file, they are always offered.
    await viewer.page.evaluate(() => document.querySelector("asdf-viewer")?.close());
    await viewer.drop(`${key}.asdf`, treeFile(yaml));
    await viewer.row(key).click();
    await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain(`${key},`);
    await expect
      .poll(() => viewer.page.getByRole("tab", { name: "RGB" }).count(), { message: key })
      .toBe(isOffered ? 1 : 0);
  }
});

test("bands in maps of their own are colours; where images are of other parts of the sky, that is said", async ({
  viewer,
}) => {
  const { page } = viewer;
  const band = (i: number) =>
    `{data: !core/ndarray-1.1.0 {datatype: int16, data: ${JSON.stringify(PLANES[i])}}}`;
  await viewer.show("bands.asdf", treeFile(`g: ${band(2)}\nr: ${band(1)}\ni: ${band(0)}`));
  await showColours(viewer);
  await expect.poll(() => worst(viewer, PLANES, [ALL, ALL, ALL])).toBeLessThanOrEqual(2);

  // Differences from two bands, all called `data`, are two.
  await page.getByRole("tab", { name: "Image" }).click();
  await page.getByRole("button", { name: "Compare" }).click();
  for (const [other, difference] of [
    ["r/data", "g/data − r/data"],
    ["i/data", "g/data − i/data"],
  ] as const) {
    await page.getByLabel("With", { exact: true }).selectOption(other);
    await page.getByLabel("Difference").check();
    await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain(difference);
  }

  const fits = (crpix: number) => {
    const cards = [
      ...["SIMPLE  = T", "BITPIX  = 8", "NAXIS   = 2", "NAXIS1  = 3", "NAXIS2  = 2"],
      ...["CTYPE1  = 'RA---TAN'", "CTYPE2  = 'DEC--TAN'", "CRVAL1  = 10", "CRVAL2  = 20"],
      ...[`CRPIX1  = ${crpix}`, "CRPIX2  = 1", "CDELT1  = -0.1", "CDELT2  = 0.1", "END"],
    ];
    const header = cards
      .map((card) => card.padEnd(80))
      .join("")
      .padEnd(2880);
    return Buffer.concat([Buffer.from(header), Buffer.of(1, 2, 3, 4, 5, 6), Buffer.alloc(2874)]);
  };
  await page.evaluate(() => document.querySelector("asdf-viewer")?.close());
  await viewer.dropAll({ "a.fits": fits(1), "b.fits": fits(1), "c.fits": fits(8) });
  await viewer.drawn();
  await page.getByRole("tab", { name: "RGB" }).click();
  const colours = page.getByRole("complementary", { name: "Colours" });
  await colours.getByText("Choose an array for each colour").waitFor();
  // Among others, this file is named, too.
  await expect
    .poll(() => colours.getByLabel("Array of Green").locator("option").allInnerTexts())
    .toEqual(["a.fits: PRIMARY", "b.fits", "c.fits"]);
  await colours.getByLabel("Array of Green").selectOption("b.fits");
  await colours.getByText("Choose an array for each colour").waitFor({ state: "detached" });
  await expect.poll(() => colours.locator(".hint").innerText()).toBe("");
  await colours.getByLabel("Array of Blue").selectOption("c.fits");
  await colours
    .getByText("c.fits cannot be resampled to the pixels of this image: it is of another")
    .waitFor();
  await colours.getByLabel("Resampled").selectOption("Not: pixel by pixel");
  await colours.getByText("On the sky, Blue is up to 7").waitFor();
});
