/** The packed package, installed in tiny projects outside of this repository, reads a real file in each. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "vite";
import { beforeAll, expect, test } from "vitest";
import webpack from "webpack";
import { packageCommand } from "../../scripts/command/process.mjs";
import { expected, install, pack, runNode } from "./support/consumer.ts";
import { pageSays, pageSaysAt, serve } from "./support/page.ts";

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

const measured = {
  isNdArray: true,
  count: 268,
  shape: expected().shape,
  csv: "a,b\r\n1,x\r\n2,y\r\n",
  leftOut: [],
  aligned: 2,
};

test("a program that measures, reads regions and tables, resamples, and exports, in Node", async () => {
  const folder = await install("analysis", tarball);
  const { code, output } = await runNode(["main.js"], folder);
  expect(code, output).toBe(0);
  expect(JSON.parse(output)).toEqual(measured);
});

test("the same in a page bundled by Vite", async () => {
  const folder = await install("analysis", tarball);
  const options = { root: folder, base: "./", configFile: false, logLevel: "error" } as const;
  await build({ ...options, build: { target: "es2023" } });
  expect(JSON.parse(await pageSays(join(folder, "dist")))).toEqual(measured);
});

test("a CommonJS program in Node", async () => {
  const folder = await install("node", tarball);
  const { code, output } = await runNode(["main.cjs"], folder);
  expect(code, output).toBe(0);
  expect(JSON.parse(output)).toEqual(expected());
});

test("a test in Vitest", async () => {
  const folder = await install("vitest", tarball);
  const options = ["run", "--globals", "--root", folder, "--testTimeout=100000"];
  const { code, output } = await runNode([packageCommand("vitest"), ...options], folder);
  expect(code, output).toBe(0);
  expect(output).toContain(`said: ${JSON.stringify(expected())}`);
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

test("a page that imports the package from another origin: its workers start by a Blob that imports", async () => {
  const folder = await install("foreign", tarball);
  const cors = { "Access-Control-Allow-Origin": "*" };
  const cdn = await serve(join(folder, "node_modules", "asdf-wasm"), cors);
  try {
    const [, origin] = /^(.+)\/$/.exec(cdn.url) ?? [];
    const policy = `default-src 'none'; script-src 'self' ${origin} 'wasm-unsafe-eval'; worker-src blob: ${origin}; connect-src 'self' ${origin}; img-src data:`;
    const page = await serve(folder, { "Content-Security-Policy": policy });
    try {
      expect(JSON.parse(await pageSaysAt(`${page.url}?from=${cdn.url}`))).toEqual(expected());
    } finally {
      await page.close();
    }
  } finally {
    await cdn.close();
  }
});

test("a Service Worker, which has neither import() nor workers", async () => {
  const folder = await install("service", tarball);
  const { refusal, ...summary } = JSON.parse(await pageSays(folder));
  expect(refusal).toContain("leave out the option `workers`");
  expect(summary).toEqual(expected());
});

test("asdf-wasm/slim, which is told where its modules are, with workers that the page starts", async () => {
  const folder = await install("slim", tarball);
  const { started, ...summary } = JSON.parse(await pageSays(folder));
  expect(started).toBeGreaterThan(0);
  expect(summary).toEqual(expected());
});
