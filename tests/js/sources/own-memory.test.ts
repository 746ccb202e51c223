/** A result has memory of its own: what is written into it, or transferred, leaves the file as it is. */
import { readFileSync } from "node:fs";
import { type ArrayData, ndarray, newTable, open, type StructData, toTable, write } from "asdf-wasm";
import { expect, test } from "vitest";

const NUMBERS = Float32Array.from({ length: 64 }, (_, i) => i);

/** A file in memory whose blocks begin at multiples of 64, so that their elements could be viewed. */
async function aligned(): Promise<Uint8Array<ArrayBuffer>> {
  const tree = {
    plain: ndarray(NUMBERS, { shape: [8, 8] }),
    masked: ndarray(NUMBERS, { mask: NUMBERS.map((x) => x % 2) as never }),
    inline: ndarray(Int16Array.of(1, 2, 3), { inline: true }),
    half: ndarray(Uint16Array.of(1, 2, 3, 4), { dtype: "float16" } as never),
    chunked: ndarray(NUMBERS, { shape: [8, 8], chunks: [4, 8] }),
    packed: ndarray(NUMBERS, { compression: "lz4" }),
    bytes: ndarray(Uint8Array.of(1, 2, 3, 4)),
    table: newTable({ a: NUMBERS, b: NUMBERS }),
  };
  const bytes = await write(tree, { as: "bytes", padding: 64 });
  const file = await open(bytes);
  const [{ offset = 0, headerSize = 0 } = {}] = await file.readBlockHeaders();
  const shift = (4 - ((offset + 6 + headerSize) % 4)) % 4;
  const shifted = new Uint8Array(new ArrayBuffer(bytes.length + shift), shift);
  shifted.set(bytes);
  return shifted;
}

function columnsOf(result: ArrayData | StructData): ArrayData[] {
  return result.fields ? Object.values(result.fields).flatMap(columnsOf) : [result as ArrayData];
}

const FITS = new URL("../../data/field/fits/defaults-of-the-standard/no_crpix.fits", import.meta.url);
const TABLE = new URL("../../data/field/fits/dup-column-names/no_ttype.fits", import.meta.url);

test.each(["an ASDF file", "a FITS image", "a FITS table"])("%s", async (what) => {
  const bytes =
    what === "an ASDF file"
      ? await aligned()
      : new Uint8Array(readFileSync(what === "a FITS image" ? FITS : TABLE));
  const before = bytes.slice();
  const file = await open(bytes);
  const arrays =
    what === "an ASDF file"
      ? [...file.arrays()].map(([, array]) => array)
      : file.hdus.flatMap(({ data }) => data ?? []);
  expect(arrays.length).toBeGreaterThan(0);
  for (const array of arrays) {
    const first = await array.read();
    const values = columnsOf(first).map(({ data }) => Array.from(data as ArrayLike<unknown>));
    for (const { data, mask } of columnsOf(first)) {
      if (ArrayBuffer.isView(data)) {
        (data as Uint8Array).fill(99);
        structuredClone(data, { transfer: [data.buffer as ArrayBuffer] });
      }
      mask?.fill(1);
    }
    const again = columnsOf(await array.read());
    expect(again.map(({ data }) => Array.from(data as ArrayLike<unknown>))).toEqual(values);
  }
  expect(bytes).toEqual(before);
  expect((await file.verify()).failed).toEqual([]);
  const edited = await open(await file.edit(() => {}, { as: "bytes" }));
  expect((await edited.verify()).failed).toEqual([]);
});

test("blocks and columns of tables", async () => {
  const bytes = await aligned();
  const before = bytes.slice();
  const file = await open(bytes);
  for (const { index } of await file.readBlockHeaders()) {
    (await file.readBlock(index)).fill(99);
  }
  const table = toTable(file.get("table"));
  for (const { data } of columnsOf((await table?.read()) as StructData)) {
    (data as Float32Array).fill(99);
  }
  expect(bytes).toEqual(before);
});

test("a view is given on request, and what is written into it is written with its own checksum", async () => {
  const bytes = await aligned();
  const file = await open(bytes);
  const { data } = await file.array("plain", "float32").read([], { view: true });
  expect(data.buffer).toBe(bytes.buffer);
  data[0] = 7;
  expect((await file.array("plain", "float32").read()).data[0]).toBe(7);
  for (const options of [{}, { compression: "zlib" }] as const) {
    const edited = await open(await file.edit(() => {}, options));
    expect((await edited.verify()).failed).toEqual([]);
    expect((await edited.array("plain", "float32").read()).data[0]).toBe(7);
  }
});
