/** `asdf-wasm/viewer` bundled anew: in a plain page by each bundler, and as components of frameworks, whose source docs/viewer.md shows. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import webpack from "webpack";
import { packageCommand, root } from "../../scripts/command/process.mjs";
import { runNode } from "../pkg/support/consumer.ts";
import { serve } from "../pkg/support/page.ts";
import { expectViewer } from "../pkg/support/viewer-page.ts";
import { expectComponent } from "./support/component.ts";
import { project, runTool, startTool, tools } from "./support/project.ts";

type Vite = typeof import("vite");

function vite(version: string): Promise<Vite> {
  const path = join(tools, "node_modules", `vite-${version}`, "dist", "node", "index.js");
  return version === "8" ? import("vite") : import(pathToFileURL(path).href);
}

/** Visits the built page of a project, with the file that it shows. */
async function visit(dist: string, look: typeof expectViewer, headers?: Record<string, string>) {
  copyFileSync(join(root, "tests", "data", "roman", "roman_l2_192.asdf"), join(dist, "roman.asdf"));
  const server = await serve(dist, headers);
  try {
    await look(server.url);
  } finally {
    await server.close();
  }
}

/** The WebAssembly modules below a folder. */
function modulesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".wasm"));
}

// Between the oldest and the newest, vite.test.ts tries all with the package.
describe.each(["5", "8"])("Vite %s", (version) => {
  test("built, under a strict content security policy", async () => {
    const folder = await project("viewer", `viewer-vite-${version}-build`);
    const { build } = await vite(version);
    await build({ root: folder, base: "./", logLevel: "error" });
    const dist = join(folder, "dist");
    await visit(dist, expectViewer);
    expect(modulesIn(dist)).toHaveLength(4);
  });

  test("its development server", async () => {
    const folder = await project("viewer", `viewer-vite-${version}-dev`);
    const { createServer } = await vite(version);
    const server = await createServer({
      root: folder,
      logLevel: "error",
      server: { host: "127.0.0.1", port: 0, hmr: false },
    });
    try {
      await server.listen();
      const port = (server.httpServer?.address() as AddressInfo | undefined)?.port;
      await expectViewer(`http://127.0.0.1:${port}/`);
    } finally {
      await server.close();
    }
  });
});

test("webpack, under a strict content security policy", async () => {
  const folder = await project("viewer", "viewer-webpack");
  const dist = join(folder, "dist");
  const compiler = webpack({
    mode: "production",
    context: folder,
    entry: "./main.js",
    output: { path: dist },
    performance: { hints: false },
    // Webpack minifies the page of `tests/pkg`: to minify the viewer as well would take most of the time here.
    optimization: { minimize: false },
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  expect(stats?.toJson({ all: false, errors: true, warnings: true })).toMatchObject({
    errors: [],
    warnings: [],
  });
  copyFileSync(join(folder, "index.html"), join(dist, "index.html"));
  await visit(dist, expectViewer);
  expect(modulesIn(dist)).toHaveLength(4);
});

describe("Parcel", () => {
  test("built, without shared bundles", async () => {
    const folder = await project("viewer", "viewer-parcel");
    const manifest = join(folder, "package.json");
    const settings = { "@parcel/bundler-default": { disableSharedBundles: true } };
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, "utf8")), ...settings }));
    await runTool("parcel", ["build", "index.html", "--public-url", "./", "--no-cache"], folder);
    const dist = join(folder, "dist");
    // The page has a script of Parcel's in it, which a strict policy refuses.
    await visit(dist, expectViewer, {});
    expect(modulesIn(dist)).toHaveLength(4);
  });

  test("its development server", async () => {
    const folder = await project("viewer", "viewer-parcel-dev");
    // It serves no other files than those of the folder that it writes to.
    mkdirSync(join(folder, "dist"));
    copyFileSync(join(folder, "roman.asdf"), join(folder, "dist", "roman.asdf"));
    const server = await startTool("parcel", ["serve", "index.html", "--no-hmr", "--no-cache"], folder);
    try {
      await expectViewer(server.url);
    } finally {
      await server.stop();
    }
  });
});

describe.each([
  ["react", "Viewer.tsx"],
  ["vue", "Viewer.vue"],
  ["svelte", "Viewer.svelte"],
])("a component of %s", (framework, file) => {
  test("built by Vite, under a strict content security policy", async () => {
    const folder = await project(`viewer-${framework}`);
    const { build } = await vite("8");
    await build({ root: folder, base: "./", logLevel: "error" });
    await visit(join(folder, "dist"), expectComponent);
  });

  test("docs/viewer.md shows it", () => {
    const source = readFileSync(join(tools, "projects", `viewer-${framework}`, file), "utf8");
    expect(readFileSync(join(root, "docs", "viewer.md"), "utf8")).toContain(`\n${source}\`\`\`\n`);
  });
});

test("the types of the element in JSX and in templates", async () => {
  const folder = await project("viewer-types");
  const { output } = await runNode([packageCommand("typescript", "tsc"), "-p", folder], folder);
  expect(output).toBe("");
});
