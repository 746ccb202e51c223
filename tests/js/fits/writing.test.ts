/** FITS files written as ASDF: the tree is kept, and blocks take the place of HDUs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type ArrayData,
  type AsdfFile,
  NdArray,
  ndarray,
  open,
  type StructData,
  slice,
  type TreeMap,
  tagOf,
  toTable,
  write,
} from "asdf-wasm";
import { expect, test } from "vitest";
import { asdfFits, hdu, image, PRIMARY } from "../../support/fits.ts";

const folder = join(import.meta.dirname, "../../data/fits");
const bytes = (name: string) => new Uint8Array(readFileSync(join(folder, name)));

/** Elements without masks that mask nothing: each field of a table has one in ASDF if any has in FITS. */
function plain({ mask, fields, ...rest }: ArrayData | StructData): unknown {
  const columns = Object.entries(fields ?? {}).map(([name, field]) => [name, plain(field)]);
  return { ...rest, mask: mask?.includes(1) ? mask : undefined, fields: Object.fromEntries(columns) };
}

/** Arrays at some paths with what they read, and tables. */
async function contents(file: AsdfFile, paths: readonly string[]): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const path of paths) {
    const node = file.get(path);
    if (node instanceof NdArray && !node.is("struct")) {
      const { shape, dtype, masked } = node;
      found.set(path, { shape, dtype, masked, elements: plain(await node.read()) });
    } else {
      const table = toTable(node);
      found.set(path, {
        columns: table.columns.map(({ name, dtype, unit }) => ({ name, dtype, unit })),
        elements: plain(await table.read()),
      });
    }
  }
  return found;
}

test.each(["images", "tables", "tiles", "groups", "headers", "asdf-table", "asdf-image"])(
  "%s.fits has the same tree and arrays as ASDF",
  async (name) => {
    using file = await open(bytes(`${name}.fits`));
    using written = await open(await file.edit(() => {}));
    expect([written.dialect, written.formatVersion, written.hdus]).toEqual(["asdf", "1.0.0", []]);
    const paths = [...file.arrays()].map(([path]) => path);
    expect(await contents(written, paths)).toEqual(await contents(file, paths));
    for (const [, { source, hdu }] of written.arrays()) {
      expect([typeof source, hdu]).toEqual(["number", undefined]);
    }
  },
);

test("cards keep their values and the difference between 2 and 2.0", async () => {
  using file = await open(bytes("headers.fits"));
  using written = await open(await write(file.tree));
  const [header, before] = [written, file].map(
    (of) => (of.tree as { PRIMARY: { header: TreeMap } }).PRIMARY.header,
  );
  expect(header).toEqual(before);
});

test("arrays of one HDU share a block, and those that no tree refers to can be written", async () => {
  const pixels = Uint8Array.from({ length: 24 }, (_, i) => i);
  const tree =
    "a: &a !core/ndarray-1.1.0 {source: 'fits:SCI,1'}\nb: *a\nc: !core/ndarray-1.1.0 {source: 'fits:SCI'}";
  using file = await open(
    asdfFits(tree, [hdu(image("SCI", 16, [3, 4]), pixels), hdu(image("DQ", 8, [2]), Uint8Array.of(7, 9))]),
  );
  const [, , dq] = file.hdus;
  const edited = await file.edit((tree: TreeMap) => {
    tree["dq"] = dq?.data ?? null;
  });
  using written = await open(edited);
  expect(written.blocks).toHaveLength(2);
  expect(written.get("a")).toBe(written.get("b"));
  expect((await written.array("c", "int16").read()).data).toEqual(
    (await file.array("a", "int16").read()).data,
  );
  expect((await written.array("dq", "uint8").read()).data).toEqual(Uint8Array.of(7, 9));
});

test("compression, chunks, cutouts and the exploded form work as with ASDF", async () => {
  const floats = new Float32Array(64 * 64).map((_, i) => i);
  const stored = Buffer.from(floats.buffer.slice(0)).swap32();
  using file = await open(
    new Uint8Array(Buffer.concat([hdu(PRIMARY), hdu(image("SCI", -32, [64, 64]), stored)])),
  );
  const { data } = file.hdus[1] ?? {};
  if (!(data instanceof NdArray)) {
    throw new Error("there are no data");
  }
  using compressed = await open(await file.edit(() => {}, { compression: "zlib" }));
  expect(compressed.array("SCI/data").compression).toBe("zlib");
  expect((await compressed.array("SCI/data").read()).data).toEqual(floats);
  using chunked = await open(await write({ data: ndarray(data, { chunks: [32, 64] }) }));
  expect((await chunked.array("data").read()).data).toEqual(floats);
  using cut = await open(await file.cutout({ "SCI/data": [slice(2, 4), slice(10, 13)] }));
  const part = await cut.array("SCI/data", "float32").read();
  expect([part.shape, [...part.data]]).toEqual([
    [2, 3],
    [138, 139, 140, 202, 203, 204],
  ]);
  const exploded = await file.explode({ name: "image" });
  expect(exploded.map(({ name }) => name)).toEqual(["image.asdf", "image0000.asdf"]);
});

test("tags of the ASDF extension and its version of the standard are kept", async () => {
  const tree =
    "a: !<tag:example.org:thing-1.0.0> {b: 2.0, c: &c [1], d: *c}\ne: !core/ndarray-1.1.0 {source: 'fits:SCI'}";
  using file = await open(asdfFits(tree, [hdu(image("SCI", 8, [2]), Uint8Array.of(1, 2))]));
  using written = await open(await file.edit(() => {}));
  expect(tagOf(written.get("a") as TreeMap)).toBe("tag:example.org:thing-1.0.0");
  expect(written.get("a/c")).toBe(written.get("a/d"));
  expect([file.standardVersion, written.standardVersion]).toEqual(["1.5.0", "1.5.0"]);
});
