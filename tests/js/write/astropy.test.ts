/**
 * What Python's asdf writes of its own types and of astropy's passes an edit. The file is `everything.asdf` of
 * tests/written/everything.py; tests/written/objects.py compares such copies in Python.
 */
import { readFileSync } from "node:fs";
import { type AsdfFile, openSync } from "asdf-wasm";
import { expect, test } from "vitest";

const vectors = readFileSync(new URL("astropy.vectors.asdf", import.meta.url));

/** Every key and scalar in its order, with its tag. A small `core/integer` is written as an integer of the tree. */
function* scalarsOf(file: AsdfFile): Generator<unknown> {
  for (const { path, value } of file.search("")) {
    const text = typeof value === "object" && value !== null ? value.constructor?.name : String(value);
    yield [path, text, path === "scalars/big integers/2" ? undefined : file.tag(path)];
  }
}

test("ordered maps, scalars, units, times, coordinates and tables pass an edit", async () => {
  using file = openSync(vectors);
  expect(file.warnings).toEqual([]);
  expect(file.tag("ordered")).toBe("tag:yaml.org,2002:omap");
  expect(file.tag("units/units/2")).toMatch(/unit\/unit-/);
  for (const compression of [undefined, "zlib"] as const) {
    const bytes = await file.edit(() => {}, { as: "bytes", compression });
    using edited = openSync(bytes, { checksums: "error" });
    expect(edited.warnings).toEqual([]);
    expect([...scalarsOf(edited)]).toEqual([...scalarsOf(file)]);
    for (const [path, array] of file.arrays()) {
      const [before, after] = [await array.read(), await edited.array(path).read()];
      expect([path, after]).toEqual([path, before]);
    }
  }
});
