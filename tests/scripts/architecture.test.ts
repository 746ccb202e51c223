/** What `npm run lint` says of a repository whose imports, rooms, circles or sizes are not as its architecture has them. */
import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { findings } from "../../scripts/architecture/house.mjs";

const scratch = mkdtempSync(join(tmpdir(), "asdf-wasm-architecture-"));
afterAll(() => rmSync(scratch, { recursive: true }));

type Files = Record<string, string>;

const document = `# Architecture

<!-- rooms: as they are drawn -->

\`\`\`text
The crate (src)
    lib.rs
    codec   tree
    error.rs
The package (package)
    file
    read
    api
\`\`\`

<!-- end of rooms -->
`;
const duties = Object.fromEntries(
  ["src/lib.rs", "src/codec", "src/tree", "src/error.rs", "package/file", "package/read", "package/api"].map(
    (room) => [room, "a duty"],
  ),
);
const inOrder = {
  "package/api/a.ts": "export type A = 1;",
  "package/read/r.ts": 'import type { A } from "../api/a.ts";\nexport type R = A;',
  "package/file/f.ts": 'import type { R } from "../read/r.ts";\nexport type F = R;',
  "src/lib.rs": "mod codec;\nmod error;\npub mod tree;\npub use codec::decode;\npub use tree::Node;\n",
  "src/error.rs": "pub struct Error;\npub type Result = std::result::Result<(), Error>;\n",
  "src/tree/mod.rs": "mod node;\npub use node::Node;\n",
  "src/tree/node.rs": "use crate::error::Error;\npub struct Node(Error);\n",
  "src/codec/mod.rs": "mod zlib;\npub fn decode() -> crate::error::Result { zlib::inflate() }\n",
  "src/codec/zlib.rs": "use crate::error::{Error, Result};\npub fn inflate() -> Result { Err(Error) }\n",
};

let count = 0;

/** What is found in a repository with these files beside, or in place of, those that are in order. */
async function found(changed: Files, rooms: Files = duties) {
  const root = join(scratch, String(count++));
  const files: Files = { ...inOrder, ...changed };
  const all = { "architecture.json": JSON.stringify(rooms), "ARCHITECTURE.md": document, ...files };
  for (const [file, text] of Object.entries(all)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  return findings(root, Object.keys(files));
}

const faultsOf = async (changed: Files, rooms?: Files) => (await found(changed, rooms)).faults;

test("a repository in order", async () => {
  expect(await found({})).toEqual({ faults: [], warnings: [] });
});

describe("TypeScript", () => {
  test.for([
    ["import", 'import { f } from "../file/f.ts";'],
    ["import of types", 'import type { F } from "../file/f.ts";'],
    ["import for its effect", 'import "../file/f.ts";'],
    ["import over lines", 'import {\n  f,\n} from "../file/f.ts";'],
    ["export from", 'export type { F } from "../file/f.ts";'],
    ["export of everything", 'export * from "../file/f.ts";'],
    ["import()", 'export const later = () => import("../file/f.ts");'],
    ["import() of a type", 'export let f: import("../file/f.ts").F;'],
    ["typeof import()", 'export type Module = typeof import("../file/f.ts");'],
    ["worker", 'export const f = new Worker(new URL("../file/f.ts", import.meta.url));'],
    ["emitted worker", 'export const f = new Worker(new URL("../file/f.js", import.meta.url));'],
    ["type in a comment", '/** @type {import("../file/f.ts").F} */\nexport let f;'],
    ["import in a comment", '/** @import { F } from "../file/f.ts" */\nexport let f;'],
  ] as const)("an arrow upward: %s", async ([, text]) => {
    const line = text.split("\n").findIndex((one) => one.includes("../file")) + 2;
    const faults = await faultsOf({ "package/read/up.ts": `\n${text}` });
    expect(faults[0]).toBe(
      `package/read/up.ts:${line} imports package/file/f.ts: file is not drawn below read`,
    );
    expect(faults[1]).toBe(
      "a circle in package: package/file/f.ts:1 imports package/read/r.ts; " +
        `package/read/up.ts:${line} imports package/file/f.ts`,
    );
  });

  test("JSX and a style sheet", async () => {
    const text = 'import "../file/f.css?inline";\nexport const r = <p>import "../api/none.ts"</p>;';
    const faults = await faultsOf({ "package/read/r.tsx": text, "package/file/f.css": "p { color: red }" });
    expect(faults[0]).toBe("package/read/r.tsx:1 imports package/file/f.css: file is not drawn below read");
  });

  test("an import from outside the house", async () => {
    const faults = await faultsOf({ "package/file/g.ts": 'import "../../other/o.ts";', "other/o.ts": "" });
    expect(faults).toEqual(["package/file/g.ts:1 imports other/o.ts, which is outside of package"]);
  });

  test("a package that is named, and one that is reached into", async () => {
    const workspace = {
      "package.json": '{ "workspaces": ["other"] }',
      "other/package.json": '{ "name": "@own/other", "exports": { "./*": "./*.ts" } }',
      "other/in/o.ts": "",
    };
    const of = (text: string) => faultsOf({ ...workspace, "package/file/g.ts": text });
    expect(await of('import "@own/other/in/o";\nimport "@else/other/in/o";')).toEqual([]);
    expect(await of('import "../../other/in/o.ts";')).toEqual([
      "package/file/g.ts:1 imports other/in/o.ts by its path: name the package",
    ]);
  });

  test("a circle of files by types alone, and of folders outside the houses", async () => {
    expect(
      await faultsOf({
        "package/api/b.ts": 'import type { C } from "./c.ts";\nexport type B = C;',
        "package/api/c.ts": 'import type { B } from "./b.ts";\nexport type C = B;',
        "package/api/d.ts": 'import type { B } from "./b.ts";',
      }),
    ).toEqual([
      "a circle in package/api: package/api/b.ts:1 imports package/api/c.ts; package/api/c.ts:1 imports package/api/b.ts",
    ]);
    expect(
      await faultsOf({
        "tests/left/one.ts": 'import "../right/one.ts";',
        "tests/left/two.ts": "",
        "tests/right/one.ts": "",
        "tests/right/two.ts": 'import "../left/two.ts";',
      }),
    ).toEqual([
      "a circle in tests: tests/left/one.ts:1 imports tests/right/one.ts; tests/right/two.ts:1 imports tests/left/two.ts",
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
    const found = await faultsOf({ "science/state.ts": `\n${text}` });
    const name = text.startsWith("let [") ? "variables" : text.includes("class") ? "b" : "a";
    expect(found).toEqual([
      `science/state.ts:2 keeps ${name} for the whole module: let an object own it, or type it as Readonly…`,
    ]);
    expect(await faultsOf({ "package/api/state.ts": text })).toEqual([]);
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
    expect(await faultsOf({ "science/state.ts": text })).toEqual([]);
  });
});

test("files in no room, rooms without a file", async () => {
  const { "src/tree": _, ...rooms } = duties;
  const faults = await faultsOf({ "package/new/n.ts": "" }, { ...rooms, "package/gone": "a duty" });
  expect(faults).toEqual([
    "src/tree/mod.rs is in no room of architecture.json: add its folder there, with its duty",
    "src/tree/node.rs is in no room of architecture.json: add its folder there, with its duty",
    "package/new/n.ts is in no room of architecture.json: add its folder there, with its duty",
    "package/new/n.ts is in no room of the drawing in ARCHITECTURE.md: add it there",
    "no file is in the room package/gone: take it out of architecture.json",
  ]);
  const drawn = document.replace("    file\n", "    file   gone\n");
  expect(await faultsOf({ "ARCHITECTURE.md": drawn })).toEqual([
    "no file is in the room package/gone: take it out of ARCHITECTURE.md",
  ]);
});

describe("Rust", () => {
  const inTree = (text: string) => faultsOf({ "src/tree/node.rs": inOrder["src/tree/node.rs"] + text });

  test.for([
    ["use", "use crate::codec::decode;"],
    ["use of everything", "use crate::codec::*;"],
    ["use in a function", "fn f() { use crate::codec::decode; }"],
    ["a path in code", "fn f() { crate::codec::decode(); }"],
    ["a path in a type", "fn f(of: &'static Vec<crate::codec::Decoder>) {}"],
    ["a path through super", "fn f() { super::super::codec::decode(); }"],
    ["a name that lib.rs exports", "use crate::decode;"],
    ["several at once", "use crate::{codec::decode, error};"],
    ["a condition that is not a test's", "#[cfg(not(test))]\nuse crate::codec::decode;"],
  ] as const)("an arrow to what is not below: %s", async ([, text]) => {
    const line = text.includes("\n") ? 4 : 3;
    const room = text.includes("codec::") && !text.includes("{codec") ? "codec" : "lib.rs";
    const file = room === "codec" ? "codec/mod.rs" : room;
    expect((await inTree(text))[0]).toBe(
      `src/tree/node.rs:${line} imports src/${file}: ${room} is not drawn below tree`,
    );
  });

  test.for([
    ["a comment", "// use crate::codec::decode;"],
    ["tests", "#[cfg(test)]\nmod tests {\n    use crate::codec::decode;\n}"],
    [
      "tests of one platform",
      '#[cfg(all(test, not(target_arch = "wasm32")))]\nmod tests {\n    use crate::codec::decode;\n}',
    ],
    ["a use for tests", "#[cfg(test)]\nuse crate::codec::decode;"],
    ["a name of its own", "mod codec { }\nfn f() { codec::decode(); std::codec::decode(); }"],
  ] as const)("no arrow: %s", async ([, text]) => {
    expect(await inTree(text)).toEqual([]);
  });

  test("a circle of two files, but not with the mod.rs that passes them on", async () => {
    expect(
      await faultsOf({
        "src/codec/mod.rs": `mod huffman;\npub const SIZE: usize = 4;\n${inOrder["src/codec/mod.rs"]}`,
        "src/codec/zlib.rs": `use super::SIZE;\nuse super::huffman::Code;\npub struct Bits;`,
        "src/codec/huffman.rs": "pub struct Code(super::zlib::Bits);",
      }),
    ).toEqual([
      "a circle in src/codec: src/codec/zlib.rs:2 imports src/codec/huffman.rs; " +
        "src/codec/huffman.rs:1 imports src/codec/zlib.rs",
    ]);
  });
});

test("16 files in a folder are worth a warning", async () => {
  const many = (length: number) =>
    Object.fromEntries(Array.from({ length }, (_, index) => [`package/api/${index}.ts`, ""]));
  expect(await found(many(14))).toEqual({ faults: [], warnings: [] });
  const warnings = ["package/api has 16 source files, more than 15"];
  expect(await found(many(15))).toEqual({ faults: [], warnings });
});

test.for([
  ["ts", "/** a\n *\n * comment\n */\n// another\n\n"],
  ["css", "/* a */\n"],
  ["py", "# comment\n"],
  ["rs", "//! a\n"],
] as const)("401 lines of code in *.%s are worth a warning", async ([extension, comment]) => {
  const file = extension === "rs" ? "src/tree/long.rs" : `package/api/long.${extension}`;
  const tests = extension === "rs" ? "#[cfg(test)]\nmod tests {\n    fn f() {}\n}\n" : "";
  const of = (lines: number) => found({ [file]: `${comment}${"code();\n".repeat(lines)}${tests}` });
  expect(await of(400)).toEqual({ faults: [], warnings: [] });
  expect(await of(401)).toEqual({
    faults: [],
    warnings: [`${file} has 401 lines of code, more than 400`],
  });
});
