/** The lab's tag of docs/converters.md in a file that Python wrote (`lab.vectors.py`). */
import { readFileSync } from "node:fs";
import { type Converter, type NdArray, open } from "asdf-wasm";
import { expect, test } from "vitest";

class Spectrum {
  name = "";
  flux: NdArray | Float64Array = new Float64Array();
}

const spectrum: Converter<Spectrum, { name: string; flux: NdArray }> = {
  tags: ["asdf://lab.example/tags/spectrum-1.0.0"],
  types: [Spectrum],
  read: (node) => Object.assign(new Spectrum(), node),
  write: ({ name, flux }) => ({ name, flux }),
};

test("a file of Python's converter is read, edited and written", async () => {
  const bytes = readFileSync(new URL("lab.vectors.asdf", import.meta.url));
  const file = await open(bytes, { converters: [spectrum] });
  const vega = file.get<Spectrum>("vega");
  expect(vega).toBeInstanceOf(Spectrum);
  expect(file.get("again")).toBe(vega);
  expect(await file.array("vega/flux").read()).toMatchObject({ data: Float64Array.of(1, 2) });
  const edited = await file.edit((tree: { vega: Spectrum }) => {
    tree.vega.name = "α Lyrae";
  });
  const plain = await open(edited);
  expect(plain.tag("vega")).toBe("asdf://lab.example/tags/spectrum-1.0.0");
  expect(plain.get("again")).toBe(plain.get("vega"));
  expect(plain.get("again/name")).toBe("α Lyrae");
});
