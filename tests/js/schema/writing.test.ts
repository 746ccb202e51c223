/** The option `validate` of what writes: what is not valid is not written, or written with warnings. */
import { AsdfError, open, openSync, slice, type Validated, type Warning, withTag, write } from "asdf-wasm";
import { expect, test, vi } from "vitest";

const SOFTWARE = "tag:stsci.edu:asdf/core/software-1.0.0";

/** Its name is a number, where the schema wants a text, and it has no version. */
const bad = () => ({ made: { by: withTag({ name: 17 }, SOFTWARE) } });

async function failureOf(work: Promise<unknown>): Promise<AsdfError> {
  const thrown: unknown = await work.catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(AsdfError);
  return thrown as AsdfError;
}

test("by default nothing is checked", async () => {
  const file = await open(await write(bad()));
  expect((await file.validate()).isValid).toBe(false);
});

test("an error lists the problems with their paths", async () => {
  const error = await failureOf(write(bad(), { validate: "error" }));
  expect(error).toMatchObject({ code: "bad-tree", path: "made/by/name" });
  expect(error.message).toContain('\nmade/by: "version" is required');
  expect(error.message).toContain("\nmade/by/name: 17 is not of the type string");
  expect((error.cause as Validated).problems.map(({ keyword }) => keyword).sort()).toEqual([
    "required",
    "type",
  ]);
});

test("a stream has no bytes before the tree was checked", async () => {
  await failureOf(write(bad(), { validate: "error", as: "stream" }));
});

test("a valid tree is written as it is without the option", async () => {
  const tree = { a: [1, 2.5], pixels: new Uint8Array(4) };
  const plain = await write(tree, { as: "bytes" });
  expect(await write(tree, { as: "bytes", validate: "error" })).toEqual(plain);
});

test("warnings go to the file that is changed, to the console, or to who asks for them", async () => {
  const file = await open(await write({ made: withTag({ name: "x", version: "1" }, SOFTWARE) }));
  const edited = await file.edit(
    (tree: { made: { name: unknown } }) => {
      tree.made.name = 17;
    },
    { validate: "warn" },
  );
  expect((await open(edited)).get("made/name")).toBe(17);
  expect(file.warnings).toMatchObject([
    {
      code: "not-valid",
      path: "made/name",
      message: expect.stringContaining("17 is not of the type string"),
    },
  ]);
  const printed = vi.spyOn(console, "warn").mockImplementation(() => {});
  await write(bad(), { validate: "warn" });
  expect(printed).toHaveBeenCalledTimes(2);
  const heard: Warning[] = [];
  await write(bad(), { validate: "warn", onWarning: (warning) => heard.push(warning) });
  expect(printed).toHaveBeenCalledTimes(2);
  expect(heard.map(({ path }) => path)).toEqual(["made/by/name", "made/by"]);
  printed.mockRestore();
});

test("schemas of one's own count; other values of the option are refused", async () => {
  const manifest =
    "tags: [{tag_uri: asdf://lab.example/tags/n-1.0.0, schema_uri: asdf://lab.example/schemas/n-1.0.0}]";
  const schemas = [manifest, "{id: asdf://lab.example/schemas/n-1.0.0, required: [n]}"];
  const tree = { n: withTag({}, "asdf://lab.example/tags/n-1.0.0") };
  await write(tree, { validate: "error" });
  expect(await failureOf(write(tree, { validate: "error", schemas }))).toMatchObject({ path: "n" });
  const wrong = "yes" as "error";
  expect(await failureOf(write(tree, { validate: wrong }))).toMatchObject({ code: "bad-argument" });
});

test("schemas that a file was opened with count for all that it does", async () => {
  const [tag, id] = ["asdf://lab.example/tags/n-1.0.0", "asdf://lab.example/schemas/n-1.0.0"];
  const schemas = [
    `tags: [{tag_uri: ${tag}, schema_uri: ${id}}]`,
    `{id: ${id}, required: [n], title: a node, properties: {n: {type: integer}}}`,
  ];
  const blob = await write({ n: withTag({ n: 1, data: new Uint8Array(4) }, tag) });
  const file = await open(blob, { schemas: new Set(schemas) });
  expect(await file.validate()).toEqual({ isValid: true, problems: [], warnings: [] });
  expect((await file.describe("n"))?.title).toBe("a node");
  expect((await file.meanings()).of("n")?.title).toBe("a node");
  const remove = (tree: { n: { n?: number } }) => {
    delete tree.n.n;
  };
  expect(await failureOf(file.edit(remove, { validate: "error" }))).toMatchObject({ path: "n" });
  const same = openSync(await blob.arrayBuffer(), { schemas });
  await same.cutout({ "n/data": [slice(2)] }, { validate: "error" });
  // Those of a call come first.
  const other = `{id: ${id}, required: [m]}`;
  expect((await file.validate({ schemas: [other] })).problems).toMatchObject([{ expected: "m" }]);
  expect(await failureOf(file.edit(() => {}, { validate: "error", schemas: [other] }))).toMatchObject({
    path: "n",
  });
});

test("one schema is no list of schemas, and options that do not exist are refused", async () => {
  const file = await open(await write({ a: 1 }));
  const one = "{id: asdf://lab.example/schemas/n-1.0.0}";
  const bytes = new TextEncoder().encode(one);
  for (const schemas of [one, bytes, new Blob([one]), 7] as unknown as string[][]) {
    const refused = { code: "bad-argument", message: expect.stringContaining("a list of schemas") };
    expect(await failureOf(open(new Blob(), { schemas }))).toMatchObject(refused);
    expect(await failureOf(file.validate({ schemas }))).toMatchObject(refused);
    expect(await failureOf(file.describe("a", { schemas }))).toMatchObject(refused);
    expect(await failureOf(write({}, { schemas }))).toMatchObject(refused);
  }
  const misspelt: object = { schema: [one] };
  expect((await failureOf(file.validate(misspelt))).message).toContain("did you mean `schemas`?");
  expect((await failureOf(file.meanings(misspelt))).message).toContain("did you mean `schemas`?");
});
