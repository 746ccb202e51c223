/**
 * The validator: JSON Schema draft 4 with what ASDF adds to it, as Python's asdf 6 applies it.
 *
 * Which schema applies to a node is told by the keywords that descend to it, and by its tag. Each schema is compiled once, and a node is
 * checked once against it. No schema is fetched: those that are missing are named in warnings.
 */

import { type Item, isMap, isNode, isSeq, type Key, type Node } from "./items.ts";
import { KEYWORDS } from "./keywords.ts";
import type { Registry } from "./registry.ts";
import { type Check, type Failure, isSchema, MissingSchema, type Schema, type Validator } from "./schema.ts";

/** A schema, ready to be applied. */
interface Compiled {
  /** The document that it is in. */
  readonly base: string;
  readonly checks: readonly { readonly keyword: string; readonly value: unknown; readonly check: Check }[];
  /** Whether it has no keyword at all: then it says nothing of the nodes inside, and they are checked by their tags. */
  readonly isEmpty: boolean;
}

/** Ends an attempt whose outcome is known. */
const ENOUGH = new Error("the first failure decides");

export class Validation implements Validator {
  readonly #registry: Registry;
  readonly #standard: string;
  readonly #path: Item[] = [];
  readonly #descended: Item[] = [];
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
  #current: Compiled = { base: "", checks: [], isEmpty: true };
  /** Whether references take the place of their siblings, as in a custom schema. */
  #replaces = false;

  constructor(registry: Registry, standard: string) {
    this.#registry = registry;
    this.#standard = standard;
  }

  /** Checks a whole tree: by its tags, and what a custom schema reaches of it if there is one. */
  run(root: Item, custom?: { readonly schema: Schema; readonly uri: string }): void {
    try {
      this.#replaces = custom !== undefined;
      this.#apply(root, custom?.schema ?? {}, custom?.uri ?? "");
    } catch (thrown) {
      if (!(thrown instanceof MissingSchema)) {
        throw thrown;
      }
      this.warnings.add(thrown.message);
    }
  }

  fail(
    keyword: string,
    item: Item,
    expected: unknown,
    message: string,
    causes: readonly Failure[] = [],
  ): void {
    // Under a combination of schemas, failing may be right. Elsewhere, the same failures are reported again.
    for (const { item: node, schema } of this.#checked.slice(this.#attempted)) {
      node.seen = node.seen.filter((one) => one !== schema);
    }
    this.failures.push({
      path: [...this.#path],
      descended: [...this.#descended],
      keyword,
      schema: this.#current.base,
      schemaPath: [...this.#schemaPath],
      item,
      expected,
      message,
      causes,
    });
    if (this.#isEnough) {
      throw ENOUGH;
    }
  }

  same(item: Item, schema: unknown, at?: Key): void {
    this.#at(at, () => this.#apply(item, schema, this.#current.base));
  }

  inside(item: Item, key: Item, schema: unknown, at?: Key): void {
    this.#path.push(key);
    this.#descended.push(key);
    this.same(item, schema, at);
    this.#path.pop();
    this.#descended.pop();
  }

  attempt(item: Item, schema: unknown, at?: Key): Failure[] {
    return this.#attempt(false, () => this.same(item, schema, at));
  }

  applies(item: Item, schema: unknown): boolean {
    return this.#attempt(true, () => this.same(item, schema)).length === 0;
  }

  #attempt(isEnough: boolean, work: () => void): Failure[] {
    const outer = [this.failures, this.#isEnough, this.#attempted] as const;
    const restore = this.#places();
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
      restore();
    } finally {
      [this.failures, this.#isEnough, this.#attempted] = outer;
    }
    return found;
  }

  /** A function that returns to the place of now, after what was begun there has ended early. */
  #places(): () => void {
    const stacks = [this.#path, this.#descended, this.#schemaPath, this.#checked];
    const lengths = stacks.map(({ length }) => length);
    return () => {
      for (const [index, stack] of stacks.entries()) {
        stack.length = lengths[index] ?? 0;
      }
    };
  }

  follow(item: Item, reference: string): void {
    const { schema, base } = this.#registry.resolve(reference, this.#current.base);
    this.#apply(item, schema, base);
  }

  /** Runs `work` under a keyword, a property or an index of the schema. */
  #at(at: Key | undefined, work: () => void): void {
    if (at === undefined) {
      work();
      return;
    }
    this.#schemaPath.push(at);
    try {
      work();
    } finally {
      this.#schemaPath.pop();
    }
  }

  #apply(item: Item, given: unknown, base: string): void {
    let [schema, its] = [given, base];
    for (let hops = 0; this.#replaces && isSchema(schema) && typeof schema.$ref === "string"; hops += 1) {
      ({ schema, base: its } = this.#registry.resolve(schema.$ref, idOf(schema, its)));
      if (hops > 100) {
        throw new MissingSchema(`${its}, whose references form a circle,`);
      }
    }
    if (!isSchema(schema)) {
      if (schema === false) {
        this.fail("false", item, false, "nothing is allowed here");
      }
      return;
    }
    if (!isNode(item)) {
      this.#check(item, schema, its);
      return;
    }
    if (item.seen.includes(schema)) {
      return;
    }
    item.seen.push(schema);
    if (isMap(item) && item.entries.has("$ref")) {
      return;
    }
    this.#byTag(item, schema);
    this.#check(item, schema, its);
  }

  /** Checks an item by the keywords of a schema; or, if it has none, what is inside by its tags. */
  #check(item: Item, schema: Schema, base: string): void {
    const compiled = this.#compiled(schema, base);
    const outer = this.#current;
    this.#current = compiled;
    try {
      if (compiled.isEmpty) {
        this.#walk(item, schema, base);
        return;
      }
      if (isNode(item)) {
        this.#checked.push({ item, schema });
      }
      for (const { keyword, value, check } of compiled.checks) {
        this.#at(keyword === "$ref" ? undefined : keyword, () => check(this, item, value, schema));
      }
      if (isNode(item)) {
        this.#checked.pop();
      }
    } finally {
      this.#current = outer;
    }
  }

  #walk(item: Item, schema: Schema, base: string): void {
    const inside: Iterable<readonly [Item, Item]> = isMap(item)
      ? item.entries
      : isSeq(item)
        ? item.items.entries()
        : [];
    for (const [key, value] of inside) {
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
    const replaces = this.#replaces;
    const restore = this.#places();
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
        restore();
        this.warnings.add(`${thrown.message}: a node with the tag ${item.tag} is not checked to its end`);
      } finally {
        this.#replaces = replaces;
      }
    }
  }

  #compiled(schema: Schema, base: string): Compiled {
    const known = this.#registry.compiled.get(schema);
    if (known) {
      return known as Compiled;
    }
    const checks = Object.entries(schema).flatMap(([keyword, value]) => {
      const check = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
      return check ? [{ keyword, value, check }] : [];
    });
    const compiled: Compiled = {
      base: idOf(schema, base),
      checks,
      isEmpty: Object.keys(schema).length === 0,
    };
    this.#registry.compiled.set(schema, compiled);
    return compiled;
  }
}

/** The URI to which the references of a schema are relative. */
function idOf(schema: Schema, base: string): string {
  const id = "$ref" in schema ? undefined : schema.id;
  return typeof id === "string" && id !== "" ? id.replace(/#$/, "") : base;
}
