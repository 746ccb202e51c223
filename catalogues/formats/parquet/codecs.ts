/** Decompressing pages. Codecs but Snappy, which the library for Parquet has, are loaded when the first column needs them. */
import { AsdfError } from "asdf-wasm";
import { type CompressionCodec, type Compressors, snappyUncompress } from "hyparquet";
import { damaged } from "../../damaged.ts";

/** Bytes that one byte becomes at most; a page that claims more is refused before memory is allocated for it. */
const RATIOS: Readonly<Record<string, number>> = {
  UNCOMPRESSED: 1,
  SNAPPY: 64,
  LZ4: 256,
  LZ4_RAW: 256,
  GZIP: 1032,
  ZSTD: 2 ** 16,
  BROTLI: 2 ** 22,
};
/** Pages are of about a megabyte; the largest that is decompressed. */
const MOST = 2 ** 30;

export type Decompress = (input: Uint8Array, length: number) => Uint8Array;

/** @throws AsdfError `unsupported-compression` */
export async function decompressorOf(codec: CompressionCodec): Promise<Decompress> {
  const ratio = RATIOS[codec];
  if (ratio === undefined) {
    throw new AsdfError("unsupported-compression", `it is compressed by ${codec ?? "an unknown codec"}`);
  }
  const { [codec]: decode } = await codecs(codec);
  return (input, length) => {
    if (!(length >= 0 && length <= Math.min(MOST, 64 + input.length * ratio))) {
      const message = `a page of ${input.length} bytes claims to be ${length} bytes when it is decompressed`;
      throw damaged(message);
    }
    const output = length > 0 ? decode?.(input, length) : input.subarray(0, 0);
    if (output?.length !== length) {
      throw damaged(`a page has ${output?.length} bytes, not ${length} as it says`);
    }
    return output;
  };
}

async function codecs(codec: CompressionCodec): Promise<Compressors> {
  if (codec === "UNCOMPRESSED") {
    // A copy, whose end is the end of its memory: the library reads no further.
    return { UNCOMPRESSED: (input) => input.slice() };
  }
  if (codec === "SNAPPY") {
    return {
      SNAPPY: (input, length) => {
        const output = new Uint8Array(length);
        snappyUncompress(input, output);
        return output;
      },
    };
  }
  const {
    decompressBrotli: BROTLI,
    decompressGzip: GZIP,
    decompressLz4: LZ4,
    decompressLz4Raw: LZ4_RAW,
    decompressZstd,
  } = await import("hyparquet-compressors");
  const ZSTD = (input: Uint8Array, length: number) => decompressZstd(input, new Uint8Array(length));
  return { BROTLI, GZIP, LZ4, LZ4_RAW, ZSTD };
}
