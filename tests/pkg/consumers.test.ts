/** The packed package, installed in tiny projects outside of this repository, reads a real file in each. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "vite";
import { beforeAll, expect, test } from "vitest";
import webpack from "webpack";
import { packageCommand } from "../../scripts/command/process.mjs";
import { expected, install, pack, runNode } from "./support/consumer.ts";
import { pageSays } from "./support/page.ts";

let tarball: string;

beforeAll(async () => {
  tarball = await pack();
});

test("a program in Node", async () => {
  const folder = await install("node", tarball);
  const { code, output } = await runNode(["main.js"], folder);
  expect(code, output).toBe(0);
  expect(JSON.parse(output)).toEqual(expected());
});

test("a TypeScript program, checked strictly and with the package's types checked too", async () => {
  const folder = await install("node", tarball);
  const { output } = await runNode([packageCommand("typescript", "tsc"), "-p", folder], folder);
  expect(output).toBe("");
});

test("a page bundled by Vite, under a strict content security policy", async () => {
  const folder = await install("vite", tarball);
  await build({
    root: folder,
    base: "./",
    configFile: false,
    logLevel: "error",
    build: { target: "es2023" },
  });
  expect(JSON.parse(await pageSays(join(folder, "dist")))).toEqual(expected());
});

test("a page bundled by webpack, under a strict content security policy", async () => {
  const folder = await install("webpack", tarball);
  const dist = join(folder, "dist");
  const compiler = webpack({
    mode: "production",
    context: folder,
    entry: "./main.js",
    output: { path: dist },
    // It would rather not have a WebAssembly module of this size.
    performance: { hints: false },
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  expect(stats?.toJson({ all: false, errors: true, warnings: true })).toMatchObject({
    errors: [],
    warnings: [],
  });
  copyFileSync(join(folder, "index.html"), join(dist, "index.html"));
  expect(JSON.parse(await pageSays(dist))).toEqual(expected());
});

test("a plain page without a bundler, under a strict content security policy", async () => {
  const folder = await install("page", tarball);
  expect(JSON.parse(await pageSays(folder))).toEqual(expected());
});

test("a module worker without a bundler, under a strict content security policy", async () => {
  const folder = await install("worker", tarball);
  expect(JSON.parse(await pageSays(folder))).toEqual(expected());
});

test("a page whose workers are ended while they work", async () => {
  const folder = await install("killed", tarball);
  const { code, started, ...summary } = JSON.parse(await pageSays(folder));
  expect(code).toBe("limit-exceeded");
  expect(started).toBe(2);
  expect(summary).toEqual(expected());
});
