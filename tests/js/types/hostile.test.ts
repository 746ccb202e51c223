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

test("what is no schema, and what there is not", async () => {
  await expect(declarations(undefined, { compile, schemas: ["[1]"] })).rejects.toThrow("it is not a map");
  await expect(declarations("asdf://lab.example/tags/**", { compile })).rejects.toThrow("there is no tag");
  const odd =
    "id: asdf://lab.example/odd\ntype: 5\nproperties: {a: 3, b: {type: [1, string]}}\nrequired: 7\nallOf: {}";
  const { text } = await declarations(undefined, { compile, schemas: [odd] });
  expect(text).toContain('"b":{"type":"string"}');
});
