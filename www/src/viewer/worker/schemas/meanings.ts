/** What schemas say of the nodes of an open file. They are loaded when they are first asked for, and looked up once. */
import type { AsdfFile, Meaning, Meanings } from "asdf-wasm";
import type { OwnSchemas } from "../../protocol/schemas.ts";
import type { Nodes } from "../tree/nodes.ts";
import { usable } from "./own.ts";

/** Schemas of types that are everywhere: what they say is no more than the tag does. */
const OF_TYPES = /^(?:http:\/\/stsci\.edu\/schemas\/(?:asdf|gwcs)|http:\/\/astropy\.org\/schemas)\//;

export class NodeMeanings {
  readonly #file: AsdfFile;
  readonly #nodes: Nodes;
  #known: { readonly by: string; readonly meanings: Promise<Meanings> } | undefined;

  constructor(file: AsdfFile, nodes: Nodes) {
    this.#file = file;
    this.#nodes = nodes;
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

  #meanings(own: OwnSchemas): Promise<Meanings> {
    const by = own.map(({ path, file }) => `${path} ${file.size}`).join("\n");
    if (this.#known?.by !== by) {
      const meanings = usable(own).then((schemas) => this.#file.meanings({ schemas }));
      this.#known = { by, meanings };
      // The next call tries again.
      meanings.catch(() => {
        this.#known = undefined;
      });
    }
    return this.#known.meanings;
  }
}

/** Whether the tree of a file is one that schemas speak of. */
export function hasSchemas({ dialect, hdus }: AsdfFile): boolean {
  return dialect === "asdf" || hdus.some(({ name }) => name === "ASDF");
}
