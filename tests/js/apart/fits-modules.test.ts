/**
 * Which WebAssembly modules are fetched: the first bytes of a file choose one, so that no file costs two. Each case loads the package's entry
 * for browsers in a thread of its own, as a page does, and counts what it fetches, of the package and of files.
 */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { open, WorkerPool } from "asdf-wasm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { treeFile } from "../../../scripts/test/tree-file.mjs";
import { build } from "../../support/build.ts";
import { hdu, image, PRIMARY } from "../../support/fits.ts";

const pkg = new URL("../../../pkg/", import.meta.url);
const ASDF = "asdf_wasm_bg.wasm";
const FITS = "asdf_wasm_fits_bg.wasm";

const asdf = Buffer.from(treeFile("data: !core/ndarray-1.1.0 [1, 2, 3, 4]"));
const fits = Buffer.concat([hdu(PRIMARY), hdu(image("SCI", 8, [4]), Uint8Array.of(1, 2, 3, 4))]);
/** An image of 100 rows as the first HDU, behind its first card. */
const IMAGE = [
  ["BITPIX", 16],
  ["NAXIS", 2],
  ["NAXIS1", 200],
  ["NAXIS2", 100],
] as const;
const FILES: Readonly<Record<string, Buffer>> = {
  asdf,
  fits,
  "asdf.gz": gzipSync(asdf),
  "fits.gz": gzipSync(fits),
  "twice.gz": gzipSync(gzipSync(asdf)),
  neither: Buffer.from("\x01\x02\x03\x04\x05\x06\x07\x08 is neither of them"),
  cut: Buffer.from("SIMPLE"),
  broken: Buffer.from("SIMPLE  =                    T / and nothing more"),
  empty: Buffer.alloc(0),
};

let server: Server;
let base: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const name = request.url?.slice(1) ?? "";
    const file = FILES[name];
    if (file === undefined) {
      response.setHeader("content-type", "application/wasm");
      response.end(readFileSync(new URL(name, pkg)));
      return;
    }
    const [, from = 0, to = 0] = (/bytes=(\d+)-(\d+)/.exec(request.headers.range ?? "") ?? []).map(Number);
    const end = Math.min(to + 1, file.length);
    if (from >= end) {
      response.writeHead(416, { "content-range": `bytes */${file.length}` }).end();
      return;
    }
    const part = file.subarray(from, end);
    response.writeHead(206, {
      "content-range": `bytes ${from}-${end - 1}/${file.length}`,
      "content-length": part.length,
    });
    response.end(part);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => {
  server.close();
});

/** What a case fetched, in order, and what it returned. */
interface Outcome {
  readonly fetched: readonly string[];
  readonly result: unknown;
}

/** Runs the body of a function of `pkg`, the package, and `open`, which opens a file from memory and reads its array. */
async function run(body: string, entry = "index.js"): Promise<Outcome> {
  const worker = new Worker(
    `
    const { parentPort, workerData } = require("node:worker_threads");
    const { base, files, entry, folder } = workerData;
    const fetched = [];
    globalThis.location = new URL(base);
    const own = globalThis.fetch;
    globalThis.fetch = (input, options) => {
      const name = String(input.url ?? input).split("/").at(-1);
      fetched.push(name);
      return own(new URL(name, base), options);
    };
    const read = async (file) => {
      const array = file.hdus.at(1)?.data ?? file.get("data");
      return Array.from((await array.read()).data, Number);
    };
    const code = (work) => work.then(() => "opened", ({ code }) => code);
    import(new URL(entry, folder)).then(async (pkg) => {
      const open = async (name, options) => read(await pkg.open(files[name], options));
      const result = await (async () => { ${body} })();
      parentPort.postMessage({ fetched, result });
    }, (error) => { throw error; });
    `,
    { eval: true, workerData: { base, files: FILES, entry, folder: pkg.href } },
  );
  try {
    return await new Promise((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
  } finally {
    await worker.terminate();
  }
}

const NUMBERS = [1, 2, 3, 4];

test("workers run the module that is there: that for FITS decodes the blocks of ASDF, too", async () => {
  const { asdfModule }: { asdfModule: { isLoaded(): boolean } } = await import(
    new URL("wasm/reader.js", pkg).href
  );
  using pool = new WorkerPool({ size: 2, part: 4096 });
  const content = Int16Array.from({ length: 20_000 }, (_, i) => (7 * i) % 1000);
  const stored = new Int16Array(content);
  const swapped = new Uint8Array(Buffer.from(stored.buffer).swap16());
  using far = await open(new Uint8Array(hdu([["SIMPLE", true], ...IMAGE], swapped)), { workers: pool });
  expect((await far.hdus[0]?.data?.read())?.data).toEqual(content);
  for (const compression of ["zlib", undefined] as const) {
    const block = { content: swapped, ...(compression && { compression }) };
    const text = "data: !core/ndarray-1.1.0 {source: 0, datatype: int16, byteorder: big, shape: [100, 200]}";
    using file = await open(build(text, [block]), { workers: pool });
    expect((await file.array("data").read()).data).toEqual(content);
  }
  expect(asdfModule.isLoaded()).toBe(false);
});

test.each([
  ["FITS", "return open('fits')", [FITS], NUMBERS],
  ["ASDF", "return open('asdf')", [ASDF], NUMBERS],
  ["FITS that gzip has packed", "return open('fits.gz')", [FITS], NUMBERS],
  ["ASDF that gzip has packed", "return open('asdf.gz')", [ASDF], NUMBERS],
  [
    "FITS, then ASDF, then FITS",
    "await open('fits'); await open('asdf'); return open('fits')",
    [FITS],
    NUMBERS,
  ],
  [
    "ASDF, then FITS, then ASDF",
    "await open('asdf'); await open('fits'); return open('asdf')",
    [ASDF, FITS],
    NUMBERS,
  ],
  [
    "ASDF while the module for FITS is on its way",
    "const first = pkg.initFits(); const all = await Promise.all([open('asdf'), open('fits'), open('asdf'), first]); return all[0]",
    [FITS],
    NUMBERS,
  ],
  [
    "many files at once",
    "return (await Promise.all(['fits', 'fits', 'fits.gz'].map((name) => open(name))))[0]",
    [FITS],
    NUMBERS,
  ],
  [
    "`initFits()`, then `init()`",
    "await pkg.initFits(); await pkg.init(); return open('asdf')",
    [FITS],
    NUMBERS,
  ],
  ["`init()`, then ASDF", "await pkg.init(); return open('asdf')", [ASDF], NUMBERS],
  [
    "`openSync()` of ASDF after FITS",
    "await open('fits'); return read(pkg.openSync(files.asdf))",
    [FITS],
    NUMBERS,
  ],
  [
    "`openSync()` before any module",
    "return code((async () => pkg.openSync(files.asdf))())",
    [],
    "not-loaded",
  ],
  ["a Blob", "return read(await pkg.open(new Blob([files.fits])))", [FITS], NUMBERS],
  ["a stream", "return read(await pkg.open(new Blob([files.fits]).stream()))", [FITS], NUMBERS],
  [
    "a byte source, whose first bytes are read once",
    `const asked = [];
    const file = await pkg.open({ size: files.fits.length, read: async (at, length) => {
      asked.push(at);
      return files.fits.subarray(at, at + length);
    } });
    return asked;`,
    [FITS],
    [0],
  ],
  ["a file that is neither", "return code(open('neither'))", [ASDF], "not-asdf"],
  [
    "a file that is neither, after FITS",
    "await open('fits'); return code(open('neither'))",
    [FITS],
    "not-asdf",
  ],
  ["a file that is packed twice", "return code(open('twice.gz'))", [], "not-asdf"],
  ["a beginning of FITS", "return code(open('cut'))", [ASDF], "not-asdf"],
  ["FITS that is broken", "return code(open('broken'))", [FITS], "not-asdf"],
  ["an empty file", "return code(open('empty'))", [ASDF], "not-asdf"],
  ["a wrong option", "return code(pkg.open(files.fits, { chequesums: 'warn' }))", [], "bad-argument"],
  [
    "a module that does not come, and comes at the next try",
    `const served = globalThis.fetch;
    globalThis.fetch = async (input, options) => {
      await served(input, options);
      return new Response("", { status: 503 });
    };
    const failed = await code(open('fits'));
    globalThis.fetch = served;
    return [failed, await open('asdf')];`,
    [FITS, ASDF],
    ["network", NUMBERS],
  ],
])("%s", async (_, body, modules, result) => {
  expect(await run(body)).toEqual({ fetched: modules, result });
});

test.each([
  ["fits", FITS],
  ["asdf", ASDF],
  ["fits.gz", FITS],
])("the remote file %s is requested once, and then one module", async (name, module) => {
  const { fetched, result } = await run(`return read(await pkg.open("${base}${name}"))`);
  expect([fetched, result]).toEqual([[name, module], NUMBERS]);
});

test("`asdf-wasm/static` chooses as well; `asdf-wasm/slim` takes what it is given", async () => {
  expect(await run("await open('fits'); return open('asdf')", "static.js")).toEqual({
    fetched: [FITS],
    result: NUMBERS,
  });
  const given = (name: string, init: string) => `await pkg.${init}("${base}${name}");`;
  const slim = (body: string) => run(body, "slim.js");
  expect(await slim(`${given(FITS, "initFits")} await open('fits'); return open('asdf')`)).toEqual({
    fetched: [FITS],
    result: NUMBERS,
  });
  expect(await slim(`${given(ASDF, "init")} return [await open('asdf'), await code(open('fits'))]`)).toEqual({
    fetched: [ASDF],
    result: [NUMBERS, "not-loaded"],
  });
});
