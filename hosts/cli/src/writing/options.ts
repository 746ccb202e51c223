/** The options of subcommands that write an ASDF file, as options of the package. */
import type { AsdfFile, Compression, CompressionName, StandardVersion, WriteOptions } from "asdf-wasm";
import type { Context } from "../context.ts";
import { STANDARD } from "../reading/open.ts";
import { readSchemas } from "../reading/schemas.ts";
import { withBar } from "../terminal/progress.ts";
import { warningText } from "../text/summary.ts";
import { checkTarget, writeTarget } from "./files.ts";

/** What all of them offer. */
export interface OutputOptions {
  readonly force?: boolean;
  readonly compression?: CompressionName;
  readonly level?: number;
  readonly dropUnused?: boolean;
  readonly allowMissing?: boolean;
  readonly history?: string;
  readonly validate?: "error" | "warn";
  readonly schema: readonly string[];
}

/** What `convert` offers besides. */
export interface FormatOptions extends OutputOptions {
  readonly codec?: "lz4" | "zlib" | "zstd";
  readonly shuffle?: "none" | "byte" | "bit";
  readonly layout?: "chunks" | "frame";
  readonly standard?: StandardVersion;
  readonly inline?: number;
  readonly padding?: number;
  readonly index: boolean;
  readonly checksum: boolean;
  readonly compatible?: "asdf-cxx";
}

export const COMPRESSIONS: readonly CompressionName[] = [
  "none",
  "zlib",
  "bzp2",
  "lz4",
  "zstd",
  "xz",
  "blsc",
  "bls2",
];

/** `isInPlace`: what is missing is lost for good if it is written as empty. */
export function writeOptionsOf(options: Partial<OutputOptions>, isInPlace = false): Omit<WriteOptions, "as"> {
  const { history, dropUnused, allowMissing } = options;
  const missingBlocks = allowMissing ? "empty" : isInPlace ? "refuse" : undefined;
  const compression = compressionOf(options);
  // Workers start with the first block that several of them encode sooner than one thread.
  return {
    workers: true,
    ...(compression && { compression }),
    ...(dropUnused && { dropUnused }),
    ...(missingBlocks && { missingBlocks }),
    ...(history !== undefined && { history }),
  };
}

export function formatOptionsOf(options: FormatOptions): Omit<WriteOptions, "as"> {
  const { standard, padding, index, checksum, compatible } = options;
  return {
    ...writeOptionsOf(options),
    ...(standard && { standard }),
    ...(padding !== undefined && { padding }),
    ...(compatible && { compatible }),
    blockIndex: index,
    checksum,
  };
}

function compressionOf({
  compression: name,
  level,
  codec,
  shuffle,
  layout,
}: Partial<FormatOptions>): Compression | undefined {
  return name === undefined
    ? undefined
    : {
        name,
        ...(level !== undefined && { level }),
        ...(codec && { codec }),
        ...(shuffle && { shuffle }),
        ...(layout && { layout }),
      };
}

/** Whether the tree is checked before it is written, and by which schemas. */
export async function checksOf({
  validate,
  schema,
}: OutputOptions): Promise<Pick<WriteOptions, "validate" | "schemas">> {
  const isWanted = validate !== undefined || schema.length > 0;
  return isWanted ? { validate: validate ?? "error", schemas: await readSchemas(schema) } : {};
}

type Written = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Writes the stream that `write` makes of a file, with a bar. What is wrong with the file is told. */
export async function writeAsdf(
  context: Context,
  file: AsdfFile,
  target: string,
  options: OutputOptions,
  write: (control: Pick<WriteOptions, "onProgress" | "validate" | "schemas">) => Promise<Written>,
): Promise<void> {
  checkTarget(target, options.force ?? false);
  const checks = await checksOf(options);
  await withBar("Writing", async ({ report }) =>
    writeTarget(target, await write({ onProgress: report, ...checks })),
  );
  if (context.json && target !== STANDARD) {
    context.printJson({ written: [target], warnings: file.warnings });
    return;
  }
  for (const warning of file.warnings) {
    context.note(`warning: ${warningText(warning)}`);
  }
}
