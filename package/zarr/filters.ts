/** The filters of numcodecs that are read: `shuffle` and `delta` (https://numcodecs.readthedocs.io). */
import type { TypedArray } from "../api/arrays.ts";
import { datatypeNamed, itemSize, valuesOf } from "../api/elements.ts";
import { AsdfError } from "../api/error.ts";
import type { ZarrCodec } from "./metadata.ts";

type Filter = (bytes: Uint8Array<ArrayBuffer>, parameters: ZarrCodec) => Uint8Array<ArrayBuffer>;

const FILTERS: Readonly<Record<string, Filter>> = { shuffle: unshuffled, delta: summed };

/** What undoes a filter. */
export function filterOf({ id }: ZarrCodec): Filter {
  const filter = Object.hasOwn(FILTERS, id) ? FILTERS[id] : undefined;
  if (!filter) {
    throw new AsdfError("unsupported-encoding", `the filter \`${id}\` of Zarr is not read`);
  }
  return filter;
}

/** First the first bytes of all elements, then the second ones: back to elements. */
function unshuffled(bytes: Uint8Array<ArrayBuffer>, { elementsize = 4 }: ZarrCodec): Uint8Array<ArrayBuffer> {
  const width = Number(elementsize);
  if (!Number.isSafeInteger(width) || width < 1 || bytes.length % width !== 0) {
    throw new AsdfError(
      "bad-array",
      `a chunk of ${bytes.length} bytes is no multiple of ${String(elementsize)} (shuffle)`,
    );
  }
  const count = bytes.length / width;
  const elements = new Uint8Array(bytes.length);
  for (let byte = 0; byte < width; byte += 1) {
    for (let i = 0; i < count; i += 1) {
      elements[i * width + byte] = bytes[byte * count + i] ?? 0;
    }
  }
  return elements;
}

/** Differences summed up to values, each in the datatype, as numpy does. */
function summed(
  bytes: Uint8Array<ArrayBuffer>,
  { dtype, astype = dtype }: ZarrCodec,
): Uint8Array<ArrayBuffer> {
  const type = typeof dtype === "string" ? datatypeNamed(dtype) : undefined;
  const isRead = type !== undefined && /^(u?int|float)(8|16|32|64)$/.test(type) && type !== "float16";
  if (!isRead || astype !== dtype || String(dtype).startsWith(">")) {
    const message = `the filter \`delta\` of Zarr is not read of ${String(dtype)} as ${String(astype)}`;
    throw new AsdfError("unsupported-encoding", message);
  }
  const copy = bytes.slice();
  const values = valuesOf(
    type as never,
    copy,
    copy.length / itemSize(type as never),
    undefined,
  ) as TypedArray;
  for (let i = 1; i < values.length; i += 1) {
    const [before, difference] = [values[i - 1], values[i]];
    values[i] = ((before as number) + (difference as number)) as never;
  }
  return copy;
}
