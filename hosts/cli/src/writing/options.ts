/** The options of subcommands that write an ASDF file, as options of the package. */
import type {
  AsdfFile,
  Compression,
  CompressionName,
  StandardVersion,
  WriteOptions,
  Written,
} from "asdf-wasm";
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

/**
 * The options as the package has them; the schemas that they name are read. `isInPlace`: what is missing is lost for good if it is written
 * as empty.
 */
export async function writeOptionsOf(
  options: Partial<FormatOptions>,
  isInPlace = false,
): Promise<Omit<WriteOptions, "as">> {
  const { history, dropUnused, allowMissing, standard, padding, compatible, index, checksum } = options;
  const { validate, schema = [] } = options;
  const missingBlocks = allowMissing ? "empty" : isInPlace ? "refuse" : undefined;
  const compression = compressionOf(options);
  const isChecked = validate !== undefined || schema.length > 0;
  // Workers start with the first block that several of them encode sooner than one thread.
  return {
    workers: true,
    ...(compression && { compression }),
    ...(dropUnused && { dropUnused }),
    ...(missingBlocks && { missingBlocks }),
    ...(history !== undefined && { history }),
    ...(standard && { standard }),
    ...(padding !== undefined && { padding }),
    ...(compatible && { compatible }),
    ...(index !== undefined && { blockIndex: index }),
    ...(checksum !== undefined && { checksum }),
    ...(isChecked && { validate: validate ?? "error", schemas: await readSchemas(schema) }),
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

/** Writes the stream that `write` makes of a file, with a bar. What is wrong with the file is told. */
export async function writeAsdf(
  context: Context,
  file: AsdfFile,
  target: string,
  options: OutputOptions,
  write: (options: WriteOptions<"stream">) => Promise<Written["stream"]>,
  isInPlace = false,
): Promise<void> {
  checkTarget(target, options.force ?? false);
  const given = await writeOptionsOf(options, isInPlace);
  await withBar("Writing", async ({ report }) =>
    writeTarget(target, await write({ ...given, onProgress: report, as: "stream" })),
  );
  if (context.json && target !== STANDARD) {
    context.printJson({ written: [target], warnings: file.warnings });
    return;
  }
  for (const warning of file.warnings) {
    context.note(`warning: ${warningText(warning)}`);
  }
}
