/** Licences that are not allowed, other registries and C make lint fail. */
import { expect, test } from "vitest";
import { allows, bundledFaults, crateFaults, packageFaults } from "../../scripts/lint/licences.mjs";

const ALLOWED = ["MIT", "Apache-2.0", "Zlib"];

test.for([
  ["MIT", true],
  ["GPL-3.0", false],
  ["", false],
  ["MIT OR GPL-3.0", true],
  ["GPL-3.0 OR MIT", true],
  ["MIT AND GPL-3.0", false],
  ["MIT AND Zlib", true],
  ["(GPL-3.0 OR MIT) AND Zlib", true],
  ["GPL-3.0 AND MIT OR Zlib", true],
  ["GPL-3.0 AND (MIT OR Zlib)", false],
  ["MIT/Apache-2.0", true],
  ["Apache-2.0 WITH LLVM-exception", false],
  ["MIT OR", false],
  ["MIT Zlib", false],
] as const)("%s: %s", ([expression, expected]) => expect(allows(expression, ALLOWED)).toBe(expected));

function metadata(crate: { name: string; license?: string; source?: string; kind?: string }) {
  const { name, license = "MIT", source = "registry+https://index.example", kind = null } = crate;
  return {
    packages: [
      { id: "own", name: "own", version: "1.0.0", license: "MIT", source: null },
      { id: name, name, version: "2.0.0", license, source },
    ],
    resolve: {
      root: "own",
      nodes: [
        { id: "own", deps: [{ pkg: name, dep_kinds: [{ kind }] }] },
        { id: name, deps: [] },
      ],
    },
  };
}

test.for([
  [{ name: "good" }, []],
  [{ name: "bad", license: "GPL-3.0" }, ["crate bad 2.0.0: deny.toml does not allow its licence, GPL-3.0"]],
  [{ name: "far", source: "git+x" }, ["crate far 2.0.0: it comes from git+x, not from a registry"]],
  [{ name: "cc" }, ["crate cc 2.0.0: it compiles or links C, and the crate is built with it"]],
  [{ name: "cc", kind: "build" }, ["crate cc 2.0.0: it compiles or links C, and the crate is built with it"]],
  [{ name: "cc", kind: "dev" }, []],
] as const)("crate %o", ([crate, faults]) => expect(crateFaults(metadata(crate), ALLOWED)).toEqual(faults));

test("npm packages", () => {
  const packages = {
    "": { version: "1.0.0" },
    "node_modules/good": { version: "1.0.0", license: "(MIT AND Zlib)" },
    "node_modules/good/node_modules/@some/bad": { version: "2.0.0", license: "GPL-3.0" },
    "node_modules/silent": { version: "3.0.0" },
    "node_modules/busboy": { version: "4.0.0" },
    "node_modules/@own/linked": { link: true },
    linked: { version: "0.0.0", license: "MIT" },
  };
  expect(packageFaults(packages)).toEqual([
    "npm package @some/bad 2.0.0: its licence, GPL-3.0, is not allowed",
    "npm package silent 3.0.0: its licence, which it does not name, is not allowed",
  ]);
});

test("libraries that the viewer contains", () => {
  const notice = [
    "# Third-party licences\n\nThe scripts in this folder contain these libraries.\n",
    "## good 1.0.0 (MIT)\n\nMIT License\n",
    "## @some/either 1.0.0 ((MPL-2.0 OR Apache-2.0))\n\n## 1. (Definitions)\n",
    "## @some/tool 2.0.0 (MPL-2.0)\n\nMozilla Public License\n",
    "## silent 3.0.0 (undefined)\n",
  ];
  expect(bundledFaults(notice.join("\n"))).toEqual([
    "npm package @some/tool 2.0.0: it is bundled into the viewer, where its licence, MPL-2.0, is not allowed",
    "npm package silent 3.0.0: it is bundled into the viewer, where its licence, undefined, is not allowed",
  ]);
  expect(bundledFaults("")).toEqual(["THIRD-PARTY.md of the viewer names no library"]);
});
