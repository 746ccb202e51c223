/**
 * Which Rust file uses which: every `use` declaration and every path in an expression or a type, followed through
 * re-exports to the file that defines the name. What only tests compile does not count, nor does `mod x;`.
 */
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { tokens, withoutTests } from "./rust-lexer.mjs";

/** @import { Import } from "./rules.mjs" */
/** @import { Token } from "./rust-lexer.mjs" */

/** @typedef {{ path: string[], alias: string, exported: boolean, line: number }} Use `alias` is `*` for a glob */

/**
 * @typedef {object} Module
 * @property {string} file from the repository's root
 * @property {Module | undefined} parent
 * @property {Map<string, Module>} children
 * @property {Use[]} uses
 * @property {Set<string>} defined the names of its items
 * @property {{ path: string[], line: number }[]} paths those outside of `use` declarations
 * @property {Set<string>} words every name in it, outside of `use` declarations
 */

const ITEMS = new Set(["fn", "struct", "enum", "union", "trait", "type", "const", "static", "macro_rules"]);
const NO_ITEMS = new Set(["mut", "fn", "_"]);

/**
 * @param {string} root the repository's
 * @param {string} crate the crate's root file, from there
 * @returns {Import[]}
 */
export function rustImports(root, crate) {
  const top = readModule(root, crate, undefined);
  return everyModule(top).flatMap((module) => importsOf(module, top));
}

/**
 * @param {Module} module
 * @returns {Module[]}
 */
function everyModule(module) {
  return [module, ...[...module.children.values()].flatMap(everyModule)];
}

/**
 * @param {string} root
 * @param {string} file
 * @param {Module | undefined} parent
 * @returns {Module}
 */
function readModule(root, file, parent) {
  /** @type {Module} */
  const module = {
    file,
    parent,
    children: new Map(),
    uses: [],
    defined: new Set(),
    paths: [],
    words: new Set(),
  };
  const all = withoutTests(tokens(readFileSync(join(root, file), "utf8")));
  const text = (/** @type {number} */ at) => all[at]?.text ?? "";
  for (let at = 0; at < all.length; at++) {
    const line = all[at]?.line ?? 0;
    if (text(at) === "mod" && text(at + 2) === ";") {
      const child = childFile(root, file, text(at + 1));
      if (existsSync(join(root, child))) {
        module.children.set(text(at + 1), readModule(root, child, module));
      }
      at += 2;
    } else if (text(at) === "use" && text(at + 1) !== "<") {
      const exported = text(at - 1) === "pub" || (text(at - 1) === ")" && isVisibility(all, at));
      const reader = new UseReader(all, at + 1);
      module.uses.push(...reader.tree([]).map((use) => ({ ...use, exported, line })));
      at = reader.at;
    } else if (/^[\p{L}_]/u.test(text(at))) {
      if (ITEMS.has(text(at))) {
        const name = text(at + 1) === "!" ? text(at + 2) : text(at + 1);
        if (!NO_ITEMS.has(name)) {
          module.defined.add(name);
        }
      }
      const path = [text(at)];
      while (text(at + 1) === "::" && /^[\p{L}_]/u.test(text(at + 2))) {
        path.push(text(at + 2));
        at += 2;
      }
      module.words.add(path[0] ?? "");
      // `pub(in crate::…)` says who may use an item, and uses nothing.
      const before = text(at - 2 * path.length + 1);
      if (path.length > 1 && before !== "::" && before !== "in") {
        module.paths.push({ path, line });
      }
    }
  }
  return module;
}

/**
 * Whether a `)` before `use` closes `pub(…)`.
 *
 * @param {readonly Token[]} all
 * @param {number} at
 */
function isVisibility(all, at) {
  return [4, 5].some((back) => all[at - back]?.text === "pub" && all[at - back + 1]?.text === "(");
}

/**
 * @param {string} root
 * @param {string} file
 * @param {string} name
 */
function childFile(root, file, name) {
  const front = ["lib.rs", "mod.rs"].includes(basename(file));
  const folder = front ? dirname(file) : join(dirname(file), basename(file, ".rs"));
  const single = join(folder, `${name}.rs`);
  return existsSync(join(root, single)) ? single : join(folder, name, "mod.rs");
}

/** Reads the tree of one `use` declaration: `a::{self, b::C as D, e::*}`. */
class UseReader {
  /**
   * @param {readonly Token[]} all
   * @param {number} at
   */
  constructor(all, at) {
    this.all = all;
    this.at = at;
  }

  get text() {
    return this.all[this.at]?.text ?? "";
  }

  /**
   * @param {readonly string[]} before
   * @returns {{ path: string[], alias: string }[]}
   */
  tree(before) {
    const path = [...before];
    for (;;) {
      if (this.text === "{") {
        return this.group(path);
      }
      if (this.text === "*") {
        this.at += 1;
        return [{ path, alias: "*" }];
      }
      path.push(this.text);
      this.at += 1;
      if (this.text !== "::") {
        break;
      }
      this.at += 1;
    }
    const last = path.at(-1) === "self" ? path.slice(0, -1) : path;
    const whole = last.length > 0 ? last : path;
    let alias = whole.at(-1) ?? "";
    if (this.text === "as") {
      alias = this.all[this.at + 1]?.text ?? "";
      this.at += 2;
    }
    return [{ path: whole, alias }];
  }

  /**
   * @param {readonly string[]} before
   * @returns {{ path: string[], alias: string }[]}
   */
  group(before) {
    const uses = [];
    this.at += 1;
    while (this.text !== "}" && this.at < this.all.length) {
      if (this.text === ",") {
        this.at += 1;
      } else {
        uses.push(...this.tree(before));
      }
    }
    this.at += 1;
    return uses;
  }
}

/**
 * @param {Module} module
 * @param {Module} top
 * @returns {Import[]}
 */
function importsOf(module, top) {
  /** @type {Import[]} */
  const found = [];
  const add = (/** @type {Module} */ target, /** @type {number} */ line, /** @type {boolean} */ passedOn) => {
    if (target !== module) {
      found.push({ from: module.file, to: target.file, line, passedOn });
    }
  };
  for (const use of module.uses) {
    const target = resolve(module, use.path, top);
    // A use of a whole module is a use of the files that its names come from, which the paths show.
    const through = module.paths.some(({ path }) => path[0] === use.alias);
    if (target && !(target.isModule && through)) {
      const below = target.module.file.startsWith(`${dirname(module.file)}/`);
      const front = ["lib.rs", "mod.rs"].includes(basename(module.file));
      // An alias of a module that the file itself does not need is there for the files below it.
      const forOthers = (use.exported || target.isModule) && !module.words.has(use.alias);
      add(target.module, use.line, front && below && forOthers);
    }
  }
  for (const { path, line } of module.paths) {
    const target = resolve(module, path, top);
    if (target) {
      add(target.module, line, false);
    }
  }
  return found;
}

/**
 * The module whose file defines what the path names; nothing for another crate's, or for a name of the file itself.
 *
 * @param {Module} from
 * @param {readonly string[]} path
 * @param {Module} top
 * @param {ReadonlySet<string>} [seen]
 * @returns {{ module: Module, isModule: boolean } | undefined}
 */
function resolve(from, path, top, seen = new Set()) {
  const [first = "", ...rest] = path;
  const key = `${from.file} ${path.join("::")}`;
  if (seen.has(key)) {
    return undefined;
  }
  const next = new Set(seen).add(key);
  /** @type {Module | undefined} */
  let base;
  if (first === "crate") {
    base = top;
  } else if (first === "self") {
    base = from;
  } else if (first === "super") {
    base = from.parent;
  } else {
    return named(from, first, rest, top, next);
  }
  if (base === undefined || rest.length === 0) {
    return base && { module: base, isModule: true };
  }
  const inner =
    rest[0] === "super"
      ? resolve(base, rest, top, next)
      : named(base, rest[0] ?? "", rest.slice(1), top, next);
  return inner ?? { module: base, isModule: false };
}

/**
 * @param {Module} module
 * @param {string} name
 * @param {readonly string[]} rest
 * @param {Module} top
 * @param {ReadonlySet<string>} seen
 * @returns {{ module: Module, isModule: boolean } | undefined}
 */
function named(module, name, rest, top, seen) {
  const child = module.children.get(name);
  if (child) {
    return rest.length === 0
      ? { module: child, isModule: true }
      : (named(child, rest[0] ?? "", rest.slice(1), top, seen) ?? { module: child, isModule: false });
  }
  if (module.defined.has(name)) {
    return { module, isModule: false };
  }
  const use = module.uses.find(({ alias, path }) => alias === name && path.join("::") !== name);
  if (use) {
    return resolve(module, [...use.path, ...rest], top, seen);
  }
  for (const { path } of module.uses.filter(({ alias }) => alias === "*")) {
    const target = resolve(module, path, top, seen);
    const found = target?.isModule && named(target.module, name, rest, top, seen);
    if (found) {
      return found;
    }
  }
  return undefined;
}
