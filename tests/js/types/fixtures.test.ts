/**
 * Trees are of the types that the package ships: every property that a type requires is there, and each is of its kind. They are those of
 * real files, and the fake data of every model of Roman and JWST that Python made and found valid (see `../schema/mutated.vectors.py`).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { isMap, open, type TreeMap, tagOf } from "asdf-wasm";
import { expect, test } from "vitest";
import { root } from "../../../scripts/command/process.mjs";
import { claim, compiled } from "../support/program.ts";

const data = join(root, "tests", "data");
const declared = (producer: string) => readFileSync(join(root, `package/types/${producer}.d.ts`), "utf8");

test("files", async () => {
  const files = [
    ["roman/roman_l2_192.asdf", "roman", "RomanImage"],
    ["roman/roman_l3_192.asdf", "roman", "RomanMosaic"],
    ["fits/jwst-cal.fits", "jwst", "JwstImage"],
    ["fits/jwst-i2d.fits", "jwst", "JwstImage"],
    ["fits/jwst-uncal.fits", "jwst", "JwstLevel1B"],
    ["fits/jwst-x1d.fits", "jwst", "JwstMultiSpec"],
    ["fits/jwst-s3d.fits", "jwst", "JwstIFUCube"],
    ["field/dkist/tiled/grid.asdf", "dkist", "{ dataset: TiledDataset }"],
    ["field/dkist/tiled/row.asdf", "dkist", "{ dataset: TiledDataset }"],
    ["field/asdf/dkist-visp-inverse/visp_no_headers.asdf", "dkist", "{ dataset: Dataset }"],
  ] as const;
  const programs: Record<string, string> = {};
  for (const [index, [file, producer, type]] of files.entries()) {
    using opened = await open(join(data, file));
    programs[`program${index}.ts`] = claim(opened.tree, type, `asdf-wasm/types/${producer}`);
  }
  expect(await compiled(programs)).toBe("");
});

/** Fake data that are not what the schema of the model says, whose verdict Python gives by tags alone. */
const NOT_OF_THEIR_MODEL = ["JwstEmi", "JwstExtract1DIFU", "JwstMiriWFSSSpecwcs"];

test("fake data of every model", async () => {
  const roman = declared("roman");
  const programs: Record<string, string> = {};
  for (const tree of await fakeTrees()) {
    const { meta, roman: model } = tree;
    const name = isMap(model) ? typeOf(tagOf(model) ?? "") : `Jwst${isMap(meta) ? meta["model_type"] : ""}`;
    const type = name.replace(/Model$/, "").replace(/\d[a-z]/, (found) => found.toUpperCase());
    // Older models are not among the types.
    if (!isMap(model) || roman.includes(`export type ${type} = `)) {
      programs[`${type}.ts`] = isMap(model)
        ? claim(model, type, "asdf-wasm/types/roman")
        : claim(tree, type, "asdf-wasm/types/jwst");
    }
  }
  expect(Object.keys(programs).length).toBeGreaterThan(140);
  const said = await compiled(programs);
  expect(said.match(/^\w+(?=\.ts\()/gm)).toEqual(NOT_OF_THEIR_MODEL);
});

test("what is not there, or of another kind, is told", async () => {
  using file = await open(join(data, "roman/roman_l2_192.asdf"));
  const changed = async (change: (meta: TreeMap) => unknown) => {
    const blob = await file.edit(({ roman }: { roman: { meta: TreeMap } }) => {
      change(roman.meta);
    });
    using other = await open(blob);
    return compiled({ "program.ts": claim(other.tree, "RomanImage", "asdf-wasm/types/roman") });
  };
  expect(await changed((meta) => delete meta["photometry"])).toContain("photometry");
  expect(await changed((meta) => Object.assign(meta, { telescope: "HST" }))).toContain('"HST"');
});

async function fakeTrees(): Promise<TreeMap[]> {
  const lines = gunzipSync(readFileSync(new URL("../schema/mutated.vectors.jsonl.gz", import.meta.url)));
  const trees: TreeMap[] = [];
  for (const line of lines.toString().trim().split("\n")) {
    const { text, errors }: { text?: string; errors: unknown[] } = JSON.parse(line);
    if (text?.includes("\nroman:") || text?.includes("telescope: JWST")) {
      using file = await open(new TextEncoder().encode(text));
      if (errors.length === 0 && isMap(file.tree)) {
        trees.push(file.tree);
      }
    }
  }
  return trees;
}

/** The name of the type of a tag. */
function typeOf(tag: string): string {
  const [name = ""] = /[^/]+(?=-[\d.]+$)/.exec(tag) ?? [];
  return name.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());
}
