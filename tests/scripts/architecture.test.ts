/** What `npm run lint` says of a repository whose rooms, circles, sizes or drawing are not as architecture.json has them. */
import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { withDrawing } from "../../scripts/architecture/drawing.mjs";
import { faults } from "../../scripts/architecture/house.mjs";
import type { Table } from "../../scripts/architecture/rules.mjs";

const scratch = mkdtempSync(join(tmpdir(), "asdf-wasm-architecture-"));
afterAll(() => rmSync(scratch, { recursive: true }));

type Files = Record<string, string>;

const room = (name: string, ...knows: string[]) => ({ room: name, duty: `the duty of ${name}`, knows });

const table = (changes: Partial<Table>): Table => ({
  houses: [],
  sized: ["src"],
  stateless: [],
  circles: [],
  long: [],
  crowded: [],
  ...changes,
});

const document = `# Architecture

<!-- rooms: \`npm run format\` writes what follows from architecture.json -->
<!-- end of rooms -->
`;

let count = 0;

/** The faults of a repository with these files. */
async function faultsOf(files: Files, rules: Table, drawn = withDrawing(document, rules)): Promise<string[]> {
  const root = join(scratch, String(count++));
  const all = { ...files, "architecture.json": JSON.stringify(rules), "ARCHITECTURE.md": drawn };
  for (const [file, text] of Object.entries(all)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  return faults(root, Object.keys(files));
}

const lines = (length: number) => "code();\n".repeat(length);

describe("TypeScript", () => {
  const rules = table({
    houses: [
      { title: "The package", root: "src", rooms: [room("file", "read"), room("read", "api"), room("api")] },
    ],
  });
  const files = {
    "src/api/a.ts": "export type A = 1;",
    "src/read/r.ts": 'import type { A } from "../api/a.ts";\nexport type R = A;',
    "src/file/f.ts": 'import type { R } from "../read/r.ts";\nexport type F = R;',
  };
  const of = (changed: Files, changes: Partial<Table> = {}) =>
    faultsOf({ ...files, ...changed }, { ...rules, ...changes });

  test("a house in order", async () => {
    expect(await of({})).toEqual([]);
  });

  test.for([
    ["import", 'import { f } from "../file/f.ts";'],
    ["import of types", 'import type { F } from "../file/f.ts";'],
    ["import for its effect", 'import "../file/f.ts";'],
    ["export from", 'export type { F } from "../file/f.ts";'],
    ["export of everything", 'export * from "../file/f.ts";'],
    ["import()", 'export const later = () => import("../file/f.ts");'],
    ["import() of a type", 'export let f: import("../file/f.ts").F;'],
    ["typeof import()", 'export type Module = typeof import("../file/f.ts");'],
    ["worker", 'export const f = new Worker(new URL("../file/f.ts", import.meta.url));'],
    ["emitted worker", 'export const f = new Worker(new URL("../file/f.js", import.meta.url));'],
    ["type in a comment", '/** @type {import("../file/f.ts").F} */\nexport let f;'],
  ] as const)("an arrow upward: %s", async ([, text]) => {
    const line = text.split("\n").findIndex((one) => one.includes("../file")) + 2;
    const found = await of({ "src/read/up.ts": `\n${text}` });
    expect(found).toContain(`src/read/up.ts:${line} imports src/file/f.ts: read may know api`);
    expect(found.join("\n")).toContain("a circle of folders: src/file → src/read → src/file");
  });

  test("an arrow that the table does not have", async () => {
    const found = await of({ "src/file/f.ts": `${files["src/file/f.ts"]}\nimport "../api/a.ts";` });
    expect(found).toEqual(["src/file/f.ts:3 imports src/api/a.ts: file may know read"]);
  });

  test("JSX and a style sheet", async () => {
    const text = 'import "../file/f.css?inline";\nexport const r = <p>import "../api/a.ts"</p>;';
    const found = await of({ "src/read/r.tsx": text, "src/file/f.css": "p { color: red }" });
    expect(found[0]).toBe("src/read/r.tsx:1 imports src/file/f.css: read may know api");
  });

  test("an import from outside the house", async () => {
    const found = await of({ "src/file/g.ts": 'import "../../other/o.ts";', "other/o.ts": "" });
    expect(found).toEqual(["src/file/g.ts:1 imports other/o.ts: file may know read"]);
  });

  test("an import from a folder that the house uses, and one that it does not need", async () => {
    const with_ = (uses: string[]) => ({
      ...rules,
      houses: rules.houses.map((house) => ({ ...house, uses })),
    });
    const outside = { ...files, "src/file/g.ts": 'import "../../other/in/o.ts";', "other/in/o.ts": "" };
    expect(await faultsOf(outside, with_(["other"]))).toEqual([]);
    expect(await faultsOf(files, with_(["other"]))).toEqual([
      "The package: no file uses other: take it out of architecture.json",
    ]);
  });

  test("a package that is named, and one that is reached into", async () => {
    const houses = rules.houses.map((house) => ({ ...house, uses: ["other"] }));
    const workspace = { "package.json": '{ "workspaces": ["other"] }', "other/in/o.ts": "" };
    const named = { ...files, ...workspace, "other/package.json": '{ "name": "@own/other" }' };
    const of = (text: string) => faultsOf({ ...named, "src/file/g.ts": text }, { ...rules, houses });
    expect(await of('import "@own/other/in/o";\nimport "@else/other/in/o";')).toEqual([]);
    expect(await of('import "../../other/in/o.ts";')).toEqual([
      "src/file/g.ts:1 imports other/in/o.ts by its path: name the package",
    ]);
    expect(await of('/** @import { O } from "@own/other/in/o" */')).toEqual([]);
    expect(await of("")).toEqual(["The package: no file uses other: take it out of architecture.json"]);
  });

  test("an arrow that nothing uses", async () => {
    const found = await of({ "src/file/f.ts": "" });
    expect(found).toEqual(["The package: file needs no arrow to read: take it out of architecture.json"]);
  });

  test("a file in no room, a room without a file", async () => {
    const found = await faultsOf(
      { ...files, "src/new/n.ts": "", "src/read/new/n.ts": "", "src/file/f.ts": "" },
      {
        ...rules,
        houses: [{ title: "T", root: "src", rooms: [room("gone"), room("read", "api"), room("api")] }],
      },
    );
    expect(found).toEqual([
      "src/file/f.ts is in no room of architecture.json: add its folder there, with its duty",
      "src/new/n.ts is in no room of architecture.json: add its folder there, with its duty",
      "src/read/new/n.ts is in no room of architecture.json: add its folder there, with its duty",
      "T: no file is in the room gone: take it out of architecture.json",
    ]);
  });

  test("a table that goes upward", async () => {
    const houses = [
      { title: "T", root: "src", rooms: [room("file"), room("read"), room("api", "read", "none")] },
    ];
    expect(await faultsOf(files, { ...rules, houses })).toEqual(
      expect.arrayContaining([
        "T: api knows read, which does not stand below it in the table",
        "T: api knows none, which is no room",
      ]),
    );
  });

  test("a room in a room: they use each other, others know both, its neighbours do not", async () => {
    const houses = [
      {
        title: "T",
        root: "src",
        rooms: [room("file", "read"), room("read"), room("read/low"), room("read/deep", "api"), room("api")],
      },
    ];
    const deep = {
      "src/read/r.ts": "",
      "src/read/front.ts": 'import "./deep/d.ts";',
      "src/read/deep/d.ts": 'import "../../api/a.ts";',
      "src/read/low/l.ts": 'import "../r.ts";',
      "src/file/f.ts": 'import "../read/deep/d.ts";',
    };
    expect(await faultsOf({ ...files, ...deep }, { ...rules, houses })).toEqual([]);
    const low = { "src/read/low/l.ts": 'import "../r.ts";\nimport "../deep/d.ts";' };
    expect(await faultsOf({ ...files, ...deep, ...low }, { ...rules, houses })).toEqual([
      "src/read/low/l.ts:2 imports src/read/deep/d.ts: read/low knows no other room",
    ]);
    const back = { "src/read/r.ts": 'import "./low/l.ts";' };
    expect(await faultsOf({ ...files, ...deep, ...back }, { ...rules, houses })).toEqual([
      "a circle of files: src/read/low/l.ts → src/read/r.ts → src/read/low/l.ts",
    ]);
  });

  const circle = {
    "src/api/b.ts": 'import type { C } from "./c.ts";\nexport type B = C;',
    "src/api/c.ts": 'import type { B } from "./b.ts";\nexport type C = B;',
  };

  test("a circle of two files, by types alone", async () => {
    expect(await of(circle)).toEqual(["a circle of files: src/api/b.ts → src/api/c.ts → src/api/b.ts"]);
  });

  test("a circle with a reason, and one that is no more", async () => {
    const circles = [{ files: ["src/api/c.ts", "src/api/b.ts"], reason: "they describe each other" }];
    expect(await of(circle, { circles })).toEqual([]);
    expect(await of({}, { circles })).toEqual([
      "src/api/c.ts ↔ src/api/b.ts is no circle any more: take it out of architecture.json",
    ]);
  });

  test("a circle of two folders outside the houses", async () => {
    const found = await of(
      {
        "tests/left/one.ts": 'import "../right/one.ts";',
        "tests/left/two.ts": "",
        "tests/right/one.ts": "",
        "tests/right/two.ts": 'import "../left/two.ts";',
      },
      { sized: ["src", "tests"] },
    );
    expect(found).toEqual([
      "a circle of folders: tests/left → tests/right → tests/left (tests/left/one.ts:1 imports " +
        "tests/right/one.ts; tests/right/two.ts:1 imports tests/left/two.ts)",
    ]);
  });

  test("16 files in a folder", async () => {
    const many = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_, index) => [`src/api/${index}.ts`, ""]));
    expect(await of(many(14))).toEqual([]);
    expect(await of(many(15))).toEqual(["src/api holds 16 source files: at most 15; divide it by duty"]);
    const crowded = [{ folder: "src/api", reason: "one file a sign" }];
    expect(await of(many(15), { crowded })).toEqual([]);
    expect(await of(many(14), { crowded })).toEqual([
      "src/api holds 15 source files: it is no exception any more",
    ]);
  });

  test("401 lines of code in a file", async () => {
    const commented = `/* a\n\n comment */\n// another\n\n${lines(400)}`;
    expect(await of({ "src/api/long.ts": commented })).toEqual([]);
    const wrong = "src/api/long.ts has 401 lines of code: at most 400; divide it by duty";
    expect(await of({ "src/api/long.ts": lines(401) })).toEqual([wrong]);
    expect(await of({ "src/api/long.ts": `const a = "/*";\n${lines(400)}` })).toEqual([wrong]);
    const long = [{ file: "src/api/long.ts", reason: "a table of data" }];
    expect(await of({ "src/api/long.ts": lines(401) }, { long })).toEqual([]);
    expect(await of({ "src/api/long.ts": lines(400) }, { long })).toEqual([
      "src/api/long.ts has 400 lines of code: it is no exception any more",
    ]);
    expect(await of({}, { long })).toEqual([
      "src/api/long.ts is not there any more: take it out of architecture.json",
    ]);
  });

  test.for([
    "let a = 1;",
    "export let a;",
    "let [a] = [1];",
    "const a = new Map();",
    "const a: Map<string, number> = new Map();",
    "export const a = new WeakMap<object, number>() as WeakMap<object, number>;",
    "const a = new Set([1]);",
    "const a = new AbortController();",
    "const a: number[] = [];",
    "const a = [1, 2];",
    "const a = [1, 2] satisfies number[];",
    "const a = Array.from({ length: 2 }, () => 0);",
    "const a = [1].map((b) => b);",
    "const a = { b: 1 };",
    "const a: { b?: number } = {};",
    "const a: Kept = {};",
    "const a: Record<string, number> = { b: 1 };",
    "const a = (() => new Map())();",
    "class A { static b = 1; }",
    "export class A { static readonly b = new Map(); }",
  ])("state of a module: %s", async (text) => {
    const found = await of({ "src/api/state.ts": `\n${text}` }, { stateless: ["src/api"] });
    const name = text.startsWith("let [") ? "variables" : text.includes("class") ? "b" : "a";
    expect(found).toEqual([
      `src/api/state.ts:2 keeps ${name} for the whole module: let an object own it, or type it as Readonly…`,
    ]);
    expect(await of({ "src/api/state.ts": text })).toEqual([]);
  });

  test.for([
    "const a: ReadonlyMap<string, number> = new Map();",
    "const a: readonly number[] = [1].map((b) => b);",
    "const a: Readonly<Record<string, number>> = {};",
    "const a = [1, 2] as const;",
    "const a = { b: 1 } as const;",
    "const a: Cuts = { b: 1 };",
    "const [a, b] = [1, 2];",
    "const { signal } = new AbortController();",
    "const a = /b/;",
    "export const a = (b: number) => { let c = b; return (c += 1); };",
    "class A { static readonly b = 1; readonly c = new Map(); d = 1; }",
  ])("no state of a module: %s", async (text) => {
    expect(await of({ "src/api/state.ts": text }, { stateless: ["src/api"] })).toEqual([]);
  });

  test.for([
    ["css", "/* a\n b */\n", 'a { content: "/*"; }\n'],
    ["py", '"""A\n\ndocstring."""\n# comment\n', 'a = "# no comment"\n'],
    [
      "rs",
      "//! a\n/* b\n/* c */ d */\n#[cfg(test)]\nmod tests {\n    fn f() {}\n}\n",
      'f("//", r#"""/*"#);\n',
    ],
  ] as const)("lines of code in *.%s", async ([extension, comment, line]) => {
    const file = `src/api/long.${extension}`;
    expect(await of({ [file]: comment + line.repeat(400) })).toEqual([]);
    expect(await of({ [file]: comment + line.repeat(401) })).toEqual([
      `${file} has 401 lines of code: at most 400; divide it by duty`,
    ]);
  });

  test("a drawing that is not the table's", async () => {
    expect(await faultsOf(files, rules, document)).toEqual([
      "ARCHITECTURE.md does not show architecture.json as it is: `npm run format` draws it",
    ]);
    const drawn = withDrawing(document, rules);
    expect(drawn).toMatch(/\n {4}file\n(?: {4}.*\n)* {4}read\b/);
    expect(withDrawing(drawn, rules)).toBe(drawn);
  });
});

describe("Rust", () => {
  const crate = {
    title: "The crate",
    root: "src",
    crate: "src/lib.rs",
    rooms: [
      room("lib.rs", "tree", "codec"),
      room("codec", "error.rs"),
      room("tree", "error.rs"),
      room("error.rs"),
    ],
  };
  const rules = table({ houses: [crate] });
  const files = {
    "src/lib.rs": "mod codec;\nmod error;\npub mod tree;\npub use codec::decode;\npub use tree::Node;\n",
    "src/error.rs": "pub struct Error;\npub type Result = std::result::Result<(), Error>;\n",
    "src/tree/mod.rs": "mod node;\npub use node::Node;\n",
    "src/tree/node.rs": "use crate::error::Error;\npub struct Node(Error);\n",
    "src/codec/mod.rs": "mod zlib;\npub fn decode() -> crate::error::Result { zlib::inflate() }\n",
    "src/codec/zlib.rs": "use crate::error::{Error, Result};\npub fn inflate() -> Result { Err(Error) }\n",
  };
  const of = (changed: Files, changes: Partial<Table> = {}) =>
    faultsOf({ ...files, ...changed }, { ...rules, ...changes });
  const inTree = (text: string) => of({ "src/tree/node.rs": files["src/tree/node.rs"] + text });

  test("a house in order", async () => {
    expect(await of({})).toEqual([]);
  });

  test.for([
    ["use", "use crate::codec::decode;"],
    ["use of several", "use crate::{codec::{self, decode as d}, error};"],
    ["use of everything", "use crate::codec::*;"],
    ["use in a function", "fn f() { use crate::codec::decode; }"],
    ["a path in code", "fn f() { crate::codec::decode(); }"],
    ["a path in a type", "fn f(of: &'static Vec<crate::codec::Decoder>) {}"],
    ["a path through super", "fn f() { super::super::codec::decode(); }"],
    ["a name that lib.rs exports", "use crate::decode;"],
    ["a condition that is not a test's", "#[cfg(not(test))]\nuse crate::codec::decode;"],
    ["a condition that is not only a test's", '#[cfg(any(test, feature = "f"))]\nuse crate::codec::decode;'],
    [
      "after a lifetime, a char and texts",
      `fn f<'a>(c: char) { c == '\\''; c == '"'; b"\\""; r#"""#; crate::codec::decode() }`,
    ],
  ] as const)("an arrow upward: %s", async ([, text]) => {
    const line = text.includes("\n") ? 4 : 3;
    expect(await inTree(text)).toEqual([
      `src/tree/node.rs:${line} imports src/codec/mod.rs: tree may know error.rs`,
    ]);
  });

  test.for([
    ["a comment", "// use crate::codec::decode;\n/* /* nested */ crate::codec::decode() */"],
    [
      "a text",
      'const A: &str = "\\" crate::codec::decode()";\nconst B: &str = r##"" crate::codec::decode() "#"##;',
    ],
    ["tests", "#[cfg(test)]\nmod tests {\n    use crate::codec::decode;\n}"],
    [
      "tests of one platform",
      '#[cfg(all(test, not(target_arch = "wasm32")))]\nmod tests { fn f() { crate::codec::decode() } }',
    ],
    ["a use for tests", "#[cfg(test)]\n#[allow(unused)]\nuse crate::codec::{decode, self};"],
    ["visibility", "pub(in crate::codec) fn f() {}"],
    ["a name of its own", "mod codec { }\nfn f() { codec::decode(); std::codec::decode(); }"],
  ] as const)("no arrow: %s", async ([, text]) => {
    expect(await inTree(text)).toEqual([]);
  });

  test("a name is followed to the file that defines it", async () => {
    const found = await of({ "src/codec/zlib.rs": `${files["src/codec/zlib.rs"]}use crate::tree::Node;\n` });
    expect(found).toEqual(["src/codec/zlib.rs:3 imports src/tree/node.rs: codec may know error.rs"]);
    const all = { "src/tree/mod.rs": "mod node;\npub use node::*;\n" };
    const through = await of({
      ...all,
      "src/codec/zlib.rs": `${files["src/codec/zlib.rs"]}use crate::tree;\nfn f(n: tree::Node) {}`,
    });
    expect(through).toEqual(["src/codec/zlib.rs:4 imports src/tree/node.rs: codec may know error.rs"]);
  });

  test("a circle of two files", async () => {
    const found = await of({
      "src/codec/mod.rs": `mod huffman;\n${files["src/codec/mod.rs"]}`,
      "src/codec/zlib.rs": `${files["src/codec/zlib.rs"]}use super::huffman::Code;\npub struct Bits;`,
      "src/codec/huffman.rs": "pub struct Code(super::zlib::Bits);",
    });
    expect(found).toEqual([
      "a circle of files: src/codec/huffman.rs → src/codec/zlib.rs → src/codec/huffman.rs",
    ]);
  });

  test("a mod.rs that uses what uses it", async () => {
    const found = await of({
      "src/codec/mod.rs": `${files["src/codec/mod.rs"]}pub const SIZE: usize = 4;\n`,
      "src/codec/zlib.rs": `${files["src/codec/zlib.rs"]}const SIZE: usize = super::SIZE;\n`,
    });
    expect(found).toEqual(["a circle of files: src/codec/mod.rs → src/codec/zlib.rs → src/codec/mod.rs"]);
  });

  test("a mod.rs that chooses a module for its files is in no circle", async () => {
    const found = await of(
      {
        "src/tree/mod.rs":
          'mod node;\nmod other;\n#[cfg(feature = "other")]\nuse other::leaf;\npub use node::Node;\npub const A: u8 = 1;\n',
        "src/tree/other/mod.rs": "pub(in crate::tree) mod leaf;\n",
        "src/tree/other/leaf.rs": "const A: u8 = crate::tree::A;\n",
        "src/tree/node.rs": `${files["src/tree/node.rs"]}fn f() { super::leaf::f() }\n`,
      },
      { houses: [{ ...crate, rooms: [...crate.rooms, room("tree/other")] }] },
    );
    expect(found).toEqual([]);
  });

  test("a mod.rs that only passes names on is in no circle", async () => {
    const found = await of({
      "src/tree/mod.rs": "mod node;\npub(crate) use node::Node;\npub(super) const SIZE: usize = 4;\n",
      "src/tree/node.rs": `${files["src/tree/node.rs"]}const SIZE: usize = super::SIZE;\n`,
    });
    expect(found).toEqual([]);
  });
});
