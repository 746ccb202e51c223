/** Schemas: what they say of nodes, and what of the file they do not allow. */
import type { Meaning, SchemaProblem } from "asdf-wasm";
import type { FolderFile, Progress } from "./facts.ts";

/** Schemas and manifests beside those of the package: YAML files, as they were dropped. */
export type OwnSchemas = readonly FolderFile[];

/** A file of schemas that was given. */
export interface OwnSchemaFacts {
  readonly path: string;
  /** By which tags and other schemas name it. */
  readonly id?: string | undefined;
  /** Why it is not used, or not as it was meant. */
  readonly problem?: string | undefined;
  readonly isUsed: boolean;
}

export interface CheckedProblem extends SchemaProblem {
  /** Its node, if the page's tree has it. */
  readonly node: number | undefined;
}

/** What a check of the file found. */
export interface Checked {
  /** The first ones. */
  readonly problems: readonly CheckedProblem[];
  /** How many there are. */
  readonly count: number;
  readonly warnings: readonly string[];
  /** Whether what was found before counts no longer, and nothing was found since. */
  readonly isDropped?: true | undefined;
}

export interface SchemaCalls {
  meanings(request: {
    readonly nodes: readonly number[];
    readonly own: OwnSchemas;
  }): Promise<readonly (Meaning | undefined)[]>;
  check(own: OwnSchemas, signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<Checked>;
  /** What an edited text of the file would make of it. */
  checkText(request: { readonly text: string; readonly own: OwnSchemas }): Promise<readonly SchemaProblem[]>;
  survey(own: OwnSchemas): Promise<readonly OwnSchemaFacts[]>;
}
