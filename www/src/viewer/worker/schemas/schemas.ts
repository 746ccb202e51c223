/**
 * The schemas that a person gave for an open file, and what these and those of the package say of its nodes. All are loaded when they
 * are first asked for, and looked up once.
 */
import { hasSchemas } from "@asdf-wasm/science/format/dialects";
import type { AsdfFile, Meaning } from "asdf-wasm";
import type { OwnSchemas } from "../../protocol/schemas.ts";
import type { Nodes } from "../tree/nodes.ts";
import { factsOf } from "./own.ts";

/** Schemas of types that are everywhere: what they say is no more than the tag does. */
const OF_TYPES = /^(?:http:\/\/stsci\.edu\/schemas\/(?:asdf|gwcs)|http:\/\/astropy\.org\/schemas)\//;

export class Schemas {
  readonly facts = kept(factsOf);
  readonly #meanings = kept(async (own) => this.#file.meanings({ schemas: await this.usable(own) }));
  readonly #file: AsdfFile;
  readonly #nodes: Nodes;

  constructor(file: AsdfFile, nodes: Nodes) {
    this.#file = file;
    this.#nodes = nodes;
  }

  /** Those of a person that can be used. */
  async usable(own: OwnSchemas): Promise<Blob[]> {
    const facts = await this.facts(own);
    return own.flatMap(({ file }, index) => (facts[index]?.isUsed ? [file] : []));
  }

  /** A function that says what is known of a node. */
  async describer(own: OwnSchemas): Promise<(id: number) => Meaning | undefined> {
    if (!hasSchemas(this.#file)) {
      return () => undefined;
    }
    const meanings = await this.#meanings(own);
    return (id) => {
      const keys = this.#nodes.keys(id);
      const meaning = keys && meanings.of(keys);
      return meaning && !OF_TYPES.test(meaning.schema) ? meaning : undefined;
    };
  }
}

/** A function whose result is kept until it is called with other schemas. */
function kept<T>(make: (own: OwnSchemas) => Promise<T>): (own: OwnSchemas) => Promise<T> {
  let known: { readonly by: string; readonly made: Promise<T> } | undefined;
  return (own) => {
    // Each call brings copies of the files.
    const by = own
      .map(({ path, file }) => [path, file.size, file instanceof File && file.lastModified].join(" "))
      .join("\n");
    if (known?.by !== by) {
      const made = make(own);
      known = { by, made };
      made.catch(() => {
        // The next call tries again.
        known = known?.made === made ? undefined : known;
      });
    }
    return known.made;
  };
}
