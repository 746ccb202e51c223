/** The description of an array in Zarr's format 2, `.zarray` (https://zarr-specs.readthedocs.io/en/latest/v2/v2.0.html). */
import type { ScalarType } from "../api/arrays.ts";
import { datatypeNamed, itemSize } from "../api/elements.ts";
import { AsdfError } from "../api/error.ts";
import { isLength, sizeOf } from "../api/shape.ts";

/** A codec of numcodecs with its parameters. */
export interface ZarrCodec {
  readonly id: string;
  readonly [parameter: string]: unknown;
}

export interface ZarrArray {
  readonly shape: readonly number[];
  readonly chunks: readonly number[];
  readonly dtype: ScalarType;
  readonly byteorder: "little" | "big";
  readonly order: "C" | "F";
  readonly compressor: ZarrCodec | null;
  /** In the order in which they encode. */
  readonly filters: readonly ZarrCodec[];
  /** The value of elements of chunks that are missing; null if they have none. */
  readonly fill: unknown;
  /** What is between the indices in the name of a chunk. */
  readonly separator: string;
}

/** The description that `.zarray` is; throws if it is wrong, or of something else than numbers. */
export function zarrayIn(value: unknown): ZarrArray {
  if (typeof value !== "object" || value === null) {
    throw bad("`.zarray` is no map");
  }
  const { zarr_format, shape, chunks, dtype, order, compressor, filters, fill_value, dimension_separator } =
    value as Record<string, unknown>;
  if (zarr_format !== 2) {
    throw bad(`\`zarr_format\` is ${String(zarr_format)}, and 2 is read`);
  }
  const areLengths = (list: unknown, least: number): list is number[] =>
    Array.isArray(list) && list.every((length) => isLength(length) && length >= least);
  if (!areLengths(shape, 0) || !areLengths(chunks, 1) || shape.length !== chunks.length) {
    throw bad("`shape` and `chunks` are not lengths of as many axes");
  }
  const scalar = typeof dtype === "string" && /^[<>|]/.test(dtype) ? datatypeNamed(dtype) : undefined;
  if (typeof dtype !== "string" || scalar === undefined || scalar === "ascii" || scalar === "ucs4") {
    const type = JSON.stringify(dtype) ?? "missing";
    throw new AsdfError(
      "unsupported-datatype",
      `the datatype of this Zarr array is ${type}: numbers are read`,
    );
  }
  if (!Number.isSafeInteger(sizeOf(shape) * itemSize(scalar)) || !Number.isSafeInteger(sizeOf(chunks) * 16)) {
    throw bad("it has more elements than can be counted");
  }
  const codecs = filters ?? [];
  if (!Array.isArray(codecs) || !codecs.every(isCodec) || !(compressor == null || isCodec(compressor))) {
    throw bad("`compressor` or `filters` have no `id`");
  }
  return {
    ...{ shape, chunks, dtype: scalar, compressor: compressor ?? null, filters: codecs },
    byteorder: dtype.startsWith(">") ? "big" : "little",
    order: order === "F" ? "F" : "C",
    fill: fill_value ?? null,
    separator: dimension_separator === "/" ? "/" : ".",
  };
}

function isCodec(value: unknown): value is ZarrCodec {
  return typeof value === "object" && value !== null && "id" in value && typeof value.id === "string";
}

export const bad = (why: string) =>
  new AsdfError("bad-array", `this Zarr array is described wrongly: ${why}`);
