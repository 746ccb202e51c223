/** The schemas that are known, by URI, and which schemas a tag has under a version of the standard. */
import { AsdfError } from "../api/error.ts";
import { isLike } from "./pattern.ts";
import { isSchema, MissingSchema, type Schema } from "./schema.ts";

/** The tags that an extension defines, as Python's manifests say it. */
export interface Extension {
  /** The versions of the standard that enable it; undefined: all of them. */
  readonly standards: readonly string[] | undefined;
  readonly tags: Readonly<Record<string, readonly string[]>>;
}

/** The schemas of one producer. */
export interface Part {
  readonly extensions: readonly Extension[];
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** A schema, and the document that it is in. */
export interface Resolved {
  readonly schema: unknown;
  readonly base: string;
  readonly uri: string;
}

export class Registry {
  readonly #parts: readonly Part[];
  /** What references led to, by the documents that they are in. */
  readonly #resolved = new Map<string, Map<string, Resolved>>();

  readonly #ofTag = new Map<string, readonly string[] | undefined>();
  #ofTags: ReadonlySet<string> | undefined;

  /** `parts`: of those that say something of the same tag or URI, the first one counts. */
  constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  /** The schemas of a tag; undefined if no extension that the version of the standard enables defines it. */
  schemasOf(tag: string, standard: string): readonly string[] | undefined {
    const key = `${standard} ${tag}`;
    if (!this.#ofTag.has(key)) {
      const extension = this.#parts
        .flatMap(({ extensions }) => extensions)
        .find(({ standards, tags }) => Object.hasOwn(tags, tag) && (standards?.includes(standard) ?? true));
      this.#ofTag.set(key, extension?.tags[tag]);
    }
    return this.#ofTag.get(key);
  }

  /** Whether a tag has this schema. */
  isOfTag(uri: string): boolean {
    this.#ofTags ??= new Set(
      this.#parts.flatMap(({ extensions }) => extensions.flatMap(({ tags }) => Object.values(tags).flat())),
    );
    return this.#ofTags.has(uri);
  }

  /** The tags that a pattern names, of the first extension that defines any. */
  tagsLike(pattern: string, standard: string): readonly string[] {
    for (const { standards, tags } of this.#parts.flatMap(({ extensions }) => extensions)) {
      const found = Object.keys(tags).filter((tag) => isLike(pattern, tag));
      if (found.length > 0 && (standards?.includes(standard) ?? true)) {
        return found;
      }
    }
    return [];
  }

  /** The schema with a URI; undefined if there is none. */
  find(uri: string): Schema | undefined {
    const [document = "", pointer = ""] = uri.split("#");
    const found = pointed(this.#document(document), pointer);
    return isSchema(found) ? found : undefined;
  }

  #document(uri: string): Schema | undefined {
    const part = this.#parts.find(({ schemas }) => Object.hasOwn(schemas, uri));
    return part?.schemas[uri];
  }

  /** The schema that a reference leads to from a document, and the document that it is in. */
  resolve(reference: string, base: string): Resolved {
    const inBase = this.#resolved.get(base) ?? new Map<string, Resolved>();
    this.#resolved.set(base, inBase);
    const resolved = inBase.get(reference) ?? this.#find(reference, base);
    inBase.set(reference, resolved);
    return resolved;
  }

  #find(reference: string, base: string): Resolved {
    const uri = join(base, reference);
    const [document = "", pointer = ""] = uri.replace(/\/$/, "").split("#");
    const schema = pointed(this.#document(document), pointer);
    if (schema === undefined) {
      throw new MissingSchema(uri);
    }
    return { schema, base: document, uri };
  }
}

function pointed(document: unknown, pointer: string): unknown {
  const keys = pointer === "" ? [] : decoded(pointer.replace(/^\/+/, "")).split("/");
  return keys.reduce<unknown>((value, key) => {
    const name = key.replaceAll("~1", "/").replaceAll("~0", "~");
    return typeof value === "object" && value !== null && Object.hasOwn(value, name)
      ? Reflect.get(value, name)
      : undefined;
  }, document);
}

/** A part of a URI without its escapes; as it is, if it has others than these. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A reference as a whole URI. Only those of some schemes can be relative. */
function join(base: string, reference: string): string {
  if (reference.startsWith("#")) {
    return base + reference;
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(reference) || !/^(https?|asdf|file):/.test(base)) {
    return reference;
  }
  try {
    return new URL(reference, base).href;
  } catch (cause) {
    throw new AsdfError("bad-argument", `the reference "${reference}" of the schema ${base} is no URI`, {
      cause,
    });
  }
}
