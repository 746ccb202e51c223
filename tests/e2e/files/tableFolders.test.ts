/** Catalogues of HATS and folders of Parquet files, dropped and at addresses: see tests/data/catalogues/hats/make_imported.py. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openHats } from "asdf-wasm/catalogues";
import { readRows } from "asdf-wasm/tables";
import { expect } from "vitest";
import { roman, SIDE } from "../../support/onSky.ts";
import { test, type Viewer } from "../support/viewer.ts";

const data = join(import.meta.dirname, "../../data/catalogues");

/** Serves a folder; returns which partitions were asked for. */
async function served(
  { page }: Viewer,
  kind: string,
  { missing = "none", lists = false }: { readonly missing?: string; readonly lists?: boolean } = {},
): Promise<Set<string>> {
  const asked = new Set<string>();
  await page.route("https://hats.example/**", async (route) => {
    const path = decodeURIComponent(new URL(route.request().url()).pathname.slice("/catalogue/".length));
    const file = join(data, kind, path);
    if (path.includes("Npix=")) {
      asked.add(path);
    }
    const headers = { "access-control-allow-origin": "*", "accept-ranges": "bytes" };
    const isFolder = path === "" || path.endsWith("/");
    if (lists && isFolder) {
      const names = readdirSync(file, { withFileTypes: true }).map(
        (entry) => `${entry.name}${entry.isDirectory() ? "/" : ""}`,
      );
      const links = names.map(
        (name) => `<a href="${encodeURIComponent(name).replace("%2F", "/")}">${name}</a>`,
      );
      return route.fulfill({
        contentType: "text/html",
        body: `<html><title>Index of /</title><h1>Index of /catalogue/${path}</h1><pre>${links.join("\n")}</pre></html>`,
        headers,
      });
    }
    if (isFolder || path.includes(missing) || !existsSync(file)) {
      return route.fulfill({ status: 404, headers });
    }
    const body = readFileSync(file);
    const [, start, end] = /bytes=(\d+)-(\d+)/.exec(route.request().headers()["range"] ?? "") ?? [];
    if (start === undefined) {
      return route.fulfill({ body, headers });
    }
    const part = body.subarray(Number(start), Number(end) + 1);
    const range = `bytes ${start}-${Number(start) + part.length - 1}/${body.length}`;
    const exposed = { "access-control-expose-headers": "content-range", "content-range": range };
    return route.fulfill({ status: 206, body: part, headers: { ...headers, ...exposed } });
  });
  return asked;
}

async function hasRows({ page }: Viewer, count: string): Promise<void> {
  await page
    .getByRole("grid")
    .getByRole("columnheader", { name: /dec.*deg/ })
    .waitFor();
  await expect.poll(() => page.locator(".values .count").innerText()).toContain(count);
  await page
    .getByRole("gridcell", { name: /^s\d+$/ })
    .first()
    .waitFor();
}

test.for(["imported", "folders"])(
  "a dropped catalogue of HATS in %s is one table",
  async (kind, { viewer }) => {
    await viewer.dropPaths(join(data, "hats", kind));
    await viewer.page.getByRole("heading", { name: `${kind}/` }).waitFor();
    await hasRows(viewer, "1200");
    await viewer.page.getByText(/^HATS · 2\d\d kB/).waitFor();
    await viewer.row("metadata").waitFor();
    await viewer.checkAccessibility();
  },
);

test("of a catalogue at an address, partitions are fetched when their rows are seen", async ({ viewer }) => {
  const asked = await served(viewer, "hats/imported", { missing: "Npix=11.parquet" });
  const { page } = viewer;
  await page.getByLabel("Address of a file").fill("https://hats.example/catalogue/hats.properties");
  await page.keyboard.press("Enter");
  await hasRows(viewer, "1200");
  // The first rows are of two partitions at most.
  expect(asked.size).toBeLessThan(3);
  await page.getByRole("gridcell").first().click();
  await page.keyboard.press("Control+End");
  await page.getByText("the partition `dataset/Norder=0/Dir=0/Npix=11.parquet` is not there").waitFor();
  expect(asked.size).toBeLessThan(6);
});

test("a dropped folder by `key=value` is one table, whose keys are columns", async ({ viewer }) => {
  await viewer.dropPaths(join(data, "hive/made"));
  const { page } = viewer;
  await page.getByRole("heading", { name: "made/" }).waitFor();
  await page.getByRole("columnheader", { name: /night/ }).waitFor();
  await page.getByRole("columnheader", { name: /band/ }).waitFor();
  await page.getByRole("gridcell", { name: "a/b =" }).first().waitFor();
});

test.for([
  ["hats/imported", true, /^HATS · /],
  ["hive/made", true, /^Parquet · /],
  ["hats/imported", false, /^HATS · /],
] as const)(
  "the folder %s at an address, listed: %s, is opened as one table",
  async ([kind, lists, format], { viewer }) => {
    const { page } = viewer;
    await served(viewer, kind, { lists });
    await page.getByLabel("Address of a file").fill("https://hats.example/catalogue/");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Open as one table" }).click();
    await page.getByText(format).waitFor();
    await page.getByRole("gridcell").first().waitFor();
    // The folder that is not listed.
    expect(viewer.complaints.splice(0)).toHaveLength(lists ? 0 : 1);
  },
);

const [RA, DEC, PIXEL] = [150, 0, 0.02];
const HALF = (SIDE / 2) * PIXEL;

/** The catalogue at its address in one tab, and an image over a part of it in the other, with the panel of catalogues. */
async function overImage(viewer: Viewer): Promise<void> {
  const { page } = viewer;
  await page.getByLabel("Address of a file").fill("https://hats.example/catalogue/hats.properties");
  await page.keyboard.press("Enter");
  await page.getByRole("columnheader", { name: /dec.*deg/ }).waitFor();
  await viewer.dropAll({ "image.asdf": roman({ ra: RA, dec: DEC, pixel: PIXEL, value: 1 }) });
  await page.getByRole("button", { name: "Catalogue" }).click();
}

test("over an image, only partitions in view are fetched, and their symbols are rows, both ways", async ({
  viewer,
}) => {
  const { page } = viewer;
  const asked = await served(viewer, "hats/imported");
  const opened = new Set<string>();
  const hats = await openHats(async (path) => {
    const file = join(data, "hats/imported", path);
    opened.add(path);
    return existsSync(file) ? new Blob([readFileSync(file)]) : undefined;
  });
  const near = await hats.table({ cone: { ra: RA, dec: DEC, radius: 1.1 * Math.SQRT2 * HALF } });
  const partitions = [...opened].filter((path) => path.includes("Npix="));
  const { id, ra, dec } = await readRows(near, { columns: ["id", "ra", "dec"] });
  const [ras, decs] = [ra, dec].map((column) => Array.from(column?.data ?? [], Number));
  const inside = ras?.flatMap((_, i) => {
    const [x, y] = [(ras[i] ?? 0) - RA, (decs?.[i] ?? 0) - DEC];
    return Math.max(Math.abs(x), Math.abs(y)) < HALF ? { x, y, id: String(id?.data[i]) } : [];
  });
  const [first] = inside ?? [];

  await overImage(viewer);
  await page.getByRole("img", { name: `Catalogue, ${inside?.length} rows in the image` }).waitFor();
  const others = [...asked].filter((path) => !partitions.includes(path));
  // The table shows its first rows, which are elsewhere.
  expect([asked.size <= partitions.length + 2, others.length <= 2]).toEqual([true, true]);
  expect(asked.size).toBeLessThan(hats.partitions.length / 2);
  await viewer.screenshot("hats-over-image");

  const at = [(first?.x ?? 0) / -PIXEL, (first?.y ?? 0) / PIXEL].map((step) => step + (SIDE - 1) / 2);
  const click = await viewer.centreOf(at[0] ?? 0, at[1] ?? 0, SIDE, SIDE);
  await page.mouse.click(click.x, click.y);
  const row = page.getByLabel("Row", { exact: true });
  await expect.poll(() => row.inputValue()).not.toBe("");
  await page
    .getByText(first?.id ?? "none", { exact: true })
    .first()
    .waitFor();
  await page.getByRole("tab", { name: "catalogue" }).click();
  await page.locator(".grid-row [aria-selected=true]").first().waitFor();
  await page.getByRole("gridcell", { name: first?.id ?? "none", exact: true }).waitFor();
});

test("where too many rows are in view, their density is drawn, and no partition is fetched", async ({
  viewer,
}) => {
  const { page } = viewer;
  const info = readFileSync(join(data, "hats/imported/partition_info.csv"), "utf8").trim().split("\n");
  const counted = info.map((line, i) => `${line},${i === 0 ? "num_rows" : 1_000_000 * i}`).join("\n");
  const asked = await served(viewer, "hats/imported");
  await page.route("https://hats.example/catalogue/partition_info.csv", (route) =>
    route.fulfill({ body: counted, headers: { "access-control-allow-origin": "*" } }),
  );
  await overImage(viewer);
  await page.getByRole("img", { name: "Catalogue, the density of its rows" }).waitFor();
  await page
    .getByText(/^About [\d,]+ of 300,000,000 rows in view: so many are drawn as their density/)
    .waitFor();
  const before = asked.size;
  await page.mouse.move(400, 400);
  await viewer.frames(3);
  expect([before < 3, asked.size]).toEqual([true, before]);
  await viewer.checkAccessibility();
  await viewer.screenshot("hats-density");
});
