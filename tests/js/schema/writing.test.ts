/** The option `validate` of what writes: what is not valid is not written, or written with warnings. */
import { AsdfError, open, type Validated, type Warning, withTag, write } from "asdf-wasm";
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
