/** What SECURITY.md and README claim of the crates that are compiled into the WebAssembly modules. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

interface Crate {
  readonly id: string;
  readonly name: string;
  readonly links: string | null;
  readonly targets: readonly { readonly kind: readonly string[] }[];
  readonly dependencies: readonly { readonly name: string; readonly kind: string | null }[];
}

interface Metadata {
  readonly packages: readonly Crate[];
  readonly resolve: {
    readonly root: string;
    readonly nodes: readonly {
      readonly id: string;
      readonly deps: readonly {
        readonly pkg: string;
        readonly dep_kinds: readonly { readonly kind: string | null }[];
      }[];
    }[];
  };
}

/** The crates that the WebAssembly modules are compiled from, ours left out; macros run at compile time and are none. */
function compiledCrates(): Crate[] {
  const args = ["metadata", "--format-version", "1", "--filter-platform", "wasm32-unknown-unknown"];
  const output = execFileSync("cargo", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
  const { packages, resolve }: Metadata = JSON.parse(output);
  const byId = new Map(packages.map((crate) => [crate.id, crate]));
  const isMacro = (id: string): boolean =>
    byId.get(id)?.targets.some(({ kind }) => kind.includes("proc-macro")) ?? false;
  const found = new Set([resolve.root]);
  for (const id of found) {
    for (const { pkg, dep_kinds } of resolve.nodes.find((node) => node.id === id)?.deps ?? []) {
      if (dep_kinds.some(({ kind }) => kind === null) && !isMacro(pkg)) {
        found.add(pkg);
      }
    }
  }
  found.delete(resolve.root);
  return packages.filter(({ id }) => found.has(id));
}

test("SECURITY.md lists exactly the crates that are compiled into the modules", () => {
  const [, section = ""] = readFileSync(join(root, "SECURITY.md"), "utf8").split("## Unsafe code\n");
  const rows = section.split("\n").filter((line) => line.startsWith("| "));
  const listed = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  const names = compiledCrates().map(({ name }) => name);
  expect(listed.filter((name) => name !== "unsafe").sort()).toEqual(names.sort());
});

test("no crate compiles or links C", () => {
  const builders = ["cc", "cmake", "bindgen", "pkg-config"];
  for (const { name, dependencies, links } of compiledCrates()) {
    const building = dependencies.filter(({ kind }) => kind === "build").map((dependency) => dependency.name);
    expect(
      building.filter((builder) => builders.includes(builder)),
      name,
    ).toEqual([]);
    // wasm-bindgen uses the key to make sure that there is only one version of it.
    expect(links === null || name === "wasm-bindgen-shared", `${name} links ${links}`).toBe(true);
  }
});

test("the crate forbids unsafe code", () => {
  expect(readFileSync(join(root, "Cargo.toml"), "utf8")).toMatch(/^unsafe_code = "forbid"$/m);
  expect(readFileSync(join(root, "src/lib.rs"), "utf8")).toMatch(/^#!\[forbid\(unsafe_code\)\]$/m);
});
