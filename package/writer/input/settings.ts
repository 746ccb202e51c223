/** The options of `write()`, checked and completed with defaults. */
import {
  checkOptions,
  checkSchemas,
  checkWork,
  type OptionNames,
  oneOf,
  wrong,
} from "../../api/arguments/checks.ts";
import { AsdfError } from "../../api/error.ts";
import type { Compression, CompressionOptions, StandardVersion, WriteOptions } from "../../api/writing.ts";
import { type Workers, workersOf } from "../../pool/workers.ts";
import { guard } from "../../wasm/failure.ts";
import { writer } from "../../wasm/writer.ts";
import { isNewer, tagIn } from "./versions.ts";

export type BlockEncoder = InstanceType<ReturnType<typeof writer>["BlockEncoder"]>;

/** The options of all that writes: without those of trees and results that the caller makes. */
export const WRITING: OptionNames<Omit<WriteOptions, "as" | "converters">> = {
  signal: true,
  onProgress: true,
  standard: true,
  compression: true,
  inlineThreshold: true,
  padding: true,
  blockIndex: true,
  checksum: true,
  dropUnused: true,
  missingBlocks: true,
  comments: true,
  history: true,
  validate: true,
  schemas: true,
  onWarning: true,
  compatible: true,
  workers: true,
};
export const WRITE: OptionNames<WriteOptions> = { as: true, converters: true, ...WRITING };
const COMPRESSION: OptionNames<CompressionOptions> = {
  name: true,
  level: true,
  layout: true,
  codec: true,
  shuffle: true,
};
const STANDARDS: readonly StandardVersion[] = ["1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.4.0", "1.5.0", "1.6.0"];

export interface Settings {
  readonly standard: string;
  /** Undefined: none; blocks of opened files keep theirs. */
  readonly compression: CompressionOptions | undefined;
  /** Whether float16 is allowed: the standard has it since 1.6.0, and asdf-cxx wrote it before. */
  readonly float16: boolean;
  readonly inlineThreshold: number;
  readonly padding: number;
  readonly blockIndex: boolean;
  readonly checksum: boolean;
  readonly dropUnused: boolean;
  readonly missingBlocks: WriteOptions["missingBlocks"];
  readonly validate: "error" | "warn" | "off";
  readonly schemas: WriteOptions["schemas"];
  readonly onWarning: WriteOptions["onWarning"];
  readonly signal: AbortSignal | undefined;
  readonly onProgress: WriteOptions["onProgress"];
  /** The workers that encode blocks, if any. */
  readonly workers: Workers | undefined;
  /** Header line and comments. */
  readonly preamble: string;
  readonly compressionOf: (compression: Compression) => CompressionOptions;
  /** The full tag of a core schema, in the version that belongs to the version of the standard. */
  readonly tag: (schema: string) => string;
  /**
   * The tag for a node that has this one, in that version: if the file that is written changed is of another, or if the node is
   * new and its tag is of a later one.
   */
  readonly tagIn: <Tag extends string | undefined>(tag: Tag, isNew?: boolean) => Tag | string;
}

/** `from`: the version of the standard of the file that is written changed, if any. */
export function settingsOf(options: WriteOptions, from?: string): Settings {
  checkWork(options, WRITE, "write()");
  const { compatible, compression, inlineThreshold = 0, padding = 1, comments = [] } = options;
  oneOf("as", options.as, ["blob", "bytes", "stream"]);
  oneOf("compatible", compatible, ["asdf-cxx"]);
  oneOf("missingBlocks", options.missingBlocks, ["refuse", "empty"]);
  oneOf("validate", options.validate, ["error", "warn", "off"]);
  oneOf("standard", options.standard, STANDARDS);
  checkSchemas(options.schemas);
  const standard = options.standard ?? (compatible ? "1.2.0" : "1.6.0");
  if (!Number.isSafeInteger(padding) || padding < 1) {
    throw wrong("padding", padding, "a whole number of bytes, at least 1");
  }
  if (!(inlineThreshold >= 0)) {
    throw wrong("inlineThreshold", inlineThreshold, "a number of elements");
  }
  if (!Array.isArray(comments)) {
    throw wrong("comments", comments, "a list of lines");
  }
  const preamble = guard(() => writer().preamble(standard, [...comments]));
  // A cache: each complex element in the tree needs its tag.
  const tags = new Map<string, string>();
  return {
    standard,
    compression: compression === undefined ? undefined : compressionOf(compression),
    float16: standard === "1.6.0" || compatible !== undefined,
    inlineThreshold,
    padding,
    blockIndex: options.blockIndex ?? true,
    checksum: options.checksum ?? true,
    dropUnused: options.dropUnused ?? false,
    missingBlocks: options.missingBlocks,
    validate: options.validate ?? "off",
    schemas: options.schemas,
    onWarning: options.onWarning,
    signal: options.signal,
    onProgress: options.onProgress,
    workers: workersOf(options.workers),
    preamble,
    compressionOf,
    tagIn: (tag, isNew = false) => {
      const isOther = from !== undefined && from !== standard;
      return tag !== undefined && (isOther || (isNew && isNewer(standard, tag))) ? tagIn(standard, tag) : tag;
    },
    tag: (schema) => {
      const tag = tags.get(schema) ?? guard(() => writer().coreTag(standard, schema));
      if (tag === undefined) {
        throw new AsdfError("bad-tree", `version ${standard} of the standard has no core/${schema}`);
      }
      tags.set(schema, tag);
      return tag;
    },
  };
}

/** The encoder of a block of `length` bytes, with elements of `item` bytes. */
export function encoderOf(options: CompressionOptions, length: number, item: number): BlockEncoder {
  const { name, level, layout, codec, shuffle } = options;
  return guard(() => {
    const settings = new (writer().CodecOptions)(item);
    try {
      if (level !== undefined) {
        settings.level(level);
      }
      if (layout !== undefined) {
        settings.layout(layout);
      }
      if (codec !== undefined) {
        settings.codec(codec);
      }
      if (shuffle !== undefined) {
        settings.shuffle(shuffle);
      }
      return new (writer().BlockEncoder)(name, length, settings);
    } finally {
      settings.free();
    }
  });
}

/** Checks that a compression exists and has these settings. */
function compressionOf(compression: Compression): CompressionOptions {
  const options = typeof compression === "string" ? { name: compression } : compression;
  checkOptions(options, COMPRESSION, "`compression`");
  if (options.name !== "none") {
    encoderOf(options, 0, 1).free();
  }
  return options;
}
