/** Bundlers with the lines that docs/bundlers.md gives: a page that reads and writes with workers, and a worker of its own. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expected } from "../pkg/support/consumer.ts";
import { pageSays, pageSaysAt } from "../pkg/support/page.ts";
import { project, runTool, startTool } from "./support/project.ts";

const modules = [
  "asdf_wasm_bg.wasm",
  "asdf_wasm_writer_bg.wasm",
  "asdf_wasm_wcs_bg.wasm",
  "asdf_wasm_fits_bg.wasm",
];
const both = [expected(), expected()];

/** Puts what these bundlers leave alone beside what they write. */
function copyTo(dist: string, folder: string, files: readonly string[]): void {
  for (const file of files) {
    copyFileSync(join(folder, file), join(dist, file.split("/").at(-1) ?? ""));
  }
}

test("esbuild: the worker and the modules as entry points", async () => {
  const folder = await project("esbuild");
  await runTool(
    "esbuild",
    [
      ...["main.js", "own.js", "asdf-wasm/pool/worker.js", ...modules.map((name) => `asdf-wasm/${name}`)],
      ...["--bundle", "--format=esm", "--splitting", "--loader:.wasm=copy", "--entry-names=[name]"],
      ...["--outdir=dist", "--log-level=warning"],
    ],
    folder,
  );
  const dist = join(folder, "dist");
  copyTo(dist, folder, ["index.html", "roman.asdf"]);
  expect(JSON.parse(await pageSays(dist))).toEqual(both);
});

test("Rollup: the worker as an entry, and the modules copied", async () => {
  const folder = await project("rollup");
  await runTool("rollup", ["-c", "--silent"], folder);
  const dist = join(folder, "dist");
  const installed = modules.map((name) => `node_modules/asdf-wasm/${name}`);
  copyTo(dist, folder, ["index.html", "roman.asdf", ...installed]);
  expect(JSON.parse(await pageSays(dist))).toEqual(both);
});

/** Parcel's pages have a script of their own in them, which a strict policy refuses: they are served without one. */
async function parcelSays(name: string): Promise<unknown> {
  const folder = await project(name);
  await runTool("parcel", ["build", "index.html", "--public-url", "./", "--no-cache"], folder);
  return JSON.parse(await pageSays(join(folder, "dist"), {}));
}

test("Parcel, by itself", async () => {
  expect(await parcelSays("parcel")).toEqual(expected());
});

test("Parcel with a worker of the page's own, without shared bundles", async () => {
  expect(await parcelSays("parcel-worker")).toEqual(both);
});

test("Parcel's development server", async () => {
  const folder = await project("parcel", "parcel-dev");
  const server = await startTool("parcel", ["serve", "index.html", "--no-hmr", "--no-cache"], folder);
  try {
    expect(JSON.parse(await pageSaysAt(server.url))).toEqual(expected());
  } finally {
    await server.stop();
  }
});
