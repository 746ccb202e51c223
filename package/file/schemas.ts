/** Loads the code for schemas, which is not downloaded before a file is checked or described. */

import type { Hdu } from "../api/blocks.ts";
import type { SchemaSource } from "../api/options.ts";
import type { DescribeOptions, Meaning, Validated, ValidateOptions } from "../api/schema.ts";
import type { TreeValue } from "../api/tree.ts";
import { LateCode } from "../wasm/on-demand.ts";

/** A file whose tree is read as text. */
export interface Readable {
  readonly size: number;
  /** The schemas that the file was opened with. */
  readonly schemas: readonly SchemaSource[];
  readonly info: { readonly dialect: string; readonly standardVersion?: string };
  hdus(): readonly Hdu[];
  readStored(offset: number, length: number, signal: AbortSignal | undefined): Promise<Uint8Array>;
}

/** The functions for schemas that methods of a file call. */
export interface SchemaCode {
  validateFile(file: Readable, options?: ValidateOptions): Promise<Validated>;
  /** Checks a text with the header of an ASDF file. */
  validateText(text: string, standard: string, options: ValidateOptions): Promise<Validated>;
  /** A function that says what is known of the node at a path. */
  describerOf(
    file: Readable,
    options?: DescribeOptions,
  ): Promise<(keys: readonly TreeValue[]) => Meaning | undefined>;
}

export const schemaCode = new LateCode<SchemaCode>("the code for schemas");
