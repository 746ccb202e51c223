/** Schemas and trees that ask for more types than there can be, and those that are none. */
import { open } from "asdf-wasm";
import { declarations } from "asdf-wasm/types";
import { expect, test } from "vitest";

/** In the place of the library: the schema that it would be given. */
const compile = async (schema: object) => JSON.stringify(schema);

test("combinations that multiply each other end", async () => {
  const lines = Array.from(
    { length: 60 },
    (_, n) => `  d${n}: {anyOf: [&a${n} {$ref: "#/definitions/d${n + 1}"}, *a${n}]}`,
  );
  const schema = `id: asdf://lab.example/bomb\n$ref: "#/definitions/d0"\ndefinitions:\n${lines.join("\n")}\n  d60: {type: string}\n`;
  await expect(declarations(undefined, { compile, schemas: [schema] })).rejects.toMatchObject({
    code: "limit-exceeded",
  });
});

test("aliases that multiply each other end, and nodes inside themselves are anything", async () => {
  const lists = Array.from({ length: 40 }, (_, n) => `l${n + 1}: &l${n + 1} [*l${n}, *l${n}]`);
  const aliases = await open(
    new TextEncoder().encode(`#ASDF 1.0.0\n%YAML 1.1\n---\nl0: &l0 [1]\n${lists.join("\n")}\n...\n`),
  );
  await expect(declarations(aliases, { compile })).rejects.toMatchObject({ code: "limit-exceeded" });
  const circle = await open(new TextEncoder().encode("#ASDF 1.0.0\n%YAML 1.1\n--- &a\nagain: *a\n...\n"));
  expect((await declarations(circle, { compile })).text).toContain('"again":{"tsType":"TreeValue"}');
});

test("a schema that refers to itself for the same node, as those of astropy do by their own tag", async () => {
  const { text } = await declarations("tag:astropy.org:astropy/fits/fits-1.1.0", { compile });
  expect(text).toContain('"Fits":{"type":"array"');
  expect(text).not.toContain('"allOf":[{"$ref":"#/definitions/Fits"}');
});

test("ways that part and meet again, layer by layer, are gone once", async () => {
  const layer = (n: number, its: string) =>
    `  ${its}${n}: {allOf: [{$ref: "#/definitions/a${n + 1}"}, {$ref: "#/definitions/b${n + 1}"}]}`;
  const leaf = (its: string) => `  ${its}40: {type: [string, object], properties: {${its}: {type: number}}}`;
  const lines = Array.from({ length: 40 }, (_, n) => [layer(n, "a"), layer(n, "b")]).flat();
  const schema = `id: asdf://lab.example/net\n$ref: "#/definitions/a0"\ndefinitions:\n${[...lines, leaf("a"), leaf("b")].join("\n")}\n`;
  const { text } = await declarations(undefined, { compile, schemas: [schema] });
  expect(text).toContain('"A40":');
});

test("types without names that contain each other twice end", async () => {
  const lines = Array.from(
    { length: 60 },
    (_, n) =>
      `  d${n}: {anyOf: [{type: array, items: &a${n} {$ref: "#/definitions/d${n + 1}"}}, {type: array, items: {type: array, items: *a${n}}}]}`,
  );
  const schema = `id: asdf://lab.example/lists\n$ref: "#/definitions/d0"\ndefinitions:\n${lines.join("\n")}\n  d60: {type: string}\n`;
  await expect(declarations(undefined, { compile, schemas: [schema] })).rejects.toMatchObject({
    code: "limit-exceeded",
  });
});

interface Types {
  readonly [name: string]: { readonly [key: string]: unknown };
}

/** What the library would be given, of which every reference leads to a definition, and nothing has the name of another by chance. */
async function definitionsOf(of: Parameters<typeof declarations>[0], schemas: string[], name?: string) {
  let found: Types = {};
  await declarations(of, {
    ...{ schemas, name },
    compile: async (schema) => {
      found = (schema as { definitions: Types }).definitions;
      return "";
    },
  });
  const named = new Set<unknown>(Object.values(found));
  const visit = (value: unknown) => {
    if (typeof value === "object" && value !== null) {
      expect(named).not.toContain(value);
      const { $ref } = value as { $ref?: unknown };
      if (typeof $ref === "string") {
        expect(Object.keys(found)).toContain($ref.replace("#/definitions/", ""));
      }
      Object.values(value).forEach(visit);
    }
  };
  Object.values(found)
    .flatMap((type) => Object.values(type))
    .forEach(visit);
  return found;
}

test("a schema that is only another one, in which it occurs again", async () => {
  const schemas = [
    "{id: asdf://lab.example/outer, $ref: asdf://lab.example/inner}",
    "{id: asdf://lab.example/inner, type: object, properties: {child: {$ref: asdf://lab.example/outer}}}",
    "{id: asdf://lab.example/any, anyOf: [{$ref: asdf://lab.example/holder}, {$ref: asdf://lab.example/nothing}]}",
    "{id: asdf://lab.example/holder, properties: {again: {$ref: asdf://lab.example/any}}}",
    "{id: asdf://lab.example/nothing}",
  ];
  const { Outer, Inner } = await definitionsOf(undefined, schemas);
  expect(Outer).toEqual({ allOf: [{ $ref: "#/definitions/Inner" }] });
  expect(Inner).toMatchObject({ properties: { child: { $ref: "#/definitions/Outer" } } });
});

test("names that are taken: by other schemas, by the package, by the language, by the whole", async () => {
  const ids = [
    "x/tree",
    "x/Tree-1.0.0",
    "y/tree",
    "x/nd_array",
    "x/nd array",
    "x/map",
    "x/größe",
    "x/gr e",
    "x/string",
    "x/2",
    "x/asdf_wasm_types",
  ];
  const schemas = ids.map(
    (id) => `{id: "asdf://lab.example/${id}", type: object, properties: {"${id}": {}}}`,
  );
  const found = await definitionsOf(undefined, schemas);
  expect(Object.keys(found)).toHaveLength(ids.length);
  for (const taken of ["NdArray", "Map", "AsdfWasmTypes"]) {
    expect(found).not.toHaveProperty(taken);
  }
  const tagged =
    "tags: [{tag_uri: asdf://lab.example/tags/tree-1.0.0, schema_uri: asdf://lab.example/x/tree}]";
  const text = "#ASDF 1.0.0\n%YAML 1.1\n---\na: !<asdf://lab.example/tags/tree-1.0.0> {x/tree: 1}\n...\n";
  const file = await open(new TextEncoder().encode(text));
  const { Tree, XTree } = await definitionsOf(file, [tagged, ...schemas]);
  expect(Tree).toMatchObject({ properties: { a: { $ref: "#/definitions/XTree" } } });
  expect(XTree).toMatchObject({ properties: { "x/tree": {} } });
  expect(await definitionsOf(file, [], "nd array")).toHaveProperty("NdArray2");
});

test("a schema that says nothing names nothing else; values that JSON has not are of their kind", async () => {
  const schemas = [
    "{id: asdf://lab.example/nothing}",
    "{id: asdf://lab.example/text, type: string}",
    "{id: asdf://lab.example/odd, properties: {a: {}, b: {type: string}, c: {enum: [1, 12345678901234567890, .nan]}}}",
  ];
  const { Odd } = await definitionsOf(undefined, schemas);
  expect(Odd).toMatchObject({
    properties: { c: { anyOf: [{ enum: [1] }, { tsType: "bigint" }, { tsType: "number" }] } },
  });
});

test("a list of many maps takes no longer for each", async () => {
  const list = Array.from({ length: 20_000 }, (_, n) => `- {a: ${n}, b: x}`);
  const file = await open(
    new TextEncoder().encode(`#ASDF 1.0.0\n%YAML 1.1\n---\nlist:\n${list.join("\n")}\n...\n`),
  );
  const { Tree } = await definitionsOf(file, []);
  expect(Tree).toMatchObject({
    properties: { list: { items: { properties: { a: { type: "number" }, b: { type: "string" } } } } },
  });
});

test("what is no schema, and what there is not", async () => {
  await expect(declarations(undefined, { compile, schemas: ["[1]"] })).rejects.toThrow("it is not a map");
  await expect(declarations("asdf://lab.example/tags/**", { compile })).rejects.toThrow("there is no tag");
  const odd =
    "id: asdf://lab.example/odd\ntype: 5\nproperties: {a: 3, b: {type: [1, string]}, c: {$ref: '#/%'}}\nrequired: 7\nallOf: {}";
  const { text } = await declarations(undefined, { compile, schemas: [odd] });
  expect(text).toContain('"b":{"type":"string"}');
});
