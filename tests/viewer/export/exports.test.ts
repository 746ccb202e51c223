/** Exported files: `.npy` as numpy writes it, FITS as astropy has verified it, CSV and text. Nothing of a browser is needed. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ExportJob } from "@asdf-wasm/www/viewer/protocol/exports.ts";
import { tooLarge } from "@asdf-wasm/www/viewer/shell/saving/sink.ts";
import { beforeAll, expect, test } from "vitest";
import { exportCalls, exported, opened, signal } from "./support.ts";

interface Vectors {
  readonly asdf: string;
  readonly npy: Readonly<Record<string, string>>;
}

const vectors: Vectors = JSON.parse(readFileSync(new URL("exports.vectors.json", import.meta.url), "utf8"));
const verified: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL("exports.verified.json", import.meta.url), "utf8"),
);
/** Where the script that verifies finds what is exported. */
const folder = process.env["EXPORTS"];

let node: (path: string) => number;

function array(format: "npy" | "fits" | "csv", path: string, part: object = {}): ExportJob {
  return { of: "array", format, part: { node: node(path), ...part } };
}

beforeAll(async () => {
  node = await opened(new Uint8Array(Buffer.from(vectors.asdf, "base64")));
});

for (const [name, wanted] of Object.entries(vectors.npy)) {
  test(`numpy would write ${name} as it is exported`, async () => {
    const job: ExportJob =
      name === "records" ? { of: "table", format: "npy", node: node(name) } : array("npy", name);
    const plan = await exportCalls.plan(job, signal);
    const bytes = await exported(job);
    expect(plan.bytes).toBe(bytes.length);
    expect(bytes.toString("latin1")).toBe(Buffer.from(wanted, "base64").toString("latin1"));
  });
}

for (const name of [...Object.keys(vectors.npy), "masked_integers"]) {
  test.skipIf(name === "ascii" || name === "wide")(`astropy has verified ${name} as FITS`, async () => {
    const job: ExportJob =
      name === "records" ? { of: "table", format: "fits", node: node(name) } : array("fits", name);
    const bytes = await exported(job);
    expect(bytes.length % 2880).toBe(0);
    if (folder !== undefined) {
      writeFileSync(join(folder, `${name}.fits`), bytes);
    } else {
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(verified[name]);
    }
  });
}

test("CSV has a line for each row, and nothing where elements are masked", async () => {
  const lines = (bytes: Buffer) => bytes.toString().split("\r\n");
  const section = { axes: [1, 2], index: [1, 0, 0] };
  const rows = lines(await exported(array("csv", "a_int8", { section })));
  expect(rows.map((row) => row.split(",").length)).toEqual([4, 4, 4, 1]);
  const turned = lines(
    await exported(array("csv", "a_int8", { section: { axes: [2, 1], index: [1, 0, 0] } })),
  );
  expect(turned.slice(0, -1).map((row) => row.split(",")[1])).toEqual(rows[1]?.split(","));
  const masked = lines(await exported(array("csv", "masked_integers")));
  expect(masked.map((row) => row.split(",").map((cell) => cell === ""))).toEqual([
    [false, true, false, false],
    [false, true, false, false],
    [false, true, false, false],
    [true],
  ]);
  const pair = lines(await exported(array("csv", "big_complex128")))[0]?.split(",")[0];
  expect(pair).toMatch(/^-?[\d.]+[+-][\d.]+j$/);
  const special = lines(await exported(array("csv", "line")));
  expect(special.slice(1, 3)).toEqual(["nan", "inf"]);
});

test("a collapsed axis is exported as what it is collapsed to", async () => {
  const collapse = { axis: 0, start: 0, stop: 2, by: "sum" } as const;
  const part = { section: { axes: [1, 2], index: [0, 0, 0], collapse } };
  const bytes = await exported(array("npy", "a_int16", part));
  expect(bytes.toString("latin1", 0, 100)).toContain(
    "'descr': '<f8', 'fortran_order': False, 'shape': (3, 4)",
  );
  const planes = await exported(array("npy", "a_int16"));
  const sums = Array.from(
    { length: 12 },
    (_, i) => planes.readInt16LE(128 + 2 * i) + planes.readInt16LE(152 + 2 * i),
  );
  expect(Array.from({ length: 12 }, (_, i) => bytes.readDoubleLE(128 + 8 * i))).toEqual(sums);
});

test("a line as CSV has indices", async () => {
  const section = { axes: [2], index: [1, 2, 0] };
  const job = { ...array("csv", "a_int8", { section }), isLine: true } as ExportJob;
  const lines = (await exported(job)).toString().split("\r\n");
  const plain = (await exported(array("csv", "a_int8", { section }))).toString().split("\r\n");
  expect(lines).toEqual(["index,value", ...plain.slice(0, -1).map((value, i) => `${i},${value}`), ""]);
});

test("a table as CSV has the names of its columns, and arrays in brackets", async () => {
  const table = await exported({ of: "table", format: "csv", node: node("records") });
  expect(table.toString()).toBe(
    'id,flux,name,xyz,good,big\r\n1,2.5,ab,"[1, 2, 3]",true,7\r\n-5,-0.25,,"[4, 5, 6]",false,9223372036854775809\r\n',
  );
});

test("the tree as YAML opens again; a node is JSON", async () => {
  const whole = await exported({ of: "tree", format: "yaml", node: 0, isWhole: true });
  expect(whole.toString()).toMatch(/^#ASDF 1\.0\.0\n.*records: !core\/ndarray/s);
  const one = await exported({ of: "tree", format: "json", node: node("asdf_library"), isWhole: false });
  expect(JSON.parse(one.toString())).toMatchObject({ name: "asdf" });
});

test("a block is what its array holds, and stored as in the file", async () => {
  const decoded = await exported({ of: "block", format: "decoded", index: 0 });
  const stored = await exported({ of: "block", format: "stored", index: 0 });
  const file = Buffer.from(vectors.asdf, "base64");
  expect(stored.equals(decoded)).toBe(true);
  expect(file.includes(stored)).toBe(true);
});

test("what a format cannot hold is said before it is written", async () => {
  const problem = async (job: ExportJob) => (await exportCalls.plan(job, signal)).problem;
  expect(await problem(array("csv", "a_int8"))).toContain("has 3 axes: choose a section");
  expect(await problem(array("fits", "ascii"))).toContain("choose .npy or CSV");
  await expect(exported(array("fits", "wide"))).rejects.toMatchObject({ severity: "error" });
  const remarks = async (job: ExportJob) => (await exportCalls.plan(job, signal)).remarks.join(" ");
  expect(await remarks(array("fits", "a_float16"))).toContain("float32");
  expect(await remarks(array("npy", "masked_integers"))).toContain("keep their stored values");
});

test("of a file on a server, the plan says how much is asked for", async () => {
  node = await opened(new Uint8Array(Buffer.from(vectors.asdf, "base64")), true);
  const { fetched } = await exportCalls.plan(array("fits", "a_int16"), signal);
  const table = await exportCalls.plan({ of: "table", format: "fits", node: node("records") }, signal);
  expect([fetched, table.fetched]).toEqual([48, 58]);
});

test("a download has its limit, a chosen place none", () => {
  expect(tooLarge(2 ** 31, false)).toBeUndefined();
  expect(tooLarge(2 ** 31 + 1, false)).toContain("export a part");
  expect(tooLarge(2 ** 40, true)).toBeUndefined();
});

test("writing stops when it is cancelled", async () => {
  const controller = new AbortController();
  const stop = async () => controller.abort();
  const stopping = exportCalls.write(array("npy", "a_int8"), controller.signal, stop, () => {});
  await expect(stopping).rejects.toMatchObject({ code: "aborted" });
});
