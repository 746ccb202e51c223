/** What `read()` gave is written as the array that it was. */
import { type ArrayData, type Datatype, ndarray, open, write } from "asdf-wasm";
import { expect, test } from "vitest";
import { ndarray as arrayText, build } from "../../support/build.ts";
import { arrayAt } from "../../support/values.ts";

const tree = {
  float32: ndarray(Float32Array.of(1, 2, 3, 4), { shape: [2, 2] }),
  float16: ndarray([1.5, 2], { dtype: "float16" }),
  bool8: ndarray([true, false]),
  complex64: ndarray([1, 2, 3, 4].slice(0, 2), { dtype: "complex64" }),
  int128: ndarray([1n, -1n], { dtype: "int128" }),
  ascii: ndarray(["a", "bc"], { dtype: { kind: "ascii", length: 7 } }),
  masked: ndarray([1, 2], { mask: [true, false] }),
  records: ndarray({
    fields: {
      x: { data: Int8Array.of(1, 2), shape: [2], stride: [1] },
      ok: { data: ["n", "y"], shape: [2], stride: [1] },
    },
    shape: [2],
  }),
};

test("every datatype", async () => {
  using file = await open(await write(tree));
  const read: Record<string, unknown> = {};
  for (const [path, array] of file.arrays()) {
    read[path] = await array.read();
  }
  using again = await open(await write({ inner: read }));
  for (const [path, array] of file.arrays()) {
    const written = arrayAt(again, `inner/${path}`);
    expect([written.dtype, written.shape] satisfies [Datatype, readonly number[]]).toEqual([
      array.dtype,
      array.shape,
    ]);
    expect(await written.read()).toEqual(await array.read());
  }
});

test("copies from a worker, and the float16 that was read as bits", async () => {
  using file = await open(await write(tree));
  const bits = await file.array("float16").read([], { float16: "bits" });
  const cloned = structuredClone(await file.array("float32").read());
  using again = await open(await write({ bits, cloned, preview: await file.array("float32").preview() }));
  expect(again.array("bits").dtype).toBe("float16");
  expect((await again.array("cloned", "float32").read()).shape).toEqual([2, 2]);
  expect((await again.array("preview", "float32").read()).data).toEqual(Float32Array.of(1, 2, 3, 4));
});

test("maps that only look similar stay maps", async () => {
  const shape = [2];
  const self: { shape: number[]; fields: Record<string, unknown> } = { shape, fields: {} };
  self.fields["self"] = self;
  const maps = { a: { data: "x", shape, stride: [1] }, b: { shape, fields: ["x"] }, c: { shape }, self };
  using file = await open(await write(maps));
  expect(file.get("a/data")).toBe("x");
  expect([...file.arrays()]).toEqual([]);
});

test("a part of an array", async () => {
  using file = await open(
    build(`a: ${arrayText(0, "int16", [2, 2])}`, [{ content: Int16Array.of(1, 2, 3, 4) }]),
  );
  const part = (await file.array("a").read([1])) as ArrayData;
  using again = await open(await write({ part }));
  expect((await again.array("part", "int16").read()).data).toEqual(Int16Array.of(3, 4));
});
