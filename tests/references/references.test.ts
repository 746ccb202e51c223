/** Reference files in Python: zarr, xarray and dask read by them what the package reads. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ndarray, open, write } from "asdf-wasm";
import { references } from "asdf-wasm/references";
import { afterAll, expect, test } from "vitest";
import { sha256 } from "../support/truth.ts";
import { bytesOf, column } from "../support/values.ts";

const python = join(process.env["PYTHON_BIN"] ?? "", "python");
const data = join(import.meta.dirname, "../data");
const folder = mkdtempSync(join(tmpdir(), "references-"));

afterAll(() => rmSync(folder, { recursive: true }));

function asked(...args: readonly string[]) {
  const out = execFileSync(python, [join(import.meta.dirname, "check.py"), ...args], { maxBuffer: 2 ** 28 });
  return JSON.parse(out.toString());
}

const FIXTURES = ["matrix", "asdf-standard/1.6.0", "libasdf", "asdf-jl", "roman", "fits"].flatMap((name) =>
  readdirSync(join(data, name)).map((file) => join(data, name, file)),
);

test.each(["kerchunk", "zarr3"] as const)("zarr reads every array of the fixtures: %s", async (format) => {
  const expected: Record<string, Record<string, unknown>> = {};
  for (const [index, url] of FIXTURES.entries()) {
    const file = await open(url).catch(() => undefined);
    if (!file || !/\.(asdf|fits)$/.test(url)) {
      continue;
    }
    const { content, arrays } = await references([{ file, url }], { format, chunkSize: 4096 });
    const path = join(folder, `${format}-${index}.json`);
    const digests: Record<string, unknown> = {};
    for (const name of arrays) {
      const entry = String(content.refs[`${name}/${format === "kerchunk" ? ".zattrs" : "zarr.json"}`]);
      const array = file.array((JSON.parse(entry).attributes ?? JSON.parse(entry)).asdf_path);
      if (typeof array.dtype === "string") {
        digests[name] = [array.shape, sha256(bytesOf(column(await array.read([], { float16: "bits" }))))];
      }
    }
    if (Object.keys(digests).length > 0) {
      writeFileSync(path, JSON.stringify(content));
      expected[path] = digests;
    }
    file.close();
  }
  const read = asked("arrays", ...Object.keys(expected));
  expect(Object.keys(read).length).toBeGreaterThan(20);
  expect(read).toMatchObject(expected);
});

test("xarray and dask compute the mean of a hundred files, read in place", async () => {
  const files = [];
  const sum = new Float64Array(12);
  for (let index = 0; index < 100; index += 1) {
    const values = Float64Array.from({ length: 12 }, (_, i) => index * i);
    values.forEach((value, i) => {
      sum[i] = (sum[i] ?? 0) + value;
    });
    const url = join(folder, `${index}.asdf`);
    const image = ndarray(values, { shape: [3, 4], byteorder: "big" });
    writeFileSync(url, await write({ roman: { data: image } }, { as: "bytes" }));
    files.push({ file: await open(readFileSync(url)), url });
  }
  const { content } = await references(files, { stack: "exposure" });
  writeFileSync(join(folder, "set.json"), JSON.stringify(content));
  const { means, chunks } = asked("mean", join(folder, "set.json"), "roman.data", "exposure");
  const expected = Array.from(sum, (total) => total / 100);
  expect(means).toEqual([expected, expected]);
  expect(chunks).toEqual([new Array(100).fill(1), [3], [4]]);
});
