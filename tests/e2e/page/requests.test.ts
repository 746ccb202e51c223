/** Which files the page asks its server for, by what is opened: few, each once, and none for what is not shown. */
import { basename, join } from "node:path";
import { expect } from "vitest";
import { fileServer } from "../../../scripts/page/serve.mjs";
import { blockFile, fixture } from "../../support/files.ts";
import { test as base, Viewer } from "../support/viewer.ts";

const DIST = join(import.meta.dirname, "../../../www/dist");

/** The hash in a file's name. */
const HASH = /-[\w-]{8}(?=\.\w+$)/;

/** The built page, and what its server was asked for. */
interface Site {
  readonly page: string;
  /** The names of files, without their hashes, in the order of the alphabet. */
  asked(): string[];
}

const test = base.extend("site", async ({ browser: _ }, { onCleanup }): Promise<Site> => {
  const server = await fileServer(DIST);
  onCleanup(() => {
    server.close();
    server.closeAllConnections();
  });
  const names: string[] = [];
  server.on("request", ({ url = "" }) => names.push(url.replace(/^\/(assets\/)?/, "").replace(HASH, "")));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const at = server.address();
  const port = typeof at === "object" && at ? at.port : 0;
  // Only browsers with a window ask for the icon.
  const asked = () => names.filter((name) => name !== "favicon.svg").sort();
  return { page: `http://127.0.0.1:${port}/index.html`, asked };
});

/** The page, its element, and what is loaded while it is idle: what every file needs, and the worker. */
const START = [
  ...["index.html", "index.css", "index.js", "viewer.js"],
  ...["image.js", "rolldown-runtime.js", "workspace.js"],
  ...["rolldown-runtime.js", "start.js", "viewer-worker.js"],
];

const IMAGE = blockFile(
  "data: !core/ndarray-1.1.0 {source: 0, shape: [4, 4], datatype: uint8}",
  new Uint8Array(16),
);

test.for([
  {
    what: "an image",
    file: IMAGE,
    needed: ["asdf_wasm_bg.wasm", "catalogue.js"],
  },
  {
    what: "an image with world coordinates",
    file: "roman/roman_l2_192.asdf",
    needed: ["asdf_wasm_bg.wasm", "asdf_wasm_wcs_bg.wasm", "catalogue.js", "tables.js", "wcs.js"],
  },
  {
    what: "a table of FITS",
    file: "fits/jwst-x1d.fits",
    needed: ["asdf_wasm_fits_bg.wasm", "chart.js", "fits.js", "grid.js", "table.js"],
  },
  {
    what: "a table of Parquet",
    file: "catalogues/parquet/described.parquet",
    needed: [
      ...["asdf_wasm_bg.wasm", "catalogue.js", "parquet.js", "tables.js"],
      ...["chart.js", "grid.js", "table.js"],
    ],
  },
])(
  "the start page takes ten files, and $what no others than it needs",
  async ({ what, file, needed }, { site, browser }) => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const viewer = new Viewer(await context.newPage());
    await viewer.page.goto(site.page);
    await viewer.page.getByRole("button", { name: "Choose a file" }).waitFor();
    await expect.poll(site.asked).toEqual(START.toSorted());
    await (typeof file === "string"
      ? viewer.drop(basename(file), await fixture(file))
      : viewer.drop("image.asdf", file));
    await (what.includes("image") ? viewer.drawn() : viewer.page.getByRole("grid").waitFor());
    await expect.poll(site.asked).toEqual([...START, ...needed].sort());
    expect(viewer.complaints).toEqual([]);
    await context.close();
  },
);
