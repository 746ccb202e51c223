/** The footer of a Parquet file, which describes its columns and row groups. The library reads it without checking what it says. */
import { joined } from "@asdf-wasm/science/elements/pixels";
import { AsdfError, type Bytes } from "asdf-wasm";
import { type FileMetaData, type ParquetParsers, parquetMetadata } from "hyparquet";
import { damaged } from "../../damaged.ts";

/** Read from the end at first: most footers are shorter. */
const FIRST = 64 * 2 ** 10;
/** The length of the footer, and `PAR1`. */
const TAIL = 8;

/** Statistics stay as they are stored. */
export const AS_STORED: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (value) => value,
  timestampFromMicroseconds: (value) => value,
  timestampFromNanoseconds: (value) => value,
  dateFromDays: (value) => value,
  stringFromBytes: (value) => value,
  uuidFromBytes: (value) => value,
};

/** @throws AsdfError `truncated`, `corrupt-data`, `unsupported-encoding` if it is encrypted */
export async function readFooter(bytes: Bytes, signal: AbortSignal | undefined): Promise<FileMetaData> {
  const { size } = bytes;
  const length = Math.min(FIRST, size);
  let end = await bytes.read(size - length, length, signal);
  const magic = String.fromCharCode(...end.subarray(-4));
  if (magic === "PARE") {
    const message = "the Parquet file is encrypted: its footer cannot be read without a key";
    throw new AsdfError("unsupported-encoding", message);
  }
  if (magic !== "PAR1" || size < TAIL + 4) {
    const message =
      "the Parquet file does not end with its footer: it was cut, or its writing was not finished";
    throw new AsdfError("truncated", message, { offset: size });
  }
  const footer = new DataView(end.buffer, end.byteOffset, end.length).getUint32(end.length - TAIL, true);
  if (footer + TAIL + 4 > size) {
    const message = `the footer of the Parquet file claims ${footer} bytes, and the file has ${size}`;
    throw damaged(message, { offset: size - TAIL });
  }
  if (footer + TAIL > length) {
    const before = await bytes.read(size - TAIL - footer, footer + TAIL - length, signal);
    end = joined(before, end);
  }
  return damagedUnless(() => parquetMetadata(end, { parsers: AS_STORED, geoparquet: false }));
}

/** For functions of the library that read the footer: they fail in any way if it is damaged. */
export function damagedUnless<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw damaged("the footer of the Parquet file is damaged", { cause });
  }
}
