/**
 * Which file uses which. In TypeScript and JavaScript: `import` and `export … from`, types included, `import()` of code and of types,
 * in JSDoc too, and what `new URL("./x", import.meta.url)` names, because workers are started in this way. In Rust: what paths through `crate` and
 * `super` name. Names are found by an expression, without a parser; what is not the name of a file is ignored.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

/**
 * @typedef {object} Import one file uses another
 * @property {string} from from the repository's root, as every path here
 * @property {string} to
 * @property {number} line
 * @property {boolean} byPath whether it names the path of the file, not a package
 */

const SCRIPT = /\.(?:[cm]?js|tsx?)$/;
const NAME = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*["'](?<name>[.@][^"'\n]+)["']/g;
const RUST_PATH = /\b(?<up>crate|super(?:::super)*)::(?<name>\w+|\{)/g;

/**
 * @param {string} root the repository's
 * @param {ReadonlyMap<string, string>} sources
 * @returns {Import[]}
 */
export function importsOf(root, sources) {
  const packages = packagesOf(root);
  return [...sources].flatMap(([from, source]) => {
    if (from.endsWith(".rs")) {
      return rustImports(root, from, source);
    }
    return (SCRIPT.test(from) ? found(source, NAME) : []).flatMap(({ name, line }) => {
      const to = resolved(root, packages, from, name);
      return to ? [{ from, to, line, byPath: name.startsWith(".") }] : [];
    });
  });
}

/**
 * The repository's packages by their names: their folders, and where the modules are that others may name, with a `*` for the name.
 *
 * @param {string} root
 * @returns {ReadonlyMap<string, { folder: string, modules: string }>}
 */
export function packagesOf(root) {
  const read = (/** @type {string} */ folder) => {
    const path = join(root, folder, "package.json");
    return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  };
  /** @type {string[]} */
  const folders = read(".").workspaces ?? [];
  return new Map(
    folders.map((folder) => {
      const { name, exports } = read(folder);
      return [name, { folder, modules: posix.join(folder, exports?.["./*"] ?? "*") }];
    }),
  );
}

/**
 * @param {string} source
 * @param {RegExp} names
 */
function found(source, names) {
  return [...source.matchAll(names)].map(({ groups, index }) => ({
    name: groups?.["name"] ?? "",
    up: groups?.["up"] ?? "",
    line: source.slice(0, index).split("\n").length,
  }));
}

/**
 * The source file behind a module name: `x.ts` behind the emitted `./x.js`, a style sheet behind `./x.css?inline`.
 * What is not there is made by the build, or the compiler reports it.
 *
 * @param {string} root
 * @param {ReturnType<typeof packagesOf>} packages
 * @param {string} from
 * @param {string} name
 */
function resolved(root, packages, from, name) {
  const [own, named] = [...packages].find(([own]) => name.startsWith(`${own}/`)) ?? [];
  const path = named
    ? named.modules.replace("*", name.slice(`${own}/`.length))
    : posix.join(dirname(from), name.replace(/\?.*$/, ""));
  const candidates = [path, path.replace(/\.js$/, ".ts")];
  return candidates.find((file) => /\.\w+$/.test(file) && existsSync(join(root, file)));
}

/**
 * What the modules of a crate use of each other, tests apart. A path is followed by one name: to the module, or through `lib.rs` to
 * what that exports.
 *
 * @param {string} root
 * @param {string} from
 * @param {string} source
 * @returns {Import[]}
 */
function rustImports(root, from, source) {
  if (isRustTest(from)) {
    return [];
  }
  const module = from.replace(/(?:\/mod)?\.rs$/, "").split("/");
  return found(withoutTests(source), RUST_PATH).flatMap(({ name, up, line }) => {
    const above = up === "crate" ? module.indexOf("src") + 1 : module.length - up.split("::").length;
    const place = module.slice(0, above).join("/");
    const candidates = [`${place}/${name}.rs`, `${place}/${name}/mod.rs`];
    const to = candidates.find((file) => existsSync(join(root, file)));
    const exported = up === "crate" ? `${place}/lib.rs` : undefined;
    return [to ?? exported].flatMap((to) => (to ? [{ from, to, line, byPath: false }] : []));
  });
}

/** @param {string} file */
function isRustTest(file) {
  return /\/(?:tests\/.*|tests|\w+_test)\.rs$|\/tests\//.test(file);
}

/**
 * Rust without its comments, and without the tests at its end.
 *
 * @param {string} source
 */
export function withoutTests(source) {
  const [code = ""] = source.split(/^#\[cfg\((?:all\()?test.*\]\nmod \w+ \{/m);
  return code.replaceAll(/\/\/.*/g, "").replaceAll(/^#\[cfg\(test\)\]\n.*/gm, "\n");
}
