/**
 * `npm run pictures`: takes the pictures of the viewer that README.md shows, of the built page and in the browser of the
 * tests. Look at them before you commit them.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildAll } from "../build/build.mjs";
import { command } from "../command/command.mjs";
import { announced, root } from "../command/process.mjs";
import { launchBrowser } from "../setup/browser.mjs";
import { treeFile } from "../test/tree-file.mjs";

/** @import { Page } from "playwright-core" */

const SIZE = { width: 1280, height: 800 };
const QUALITY = 0.86;

/** Numbers from 0 to 1, the same each time. @param {number} i */
const chance = (i) => (((i * 2654435761) % 4294967296) / 4294967296 + i * 0.618034) % 1;

/** A catalogue of sources like those found in an image. */
function catalogue() {
  const rows = Array.from({ length: 400 }, (_, i) => i);
  const flux = rows.map((i) => Number((0.4 / (0.004 + chance(7 * i + 1))).toFixed(3)));
  /** @type {[name: string, unit: string, values: (number | string)[]][]} */
  const columns = [
    ["label", "", rows.map((i) => i + 1)],
    ["ra", "deg", rows.map((i) => Number((270.94 + 0.0157 * chance(3 * i + 1)).toFixed(6)))],
    ["dec", "deg", rows.map((i) => Number((66.56 + 0.0157 * chance(5 * i + 2)).toFixed(6)))],
    ["flux", "uJy", flux],
    [
      "flux_err",
      "uJy",
      flux.map((flux, i) => Number((0.02 + 0.03 * Math.sqrt(flux) * (0.6 + chance(i))).toFixed(4))),
    ],
    ["abmag", "mag", flux.map((flux) => Number((23.9 - 2.5 * Math.log10(flux)).toFixed(3)))],
    ["is_extended", "", rows.map((i) => (chance(11 * i + 3) > 0.7 ? "true" : "false"))],
  ];
  const written = columns.map(([name, unit, values]) => {
    const units = unit === "" ? "" : `unit: !unit/unit-1.0.0 ${unit}, `;
    const datatype = typeof values[0] === "string" ? "bool8" : name === "label" ? "int32" : "float64";
    return `  - !core/column-1.0.0 {name: ${name}, ${units}data: !core/ndarray-1.1.0 {datatype: ${datatype}, data: [${values.join(", ")}]}}`;
  });
  return treeFile(`source_catalog: !core/table-1.0.0\n  columns:\n${written.join("\n")}`);
}

/** @param {Page} page */
async function addCatalogue(page) {
  await page.evaluate(
    (text) => document.querySelector("asdf-viewer")?.add(new File([text], "catalogue.asdf")),
    catalogue(),
  );
}

/** @param {Page} page */
async function openSample(page) {
  await page.getByRole("button", { name: "Open the sample" }).click();
  await drawn(page);
}

/** @param {Page} page */
async function drawn(page) {
  await page.locator(".stage[aria-busy=false] .colorbar").waitFor();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Types another value for a key below `roman/meta`. @param {Page} page @param {string} key @param {string} value */
async function edit(page, key, value) {
  await page.keyboard.press("/");
  await page.keyboard.type(key);
  await page.locator(".found").getByText(/^1 of/).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "Value" }).fill(value);
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Value" }).waitFor({ state: "detached" });
}

/** @param {Page} page @param {number} x in the image, from 0 to 1 @param {number} y */
async function pointAt(page, x, y) {
  const box = await page.locator(".pixels").boundingBox();
  await page.mouse.move((box?.x ?? 0) + x * (box?.width ?? 0), (box?.y ?? 0) + y * (box?.height ?? 0));
}

/**
 * What each picture shows.
 *
 * @type {{ name: string, theme: "light" | "dark", enter: (page: Page) => Promise<void> }[]}
 */
const PICTURES = [
  {
    name: "viewer",
    theme: "light",
    enter: async (page) => {
      await openSample(page);
      await addCatalogue(page);
      await page.getByRole("tab", { name: "sample.asdf" }).click();
      await page.getByRole("button", { name: "Flags", exact: true }).click();
      await page.getByText("DO_NOT_USE").waitFor();
      await drawn(page);
      await pointAt(page, 0.307, 0.385);
    },
  },
  {
    name: "viewer-dark",
    theme: "dark",
    enter: async (page) => {
      await openSample(page);
      await page.getByLabel("Colours", { exact: true }).selectOption("Inferno");
      await page.getByRole("button", { name: "Adjust" }).click();
      await page.getByText("values counted").waitFor();
      await drawn(page);
      await pointAt(page, 0.44, 0.55);
    },
  },
  {
    name: "viewer-editing",
    theme: "light",
    enter: async (page) => {
      await openSample(page);
      await page.locator(".pixels").focus();
      for (const key of ["l", "+", "+", "+", "ArrowLeft", "ArrowLeft", "ArrowUp"]) {
        await page.keyboard.press(key);
      }
      await page.getByText(/^Row \d/).waitFor();
      await page.getByRole("tree").focus();
      await page.keyboard.press("Home");
      await edit(page, "filename", "galaxies.asdf");
      await edit(page, "origin", "my archive");
      await drawn(page);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("menuitem", { name: "Cutout…" }).hover();
    },
  },
  {
    name: "viewer-table",
    theme: "dark",
    enter: async (page) => {
      await addCatalogue(page);
      await page.getByRole("treeitem").first().click();
      await page
        .getByRole("columnheader", { name: /^flux / })
        .getByRole("button")
        .click();
      await page.getByLabel("Filter flux_err").fill("< 0.1");
      await page.getByText(/ of 400 rows/).waitFor();
    },
  },
];

/** A PNG as WebP. @param {Page} page @param {Buffer} png @returns {Promise<Buffer>} */
async function webp(page, png) {
  const base64 = await page.evaluate(
    async ([png, quality]) => {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
      const blob = await canvas.convertToBlob({ type: "image/webp", quality });
      const made = new Uint8Array(await blob.arrayBuffer());
      return btoa(Array.from(made, (byte) => String.fromCharCode(byte)).join(""));
    },
    /** @type {const} */ ([png.toString("base64"), QUALITY]),
  );
  return Buffer.from(base64, "base64");
}

async function takePictures() {
  await buildAll("release");
  const { preview } = await import("vite");
  const server = await preview({
    configFile: join(root, "www/vite.config.ts"),
    logLevel: "silent",
    preview: { port: 0, host: "127.0.0.1" },
  });
  const browser = await launchBrowser();
  try {
    for (const { name, theme, enter } of PICTURES) {
      await announced(`Taking docs/${name}.webp`, async () => {
        const page = await browser.newPage({ viewport: SIZE, colorScheme: theme, reducedMotion: "reduce" });
        await page.goto(server.resolvedUrls?.local[0] ?? "");
        await enter(page);
        const png = await page.screenshot({ animations: "disabled" });
        writeFileSync(join(root, "docs", `${name}.webp`), await webp(page, png));
        await page.close();
      });
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

await command(
  {
    name: "npm run pictures",
    help: "Takes the pictures of the viewer that README.md shows; look at them before you commit them.",
  },
  takePictures,
);
