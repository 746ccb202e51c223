/** Loads the code for schemas, which is not downloaded before a file is checked or described. */
import type { Hdu } from "../api/blocks.ts";
import { AsdfError, reasonOf } from "../api/error.ts";
import type { DescribeOptions, Meaning, Validated, ValidateOptions } from "../api/schema.ts";
import type { TreeValue } from "../api/tree.ts";

/** A file whose tree is read as text. */
export interface Readable {
  readonly size: number;
  readonly info: { readonly dialect: string; readonly standardVersion?: string };
  hdus(): readonly Hdu[];
  readBytes(offset: number, length: number, signal: AbortSignal | undefined): Promise<Uint8Array>;
}

/** The functions for schemas that methods of a file call. */
export interface SchemaCode {
  validateFile(file: Readable, options?: ValidateOptions): Promise<Validated>;
  describeNode(
    file: Readable,
    keys: readonly TreeValue[],
    options?: DescribeOptions,
  ): Promise<Meaning | undefined>;
}

let load: () => Promise<SchemaCode> = () =>
  Promise.reject(new Error("import the package by one of its entries"));

/** Sets from where it is loaded. Each entry of the package calls this. */
export function setSchemaCode(code: () => Promise<SchemaCode>): void {
  load = code;
}

export async function schemaCode(): Promise<SchemaCode> {
  try {
    return await load();
  } catch (cause) {
    throw new AsdfError("network", `the code for schemas could not be loaded: ${reasonOf(cause)}`, { cause });
  }
}
