/**
 * `asdf-wasm types` with the library that it needs: what it writes is what the package ships (`-u` writes that anew), compiles with the
 * oldest TypeScript, and holds for the files and schemas that it was written from.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { open } from "asdf-wasm";
import { beforeAll, expect, test } from "vitest";
import { attempt, packageCommand, root } from "../../scripts/command/process.mjs";
import { claim } from "../js/support/program.ts";
import { project, tools } from "./support/project.ts";

let folder: string;
beforeAll(async () => {
  folder = await project("types", "declarations");
});

const types = (...args: readonly string[]) =>
  attempt(process.execPath, ["node_modules/asdf-wasm/bin/asdf-wasm.js", "types", ...args], { cwd: folder });

const compilerOptions = {
  ...{ target: "es2022", lib: ["es2022", "dom"], strict: true, types: [], noEmit: true },
  ...{ module: "es2022", moduleResolution: "bundler" },
};

/** What the compiler says of programs in the folder. */
async function compiled(programs: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), text);
  }
  const files = Object.keys(programs);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  return (await attempt(process.execPath, [packageCommand("typescript-5.0", "tsc", tools), "-p", folder]))
    .output;
}

test.each([
  ["roman", "asdf://stsci.edu/datamodels/roman/tags/**"],
  ["jwst", "http://stsci.edu/schemas/jwst_datamodel/models"],
  ["dkist", "asdf://dkist.nso.edu/tags/**"],
])("the types of `asdf-wasm/types/%s`", async (name, of) => {
  const { code, stdout } = await types(of);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot(join(root, `package/types/${name}.d.ts`));
});

test("files have the types that are written for them", async () => {
  const files = [
    ...["roman/roman_l3_192.asdf", "fits/jwst-cal.fits", "wcs/jwst.asdf", "libasdf/roman_wcs.asdf"],
    ...["field/dkist/small_visp/test_visp.asdf", "field/asdf/dkist-old-stokes/test_old_wcs_BRMQY.asdf"],
    ...[
      "asdf-standard/1.0.0/complex.asdf",
      "asdf-standard/1.6.0/anchor.asdf",
      "asdf-standard/1.0.0/basic.asdf",
    ],
    ...["libasdf/255.asdf", "asdf-jl/blue_upchan_gain.00000000.asdf"],
  ].map((name) => join(root, "tests", "data", name));
  const programs: Record<string, string> = {};
  for (const [index, path] of files.entries()) {
    const written = `its${index}.d.ts`;
    const { code, output } = await types(path, "--name", "its tree", "-o", written);
    expect(output).toMatch(new RegExp(`^${written}: \\d+ types?\n$`));
    expect(code).toBe(0);
    using file = await open(path);
    programs[`program${index}.ts`] = claim(file.tree, "ItsTree", `./its${index}.js`);
  }
  expect(await compiled(programs)).toBe("");
});

test("a folder of schemas, and one schema", async () => {
  const lab = join(folder, "lab");
  mkdirSync(join(lab, "schemas"), { recursive: true });
  mkdirSync(join(lab, "manifests"));
  writeFileSync(
    join(lab, "manifests", "lab-1.0.0.yaml"),
    `id: asdf://lab.example/manifests/lab-1.0.0
tags:
- tag_uri: asdf://lab.example/tags/spectrum-1.0.0
  schema_uri: asdf://lab.example/schemas/spectrum-1.0.0
`,
  );
  const schema = join(lab, "schemas", "spectrum-1.0.0.yaml");
  writeFileSync(
    schema,
    `id: asdf://lab.example/schemas/spectrum-1.0.0
type: object
properties:
  flux: {title: Flux, tag: "tag:stsci.edu:asdf/core/ndarray-1.*", datatype: float64, exact_datatype: true}
  taken: {tag: "tag:stsci.edu:asdf/time/time-1.*"}
  next: {$ref: spectrum-1.0.0}
  note: {$ref: missing-1.0.0}
required: [flux]
`,
  );
  const { stdout, output } = await types("lab");
  expect(output).toContain(
    "schema asdf://lab.example/schemas/missing-1.0.0 is missing: the type there is `TreeValue`",
  );
  expect(stdout).toContain(`export type Spectrum = {
  /**
   * Flux
   */
  flux: NdArray<"float64">;
  taken?: Time;
  next?: Spectrum;
  note?: TreeValue;
}`);
  expect((await types(schema)).stdout).toBe(stdout);
  const program = `import { open, toDate } from "asdf-wasm";
import type { Spectrum } from "./lab.js";
const { tree } = await open<{ vega: Spectrum }>("vega.asdf");
export const { data } = await tree.vega.flux.read();
export const numbers: Float64Array = data;
export const date = tree.vega.next?.taken && toDate(tree.vega.next.taken);`;
  expect(await compiled({ "lab.d.ts": stdout, "program.ts": program })).toBe("");
});

test("texts of schemas stay comments, and values stay values", async () => {
  const schema = join(folder, "odd.yaml");
  writeFileSync(
    schema,
    `id: asdf://lab.example/odd-1.0.0
title: "Ends */ export const early = 1; /* here"
properties:
  kind: {enum: ["*/*", "image/*"], description: "*/ } /*"}
  flux: {tag: "tag:stsci.edu:asdf/core/ndarray-1.*"}
  nothing: {}
  "export const late = */": {type: string}
`,
  );
  const { stdout } = await types(schema);
  expect(stdout).toContain("flux?: NdArray;");
  expect(stdout).toContain("nothing?: TreeValue;");
  const program = `import type { Odd } from "./odd.js";
export const odd: Odd = { kind: "image/*", nothing: [1], "export const late = */": "" };`;
  expect(await compiled({ "odd.d.ts": stdout, "program.ts": program })).toBe("");
});

test("what there is not", async () => {
  const { code, output } = await types("asdf://lab.example/tags/spectrum-1.0.0");
  expect({ code, output }).toEqual({
    code: 3,
    output: "asdf-wasm types: there is no tag and no schema asdf://lab.example/tags/spectrum-1.0.0\n",
  });
  expect((await types("nothing.asdf")).code).toBe(3);
});

test("an editor with the oldest TypeScript completes paths", async () => {
  const ts = createRequire(join(tools, "package.json"))("typescript-5.0");
  const program = join(folder, "program.ts");
  const text = `import { open } from "asdf-wasm";
import type { RomanImage } from "asdf-wasm/types/roman";
const file = await open<RomanImage>("roman.asdf");
file.tree.roman.meta.exposure.`;
  writeFileSync(program, text);
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, folder);
  const service = ts.createLanguageService({
    ...{ getScriptFileNames: () => [program], getScriptVersion: () => "1" },
    ...{ getCurrentDirectory: () => folder, getCompilationSettings: () => options },
    getScriptSnapshot: (name: string) => ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    ...{ fileExists: ts.sys.fileExists, readFile: ts.sys.readFile },
  });
  const { entries = [] } = service.getCompletionsAtPosition(program, text.length, {}) ?? {};
  const names = entries.map(({ name }: { readonly name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["start_time", "ma_table_number"]));
});
