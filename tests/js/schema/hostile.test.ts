/** Schemas that are wrong or hostile: an error names them, and nothing hangs. Properties that hold for every tree. */
import { readdirSync, readFileSync } from "node:fs";
import { AsdfError, open, toJSON, type ValidateOptions } from "asdf-wasm";
import { describe, expect, test } from "vitest";

const HEAD =
  "#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/asdf-1.1.0\n";
const opened = (yaml: string) => open(new TextEncoder().encode(`${HEAD}${yaml}\n...\n`));

/** What comes of a check: the problems' keywords, or the message of the error. */
async function outcome(yaml: string, options: ValidateOptions): Promise<string | string[]> {
  using file = await opened(yaml);
  try {
    return (await file.validate(options)).problems.map(({ keyword }) => keyword);
  } catch (error) {
    expect(error).toBeInstanceOf(AsdfError);
    return String(error);
  }
}

describe("schemas that refer to themselves", () => {
  test.each([
    ["at once", "{id: 'asdf://a.b/c-1.0.0', $ref: 'asdf://a.b/c-1.0.0'}"],
    [
      "in each other",
      "{id: 'asdf://a.b/c-1.0.0', definitions: {x: {$ref: '#/definitions/y'}, y: {$ref: '#/definitions/x'}}, allOf: [{$ref: '#/definitions/x'}]}",
    ],
    [
      "in combinations",
      "{id: 'asdf://a.b/c-1.0.0', anyOf: [{$ref: '#'}, {not: {$ref: '#'}}], not: {$ref: '#'}}",
    ],
  ])("%s", async (_, schema) => {
    const found = await outcome("a: 1", { custom: schema, schemas: [schema] });
    expect(typeof found === "string" ? found : "an answer").toMatch(/an answer|nested too deeply|circle/);
  });

  test("by what is no escape of a URI", async () => {
    const schema = "{id: 'asdf://a.b/c-1.0.0', definitions: {'%': {type: string}}, $ref: '#/definitions/%'}";
    expect(await outcome("a: 1", { custom: schema, schemas: [schema] })).toEqual(["type"]);
  });

  test("on the way down, as trees do", async () => {
    const schema = "{id: 'asdf://a.b/c-1.0.0', type: object, properties: {a: {$ref: '#'}, asdf_library: {}}}";
    const custom = { custom: schema, schemas: [schema] };
    expect(await outcome("a: {a: {a: {}}}", custom)).toEqual([]);
    expect(await outcome("a: {a: {a: 1}}", custom)).toEqual(["type"]);
    // A tree may contain itself.
    expect(await outcome("a: &a {a: *a}", custom)).toEqual([]);
  });
});

test("regular expressions that take others for ever take no time, or are ended", {
  timeout: 60_000,
}, async () => {
  const checked = (pattern: string, length: number) =>
    outcome(`t: "${"a".repeat(length)}!"`, { custom: JSON.stringify({ properties: { t: { pattern } } }) });
  for (const pattern of ["^(a+)+$", "^(a|aa)+$", "(a*)*b", "^(([a-z])+.)+[A-Z]([a-z])+$", "a{1,90}c"]) {
    expect(await checked(pattern, 10_000)).toEqual(["pattern"]);
  }
  // What looks ahead is searched for at each place anew.
  expect(await checked("(?=(a+)+b)a", 1000)).toEqual(["pattern"]);
  expect(await checked("(?=(a+)+b)a", 100_000)).toContain(
    'the regular expression "(?=(a+)+b)a" takes too long in a text of 100001 characters',
  );
  for (const [pattern, why] of [
    ["(a", "parenthesis"],
    ["(a)\\1", "\\1"],
    ["((a{900}){900}){900}", "too many repetitions"],
  ] as const) {
    expect(await checked(pattern, 1)).toContain(why);
  }
});

describe("what is no schema of draft 4 is named, or says nothing", () => {
  test("not a schema", async () => {
    for (const [custom, why] of [
      ["", "it is not a map"],
      ["just text", "it is not a map"],
      ["[1, 2]", "it is not a map"],
      ["{a: [}", "is not YAML"],
      ["\u0000\u0001", "is not YAML"],
    ] as const) {
      expect(await outcome("a: 1", { custom })).toContain(why);
    }
    // Lines are counted in the schema.
    expect(await outcome("a: 1", { custom: "# a\n\n%YAML 1.1\n---\nb: 1\na: @" })).toContain(
      "(line 6, column 4:",
    );
    expect(await outcome("a: 1", { custom: "\nb: 1\na: @" })).toContain("(line 3, column 4:");
    expect(await outcome("a: 1", { custom: new Uint8Array([0xff, 0xfe, 0x00]) })).toContain(
      "the given schema",
    );
  });

  test("keywords with values that they cannot have", async () => {
    const wrong = {
      properties: {
        a: {
          type: 7,
          enum: "x",
          required: true,
          minimum: "low",
          maxLength: null,
          items: 3,
          allOf: {},
          anyOf: 1,
          not: "y",
          pattern: 5,
        },
      },
      patternProperties: [],
      dependencies: "a",
      additionalProperties: "no",
      required: { a: 1 },
    };
    expect(await outcome("a: text", { custom: JSON.stringify(wrong) })).toBeInstanceOf(Array);
  });

  test("manifests for versions that are not understood", async () => {
    const manifest = (requirement: string) =>
      `tags: [{tag_uri: asdf://a.b/t-1.0.0, schema_uri: asdf://a.b/c-1.0.0}]\nasdf_standard_requirement: ${requirement}`;
    const schema = "{id: asdf://a.b/c-1.0.0, required: [n]}";
    const found = (requirement: string) =>
      outcome("a: !<asdf://a.b/t-1.0.0> {}", { schemas: [manifest(requirement), schema] });
    expect(await found('"~=1.5"')).toContain('requires "~=1.5" of the version of the standard');
    for (const [requirement, keywords] of [
      ["1.6.0", ["required"]],
      ["1.5.0", []],
      ['">=1.5.0, <2"', ["required"]],
      ["{gte: 1.5.0, about: 1.0.0}", ["required"]],
      ["{gt: 1.6.0}", []],
    ] as const) {
      expect(await found(requirement)).toEqual(keywords);
    }
  });

  test("numbers that JSON has not", async () => {
    using file = await opened("a: 1");
    const custom = "properties: {a: {enum: [1152921504606846976, .inf]}}";
    const { problems } = await file.validate({ custom });
    expect(problems).toMatchObject([{ expected: [1152921504606846976n, Number.POSITIVE_INFINITY] }]);
    expect(problems[0]?.message).toBe('1 is none of "1152921504606846976", "Infinity"');
  });

  test("newer drafts: their keywords say nothing, as in Python", async () => {
    const custom = JSON.stringify({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: "asdf://a.b/new-1.0.0",
      $defs: { x: { type: "string" } },
      properties: {
        a: {
          const: 2,
          if: { type: "integer" },
          exclusiveMinimum: 5,
          prefixItems: [],
        },
      },
      propertyNames: { pattern: "^x" },
      unevaluatedProperties: false,
    });
    expect(await outcome("a: 1", { custom })).toEqual([]);
  });

  test("a huge one", async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 5000 }, (_, i) => [`p${i}`, { type: "string", enum: ["a", "b"] }]),
    );
    const custom = JSON.stringify({ properties });
    expect(await outcome("p7: a\np4999: 3", { custom })).toEqual(["type", "enum"]);
    const deep = `${"{not: ".repeat(200)}{}${"}".repeat(200)}`;
    expect(await outcome("a: 1", { custom: deep })).toEqual([]);
  });
});

describe("what a short text makes long is ended, or takes no time", () => {
  /** Lists of ten aliases of lists of ten aliases. */
  const aliases = (levels: number, leaf: string) =>
    Array.from(
      { length: levels },
      (_, i) =>
        `l${i}: &l${i} [${
          i > 0
            ? Array(10)
                .fill(`*l${i - 1}`)
                .join(", ")
            : leaf
        }]`,
    ).join("\n");
  const schemaOf = (definition: string) =>
    `definitions:\n${Array.from({ length: 40 }, (_, i) => `  d${i}: ${definition.replaceAll("NEXT", `{$ref: '#/definitions/d${i + 1}'}`)}`).join("\n")}\n  d40: {type: string}\nproperties: {a: {$ref: '#/definitions/d0'}}\nid: asdf://a.b/c-1.0.0\n`;
  const OVER = /limit-exceeded|multiply each other/;

  test("references in combinations of combinations", { timeout: 120_000 }, async () => {
    for (const definition of [
      "{allOf: [NEXT, NEXT]}",
      "{anyOf: [NEXT, NEXT]}",
      "{not: {oneOf: [NEXT, NEXT]}}",
    ]) {
      const custom = schemaOf(definition);
      expect(await outcome("a: 1", { custom, schemas: [custom] })).toMatch(OVER);
    }
    const nested =
      "id: asdf://a.b/c-1.0.0\nanyOf: [{items: {$ref: '#'}, minItems: 2}, {items: {$ref: '#'}, minItems: 3}]";
    const tree = `a: ${"[".repeat(60)}1${"]".repeat(60)}`;
    expect(
      await outcome(tree, { custom: `properties: {a: {$ref: 'asdf://a.b/c-1.0.0'}}`, schemas: [nested] }),
    ).toMatch(OVER);
  });

  test("what such schemas say of a node", async () => {
    const tag = "asdf://a.b/n-1.0.0";
    const manifest = `tags: [{tag_uri: ${tag}, schema_uri: asdf://a.b/c-1.0.0}]`;
    using file = await opened(`n: !<${tag}> {a: 1}`);
    const schemas = [manifest, schemaOf("{allOf: [NEXT, NEXT]}")];
    await expect(file.describe("n/a", { schemas })).rejects.toMatchObject({ code: "limit-exceeded" });
  });

  test("aliases of aliases, in a schema and in a tree", async () => {
    expect(await outcome("a: 1", { custom: aliases(12, "x") })).toMatch(OVER);
    expect(await outcome("a: 1", { custom: "properties: &p {a: {properties: *p}}" })).toContain(
      "contains itself",
    );
    const tree = `${aliases(12, "1")}\na: [*l11, *l11]\nb: {data: *l11}`;
    for (const [keywords, found] of [
      ["a: {uniqueItems: true}", ["uniqueItems"]],
      ["a: {enum: [[], 3]}", ["enum"]],
      ["a: {items: {items: {items: {type: array}}}}", []],
      ["b: {properties: {data: {datatype: int8}}}", []],
    ] as const) {
      expect(await outcome(tree, { custom: `properties: {${keywords}}` })).toEqual(found);
    }
  });

  test("regular expressions for many texts", { timeout: 60_000 }, async () => {
    const rows = `- ${"a".repeat(1000)}\n`.repeat(5000);
    const custom = 'properties: {a: {items: {pattern: "((a{0,100}){0,50}b)"}}}';
    expect(await outcome(`a:\n${rows}`, { custom })).toMatch(OVER);
  });

  test("problems of many nodes, on lines and inside brackets", { timeout: 60_000 }, async () => {
    using file = await opened(`a: [${Array(20_000).fill("x").join(", ")}]\nb:\n${"- x\n".repeat(20_000)}`);
    const custom = "properties: {a: {items: {type: integer}}, b: {items: {enum: [1]}}}";
    const { problems } = await file.validate({ custom });
    expect(problems.length).toBe(40_000);
    expect(problems.at(19_999)).toMatchObject({ path: "a/19999", line: 6 });
    expect(problems.at(-1)).toMatchObject({ path: "b/19999", line: 20_007 });
  });
});

describe("properties", () => {
  const data = new URL("../../data/", import.meta.url);
  const names = readdirSync(data, { recursive: true, encoding: "utf8" })
    .filter((name) => /^(roman|wcs|field\/dkist)\/.*\.asdf$|^matrix\/\w*-little\.asdf$/.test(name))
    .sort();

  test("checking changes no tree, and a valid file stays valid when it is edited", {
    timeout: 120_000,
  }, async () => {
    let valid = 0;
    for (const name of names) {
      const bytes = readFileSync(new URL(name, data));
      const isRead = await open(bytes).then(
        async (file) => {
          using checked = file;
          if (checked.dialect !== "asdf") {
            return;
          }
          const before = JSON.stringify(toJSON(checked.tree));
          const { isValid } = await checked.validate();
          expect(JSON.stringify(toJSON(checked.tree))).toBe(before);
          if (isValid) {
            valid += 1;
            using edited = await open(await checked.edit(() => {}));
            expect((await edited.validate()).problems, name).toEqual([]);
          }
        },
        (error: unknown) => error,
      );
      expect(isRead === undefined || isRead instanceof AsdfError, name).toBe(true);
    }
    expect(valid).toBeGreaterThan(15);
  });
});
