/**
 * Which TypeScript or JavaScript file uses which: `import` and `export … from`, types included, `import()` of code
 * and of types, in JSDoc too, and what `new URL("./x", import.meta.url)` names, as workers are started so.
 * Other packages of the repository are named as `package.json` has its workspaces; each exports its modules without their ending.
 * `oxc-parser` reads the files: dependency-cruiser needs TypeScript before 7 beside it, and sees no workers.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/** @import { Import } from "./rules.mjs" */

const JSDOC_IMPORT = /import\(["'](?<jsdoc>[.@][^"']*)["']\)|@import[^"']*["'](?<tag>[.@][^"']*)["']/g;

/**
 * @param {string} root the repository's
 * @param {readonly string[]} files from there
 * @returns {Import[]}
 */
export function typescriptImports(root, files) {
  const packages = packagesOf(root);
  return files
    .filter((file) => /\.(?:[cm]?js|tsx?)$/.test(file))
    .flatMap((from) => {
      const source = readFileSync(join(root, from), "utf8");
      return named(from, source).flatMap(({ name, at }) => {
        const to = resolved(root, packages, from, name);
        const line = source.slice(0, at).split("\n").length;
        return to ? [{ from, to, line, passedOn: false, byPath: name.startsWith(".") }] : [];
      });
    });
}

/**
 * The folders of the repository's packages, by their names.
 *
 * @param {string} root
 * @returns {ReadonlyMap<string, string>}
 */
export function packagesOf(root) {
  const read = (/** @type {string} */ folder) => {
    const path = join(root, folder, "package.json");
    return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  };
  /** @type {string[]} */
  const folders = read(".").workspaces ?? [];
  return new Map(folders.map((folder) => [read(folder).name, folder]));
}

/**
 * Every module name in a file that is relative, or may be of a package of the repository.
 *
 * @param {string} file
 * @param {string} source
 * @returns {{ name: string, at: number }[]}
 */
function named(file, source) {
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) {
    throw new Error(`${file}: ${errors[0]?.message}`);
  }
  /** @type {{ name: string, at: number }[]} */
  const found = [];
  const add = (/** @type {unknown} */ node) => {
    if (isText(node) && /^[.@]/.test(node.value)) {
      found.push({ name: node.value, at: node.start });
    }
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
    NewExpression: (node) => {
      const [address, base] = node.arguments;
      const isUrl = node.callee.type === "Identifier" && node.callee.name === "URL";
      if (isUrl && base && source.slice(base.start, base.end) === "import.meta.url") {
        add(address);
      }
    },
  }).visit(program);
  for (const { value, start } of comments) {
    for (const { groups, index } of value.matchAll(JSDOC_IMPORT)) {
      found.push({ name: groups?.["jsdoc"] ?? groups?.["tag"] ?? "", at: start + index });
    }
  }
  return found;
}

/**
 * @param {unknown} node
 * @returns {node is { value: string, start: number }}
 */
function isText(node) {
  return typeof node === "object" && node !== null && "value" in node && typeof node.value === "string";
}

/**
 * The source file behind a module name: `x.ts` behind the emitted `./x.js`, a style sheet behind `./x.css?inline`.
 * What is not there is made by the build, or the compiler reports it.
 *
 * @param {string} root
 * @param {ReadonlyMap<string, string>} packages
 * @param {string} from
 * @param {string} name
 */
function resolved(root, packages, from, name) {
  const [owner, folder] = [...packages].find(([own]) => name.startsWith(`${own}/`)) ?? [];
  const path = owner
    ? `${folder}${name.slice(owner.length)}.ts`
    : posix.join(dirname(from), name.replace(/\?.*$/, ""));
  const candidates = [path, path.replace(/\.js$/, ".ts")];
  return candidates.find((file) => /\.\w+$/.test(file) && existsSync(join(root, file)));
}
