/**
 * The validator: JSON Schema draft 4 with what ASDF adds to it, as Python's asdf 6 applies it.
 *
 * A node is checked against the schemas of its tag, and against those that keywords of the schemas around it have for it; once against
 * each. Each schema is compiled once. No schema is fetched: those that are missing are named in warnings.
 */

import type { Effort } from "./effort.ts";
import { countIn, entriesIn, type Item, isMap, isNode, type Key, type Node } from "./items.ts";
import { KEYWORDS } from "./keywords.ts";
import type { Registry } from "./registry.ts";
import {
  type Asked,
  type Check,
  type Failure,
  isSchema,
  MissingSchema,
  type Schema,
  type Validator,
} from "./schema.ts";

/** A schema, ready to be applied. */
interface Compiled {
  /** The document that it is in. */
  readonly base: string;
  readonly checks: readonly { readonly keyword: string; readonly value: unknown; readonly check: Check }[];
  /** The effort of its checks. */
  readonly size: number;
  /** Whether it has no keyword at all: then it says nothing of the nodes inside, and they are checked by their tags. */
  readonly isEmpty: boolean;
}

/** What a check reports. */
type Found = Pick<Failure, "keyword" | "message" | "expected"> & Partial<Pick<Failure, "causes">>;

/** Schemas that were compiled. */
const compiled = new WeakMap<Schema, Compiled>();

/** More references than this from one schema to the next, for the same node, form a circle. */
const MOST_HOPS = 100;

/** The effort of a failure: it is kept in memory. */
const FAILURE = 100;

/** How many entries of a keyword are as much effort as a keyword. */
const ENTRIES = 10;

/** Ends an attempt whose outcome is known. */
const ENOUGH = new Error("the first failure decides");

export class Validation implements Validator {
  readonly effort: Effort;
  readonly #registry: Registry;
  readonly #standard: string;
  readonly #path: Item[] = [];
  readonly #schemaPath: Key[] = [];
  readonly warnings = new Set<string>();
  failures: Failure[] = [];
  /** The nodes that are being checked, each with the schema whose keywords are applied to it. */
  readonly #checked: { readonly item: Node; readonly schema: Schema }[] = [];
  /** How many of these are outside of the combination that is being tried. */
  #attempted = 0;
  /** Whether the first failure decides. */
  #isEnough = false;
  /** The schema that is being applied. */
  #current: Compiled = { base: "", checks: [], size: 0, isEmpty: true };
  /** Whether references take the place of their siblings, as in a custom schema. */
  #replaces = false;
  /** How many references led to it from the node's first schema. */
  #hops = 0;

  constructor(registry: Registry, standard: string, effort: Effort) {
    this.effort = effort;
    this.#registry = registry;
    this.#standard = standard;
  }

  /** Checks a whole tree by its tags, a node in each step. */
  *byTags(root: Item): Generator<void> {
    const schema: Schema = {};
    const levels: Iterator<readonly [Item, Item]>[] = [];
    const isOpened = (item: Item): boolean => {
      const isOpen = isNode(item) && this.#enter(item, schema);
      if (isOpen) {
        levels.push(entriesIn(item)[Symbol.iterator]());
      }
      return isOpen;
    };
    isOpened(root);
    for (let level = levels.at(-1); level; level = levels.at(-1)) {
      const { value: entry, done } = level.next();
      if (done) {
        levels.pop();
        this.#path.pop();
        continue;
      }
      this.#path.push(entry[0]);
      if (!isOpened(entry[1])) {
        this.#path.pop();
      }
      yield;
    }
  }

  /** Checks what a custom schema reaches of a whole tree, by tags too. */
  run(root: Item, custom: Schema): void {
    this.#replaces = true;
    const restore = this.#state();
    try {
      this.#apply(root, custom, typeof custom.id === "string" ? custom.id : "");
    } catch (thrown) {
      if (!(thrown instanceof MissingSchema)) {
        throw thrown;
      }
      restore();
      this.warnings.add(thrown.message);
    }
  }

  #fail({ keyword, message, expected, causes = [] }: Found): void {
    this.effort.spend(FAILURE);
    // Under a combination of schemas, failing may be right. Elsewhere, the same failures are reported again.
    for (const { item, schema } of this.#checked.slice(this.#attempted)) {
      item.seen = item.seen.filter((one) => one !== schema);
    }
    this.failures.push({
      path: [...this.#path],
      keyword,
      schema: this.#current.base,
      schemaPath: [...this.#schemaPath],
      expected,
      message,
      causes,
    });
    if (this.#isEnough) {
      throw ENOUGH;
    }
  }

  same(item: Item, schema: unknown, at?: Key): void {
    const depth = this.#schemaPath.length;
    if (at !== undefined) {
      this.#schemaPath.push(at);
    }
    this.#apply(item, schema, this.#current.base);
    this.#schemaPath.length = depth;
  }

  inside(item: Item, key: Item, schema: unknown, at?: Key): void {
    const hops = this.#hops;
    this.#hops = 0;
    this.#path.push(key);
    this.same(item, schema, at);
    this.#path.pop();
    this.#hops = hops;
  }

  attempt(item: Item, schema: unknown, at?: Key): Failure[] {
    return this.#attempt(false, () => this.same(item, schema, at));
  }

  applies(item: Item, schema: unknown): boolean {
    return this.#attempt(true, () => this.same(item, schema)).length === 0;
  }

  #attempt(isEnough: boolean, work: () => void): Failure[] {
    const restore = this.#state();
    const found: Failure[] = [];
    this.failures = found;
    this.#isEnough = isEnough;
    this.#attempted = this.#checked.length;
    try {
      work();
    } catch (thrown) {
      if (thrown !== ENOUGH) {
        throw thrown;
      }
    }
    restore();
    return found;
  }

  /** A function that returns to the state of now, also after what was begun there has ended early. */
  #state(): () => void {
    const { failures } = this;
    const { length: depth } = this.#path;
    const { length: schemaDepth } = this.#schemaPath;
    const { length: checked } = this.#checked;
    const isEnough = this.#isEnough;
    const attempted = this.#attempted;
    const current = this.#current;
    const replaces = this.#replaces;
    const hops = this.#hops;
    return () => {
      this.failures = failures;
      this.#path.length = depth;
      this.#schemaPath.length = schemaDepth;
      this.#checked.length = checked;
      this.#isEnough = isEnough;
      this.#attempted = attempted;
      this.#current = current;
      this.#replaces = replaces;
      this.#hops = hops;
    };
  }

  follow(item: Item, reference: string): void {
    const { schema, base } = this.#registry.resolve(reference, this.#current.base);
    if (this.#hops >= MOST_HOPS) {
      throw new MissingSchema(`${base}, whose references form a circle,`);
    }
    this.#hops += 1;
    this.#apply(item, schema, base);
    this.#hops -= 1;
  }

  #apply(item: Item, given: unknown, base: string): void {
    let [schema, its] = [given, base];
    for (let hops = 0; this.#replaces && isSchema(schema) && typeof schema.$ref === "string"; hops += 1) {
      ({ schema, base: its } = this.#registry.resolve(schema.$ref, idOf(schema, its)));
      if (hops > MOST_HOPS) {
        throw new MissingSchema(`${its}, whose references form a circle,`);
      }
    }
    if (!isSchema(schema)) {
      if (schema === false) {
        this.#fail({ keyword: "false", message: "nothing is allowed here", expected: false });
      }
      return;
    }
    if (!isNode(item) || this.#enter(item, schema)) {
      this.#check(item, schema, its);
    }
  }

  /** Checks a node by its tag, unless the schema has reached it before. Whether the schema applies to it. */
  #enter(item: Node, schema: Schema): boolean {
    if (item.seen.includes(schema)) {
      return false;
    }
    item.seen.push(schema);
    if (isMap(item) && item.entries.has("$ref")) {
      return false;
    }
    this.#byTag(item, schema);
    return true;
  }

  /** Checks an item by the keywords of a schema; or, if it has none, what is inside by its tags. */
  #check(item: Item, schema: Schema, base: string): void {
    const outer = this.#current;
    const depth = this.#schemaPath.length;
    this.#current = compile(schema, base);
    this.effort.spend(1 + this.#current.size + countIn(item));
    if (this.#current.isEmpty) {
      this.#walk(item, schema, base);
    } else {
      if (isNode(item)) {
        this.#checked.push({ item, schema });
      }
      for (const { keyword, value, check } of this.#current.checks) {
        const fail: Asked["fail"] = (message, more) =>
          this.#fail({ keyword, message, expected: value, ...more });
        if (keyword !== "$ref") {
          this.#schemaPath.push(keyword);
        }
        check({ item, value, schema, fail, validator: this });
        this.#schemaPath.length = depth;
      }
      if (isNode(item)) {
        this.#checked.pop();
      }
    }
    this.#current = outer;
  }

  #walk(item: Item, schema: Schema, base: string): void {
    for (const [key, value] of entriesIn(item)) {
      if (isNode(value)) {
        this.#path.push(key);
        this.#apply(value, schema, base);
        this.#path.pop();
      }
    }
  }

  /** Applies the schemas of a node's tag. */
  #byTag(item: Node, around: Schema): void {
    if (item.tag === undefined) {
      return;
    }
    const uris = this.#registry.schemasOf(item.tag, this.#standard);
    if (uris === undefined) {
      this.warnings.add(`no schema is known for the tag ${item.tag}`);
      return;
    }
    const restore = this.#state();
    for (const uri of uris) {
      this.#replaces = false;
      try {
        const { schema, base } = this.#registry.resolve(uri, "");
        if (schema !== around) {
          this.#apply(item, schema, base);
        }
      } catch (thrown) {
        if (!(thrown instanceof MissingSchema)) {
          throw thrown;
        }
        this.warnings.add(`${thrown.message}: a node with the tag ${item.tag} is not checked to its end`);
      }
      restore();
    }
  }
}

function compile(schema: Schema, base: string): Compiled {
  const known = compiled.get(schema);
  if (known) {
    return known;
  }
  const checks = Object.entries(schema).flatMap(([keyword, value]) => {
    const check = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    return check ? [{ keyword, value, check }] : [];
  });
  const size = checks.reduce((sum, { value }) => sum + 1 + lengthOf(value) / ENTRIES, 0);
  const made = { base: idOf(schema, base), checks, size, isEmpty: Object.keys(schema).length === 0 };
  compiled.set(schema, made);
  return made;
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : isSchema(value) ? Object.keys(value).length : 0;
}

/** The URI to which the references of a schema are relative. */
function idOf(schema: Schema, base: string): string {
  const id = "$ref" in schema ? undefined : schema.id;
  return typeof id === "string" && id !== "" ? id.replace(/#$/, "") : base;
}
