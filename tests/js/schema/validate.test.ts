/** Checking files against schemas, compared with what asdf 6 says of the same trees. */
import { readFile } from "node:fs/promises";
import { AsdfError, ndarray, open, type Progress, type SchemaProblem, write } from "asdf-wasm";
import { describe, expect, test } from "vitest";
import vectors from "./cases.vectors.json" with { type: "json" };

interface Case {
  readonly name: string;
  readonly yaml: string;
  readonly standard: string;
  readonly verdict: string;
  readonly custom_schema?: string;
  readonly resources?: Readonly<Record<string, string>>;
  readonly tags?: Readonly<Record<string, readonly string[]>>;
  readonly errors?: readonly {
    readonly keyword: string | null;
    readonly path: readonly (string | number)[];
    readonly schema_path: readonly (string | number)[];
  }[];
}

const cases: readonly Case[] = vectors.cases;

function fileOf(yaml: string, standard = "1.6.0"): Promise<Awaited<ReturnType<typeof open>>> {
  const head = `#ASDF 1.0.0\n#ASDF_STANDARD ${standard}\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n`;
  return open(new TextEncoder().encode(`${head}${yaml}...\n`));
}

/** A manifest and schemas, as a package for Python has them. */
function schemasOf({ resources, tags = {} }: Case): string[] | undefined {
  const manifest = {
    id: "asdf://example.org/manifests/e-1.0.0",
    tags: Object.entries(tags).map(([tag, its]) => ({ tag_uri: tag, schema_uri: its })),
  };
  return resources && [...Object.values(resources), JSON.stringify(manifest)];
}

describe("the verdict, and every error in its order, are Python's", () => {
  for (const one of cases) {
    test(one.name, async () => {
      const file = await fileOf(one.yaml, one.standard);
      const { isValid, problems } = await file.validate({
        schemas: schemasOf(one),
        custom: one.custom_schema,
      });
      expect(isValid).toBe(one.verdict === "valid");
      // Python does not open a file of a standard that it does not know.
      if (one.verdict !== "exception") {
        expect(problems.map(({ keyword, schemaPath }) => [keyword, schemaPath])).toEqual(
          (one.errors ?? []).map(({ keyword, schema_path: path }) => [keyword, path]),
        );
        for (const [index, { path }] of (one.errors ?? []).entries()) {
          const keys = problems[index]?.path.split("/") ?? [];
          expect(path.map(String).every((key) => keys.includes(key))).toBe(true);
        }
      }
    });
  }
});

test("a problem says where it is: its whole path, and the line", async () => {
  const file = await fileOf("--- !core/asdf-1.1.0\nlist:\n- 1\n- deep: {n: !core/complex-1.0.0 xyz}\n");
  const { problems } = await file.validate();
  expect(problems).toMatchObject([
    {
      path: "list/1/deep/n",
      line: 8,
      keyword: "pattern",
      schema: "http://stsci.edu/schemas/asdf/core/complex-1.0.0",
      message: expect.stringContaining('"xyz" does not match'),
    },
  ]);
});

test("a lab's own tag: its manifest and schema are given, as texts or files", async () => {
  const manifest = `id: asdf://lab.example/manifests/lab-1.0.0
asdf_standard_requirement: {gte: 1.6.0}
tags:
- {tag_uri: asdf://lab.example/tags/spectrum-1.0.0, schema_uri: asdf://lab.example/schemas/spectrum-1.0.0}
`;
  const schema = `%YAML 1.1
---
$schema: http://stsci.edu/schemas/yaml-schema/draft-01
id: asdf://lab.example/schemas/spectrum-1.0.0
type: object
properties:
  flux: {title: Flux of the source, unit: Jy, tag: "tag:stsci.edu:asdf/core/ndarray-1.*", ndim: 1}
required: [flux]
`;
  const schemas = [manifest, new File([schema], "spectrum-1.0.0.yaml")];
  const yaml = (flux: string) =>
    `--- !core/asdf-1.1.0\ns: !<asdf://lab.example/tags/spectrum-1.0.0> ${flux}\n`;
  const good = await fileOf(yaml("{flux: !core/ndarray-1.1.0 [1, 2]}"));
  expect(await good.validate({ schemas })).toEqual({ isValid: true, problems: [], warnings: [] });
  expect(await good.describe("s/flux", { schemas })).toMatchObject({
    title: "Flux of the source",
    unit: "Jy",
  });
  const bad = await (await fileOf(yaml("{flux: !core/ndarray-1.1.0 [[1], [2]]}"))).validate({ schemas });
  expect(bad.problems).toMatchObject([{ keyword: "ndim", path: "s/flux", expected: 1 }]);
  expect((await good.validate()).warnings).toEqual([
    "no schema is known for the tag asdf://lab.example/tags/spectrum-1.0.0",
  ]);
  // Under a standard that the manifest does not enable, the tag has no schema.
  expect((await (await fileOf(yaml("{}"), "1.5.0")).validate({ schemas })).isValid).toBe(true);
});

test("schemas that are none, or cannot be applied, are named", async () => {
  const file = await fileOf("--- !core/asdf-1.1.0\na: b\n");
  const failing = async (options: Parameters<typeof file.validate>[0]) => {
    const thrown = await file.validate(options).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(AsdfError);
    return String(thrown);
  };
  expect(await failing({ schemas: ["[1, 2]"] })).toContain("the given schema is no schema: it is not a map");
  expect(await failing({ schemas: [new File(["a: [1"], "bad.yaml")] })).toContain(
    "the schema bad.yaml is not YAML",
  );
  expect(await failing({ schemas: ["type: object"] })).toContain("has no `id`");
  expect(await failing({ custom: "properties: {a: {pattern: '(b'}}" })).toContain(
    "a parenthesis that nothing closes",
  );
  // References in a circle, and one that leads nowhere.
  const circle =
    "definitions: {x: {$ref: '#/definitions/x'}}\nproperties: {a: {$ref: '#/definitions/x'}}\nid: asdf://a.b/c-1.0.0";
  expect((await file.validate({ custom: circle, schemas: [circle] })).warnings[0]).toContain("form a circle");
  const lost = await file.validate({ custom: "properties: {a: {$ref: 'asdf://a.b/lost-1.0.0'}}" });
  expect(lost).toMatchObject({ isValid: true, warnings: ["the schema asdf://a.b/lost-1.0.0 is missing"] });
});

test("schemas of another draft, and those that refer to themselves, are named", async () => {
  const file = await fileOf("--- !core/asdf-1.1.0\na: !<asdf://a.b/tags/self-1.0.0> {n: 1}\n");
  const self = `id: asdf://a.b/self-1.0.0
$schema: http://json-schema.org/draft-07/schema#
properties: {n: {$ref: "#/properties/n"}}`;
  const tags =
    "{id: asdf://a.b/m, tags: [{tag_uri: asdf://a.b/tags/self-1.0.0, schema_uri: asdf://a.b/self-1.0.0}]}";
  const { isValid, warnings } = await file.validate({ schemas: [self, tags] });
  expect(isValid).toBe(true);
  expect(warnings).toEqual([
    "the schema asdf://a.b/self-1.0.0 is of draft 07 of JSON Schema: it is applied as one of draft 4",
    expect.stringContaining("asdf://a.b/self-1.0.0, whose references form a circle"),
  ]);
});

test("a check of a large tree gives other tasks their turn, tells of its progress, and is cancelled", async () => {
  const items = Array.from(
    { length: 60_000 },
    (_, index) => `- !core/complex-1.0.0 ${index % 3000 === 2999 ? "no" : "1+1j"}\n`,
  );
  const file = await fileOf(`--- !core/asdf-1.1.0\nlist:\n${items.join("")}`);
  const progress: Progress[] = [];
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  const { problems } = await file.validate({ onProgress: (now) => progress.push(now) });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
  expect(problems.map(({ path, line }) => [path, line])).toEqual(
    Array.from({ length: 20 }, (_, index) => [`list/${3000 * index + 2999}`, 7 + 3000 * index + 2999]),
  );
  const { phase, loaded, total = 0 } = progress.at(-1) ?? { phase: "open", loaded: 0 };
  expect(phase).toBe("validate");
  expect(loaded).toBeLessThanOrEqual(total);
  expect(loaded).toBeGreaterThan(total / 2);

  const control = new AbortController();
  const cancelled = file.validate({ signal: control.signal, onProgress: () => control.abort("enough") });
  await expect(cancelled).rejects.toMatchObject({ code: "aborted", name: "AbortError", cause: "enough" });

  // So is the parsing of its text, which comes before.
  const early = new AbortController();
  let begun = 0;
  const large = await fileOf(`--- !core/asdf-1.1.0\nlist:\n${"- {a: 1}\n".repeat(100_000)}`);
  const unparsed = large.validate({
    signal: early.signal,
    onProgress: () => {
      begun += 1;
    },
  });
  setTimeout(() => early.abort("too long"));
  await expect(unparsed).rejects.toMatchObject({ code: "aborted", cause: "too long" });
  expect(begun).toBe(0);
});

test("many values are described at once; what stands for no value is named", async () => {
  const file = await open(await readFile("tests/data/roman/roman_l2_192.asdf"));
  const meanings = await file.meanings();
  const paths = Array.from(file.search(""), ({ path }) => path);
  for (const path of paths.filter((_, index) => index % 20 === 0)) {
    expect(meanings.of(path)).toEqual(await file.describe(path));
  }
  expect(meanings.of("roman/meta/exposure/ma_table_number")).toMatchObject({
    title: "Multi-Accumulation Table Identification Number",
    unknown: [-999_999],
  });
  expect(meanings.of("roman/meta/exposure/ma_table_name")?.unknown).toEqual(["?"]);
  expect(meanings.of("roman/meta/exposure")?.unknown).toEqual([]);
  expect(meanings.of("roman/nothing")).toBeUndefined();
});

test("a key that is a number is described; a schema that cannot be applied is refused there, too", async () => {
  const manifest = `id: asdf://lab.example/manifests/lab-1.0.0
tags:
- {tag_uri: asdf://lab.example/tags/lines-1.0.0, schema_uri: asdf://lab.example/schemas/lines-1.0.0}
`;
  const schema = (pattern: string) =>
    `{id: asdf://lab.example/schemas/lines-1.0.0, patternProperties: {'${pattern}': {title: A line}}}`;
  const file = await fileOf(
    "--- !core/asdf-1.1.0\nl: !<asdf://lab.example/tags/lines-1.0.0> {1.5: a, 2: b}\n",
    "1.5.0",
  );
  for (const key of [1.5, 2]) {
    expect(await file.describe(["l", key], { schemas: [manifest, schema("^[0-9.]+$")] })).toMatchObject({
      title: "A line",
    });
  }
  await expect(file.describe(["l", 2], { schemas: [manifest, schema("(b")] })).rejects.toMatchObject({
    name: "AsdfError",
    code: "bad-argument",
  });
});

test("a terrible regular expression takes no time", async () => {
  const file = await fileOf(`--- !core/asdf-1.1.0\na: ${"a".repeat(5000)}\n`);
  const started = performance.now();
  const { problems } = await file.validate({
    custom: "properties: {a: {pattern: '^(a+)+$|^(a|a)*b$|(x+x+)+y'}}",
  });
  expect(problems).toEqual([]);
  const { isValid } = await file.validate({ custom: "properties: {a: {pattern: '^(a+)+b$'}}" });
  expect(isValid).toBe(false);
  expect(performance.now() - started).toBeLessThan(5000);
});

test("regular expressions are Python's", async () => {
  const matches = async (pattern: string, text: string) => {
    const file = await fileOf(`--- !core/asdf-1.1.0\na: ${JSON.stringify(text)}\n`);
    const custom = JSON.stringify({ properties: { a: { pattern } } });
    return (await file.validate({ custom })).isValid;
  };
  for (const [pattern, yes, no] of [
    ["^a$", "a\n", "a\nb"],
    ["\\Aa\\Z", "a", "a\n"],
    ["(?P<year>[0-9]{4})-\\d\\d", "in 2026-11", "2026-1"],
    ["^[]a-c\\d-]+$", "]b1-", "[b"],
    ["(?i)^wfi\\d{2}$", "WFI01", "WFI1"],
    ["^\\w+$", "größe", "a b"],
    ["^(?!dark)[a-z]+$", "light", "darkness"],
    ["(?<=x)y", "xy", "zy"],
    ["^a{2,3}?$", "aaa", "aaaa"],
    ["^x{a}$", "x{a}", "x"],
    ["^(|a|b{,2})c$", "bbc", "bbbc"],
    ["\\bend\\.", "the end.", "bend."],
  ] as const) {
    expect([pattern, await matches(pattern, yes), await matches(pattern, no)]).toEqual([
      pattern,
      true,
      false,
    ]);
  }
});

test("a file that is written is valid, and stays so when it is edited", async () => {
  const image = ndarray(new Float32Array(4), { shape: [2, 2] });
  const file = await open(await write({ image, when: new Date(0), z: [1, 2.5, null] }));
  expect((await file.validate()).problems).toEqual([]);
  const edited = await open(await file.edit(() => {}));
  expect((await edited.validate()).problems).toEqual([]);
});

test("causes say why no branch of a combination applies", async () => {
  const file = await fileOf("--- !core/asdf-1.1.0\na: x\n");
  const custom = "properties: {a: {anyOf: [{type: integer}, {type: 'null'}]}}";
  const [problem] = (await file.validate({ custom })).problems;
  expect(problem?.causes.map(({ message }: SchemaProblem) => message)).toEqual([
    '"x" is not of the type integer',
    '"x" is not of the type null',
  ]);
});
