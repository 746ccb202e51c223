/** Where the elements of an array are in a file, as chunks that codecs of Zarr decode. What is stored otherwise is refused by name. */
import type { Datatype } from "../api/arrays.ts";
import type { Hdu } from "../api/blocks.ts";
import { itemSize, nameOf } from "../api/elements.ts";
import { AsdfError } from "../api/error.ts";
import type { NdArray } from "../api/ndarray.ts";
import { sizeOf, stridesOf } from "../api/shape.ts";
import { componentsOf } from "../api/tree.ts";
import type { AsdfFile } from "../file/file.ts";
import { isScaled } from "../file/hdus.ts";
import type { ZarrCodec } from "../zarr/metadata.ts";
import { codecOf } from "./codecs.ts";
import { chunkNear, chunkOfSize } from "./grid.ts";

/** Where a chunk is in its file, or its bytes in base64. */
export type Place = readonly [offset: number, length: number] | string;

/** An array as chunks of one shape. */
export interface ReferencedArray {
  readonly shape: readonly number[];
  readonly chunks: readonly number[];
  readonly order: "C" | "F";
  readonly dtype: Datatype;
  /** The byte order, `b` or `l`; for records the order of each field. */
  readonly orders: string;
  readonly codec: ZarrCodec | null;
  /** Each with its indices in the grid of chunks. */
  readonly places: readonly (readonly [index: readonly number[], place: Place])[];
}

/** The most bytes of an array in the tree that are written into references. */
const MOST_INLINE = 2 ** 20;

/** The chunks of an array, of about `chunkSize` bytes where the way it is stored leaves a choice. */
export async function chunksOf(
  file: AsdfFile,
  array: NdArray,
  chunkSize: number,
  signal: AbortSignal | undefined,
): Promise<ReferencedArray> {
  const { shape, dtype, orders = array.byteorder, masked, source, hdu, nbytes } = array;
  if (array.error) {
    throw array.error;
  }
  if (masked) {
    throw refused("it is masked");
  }
  if (array.files) {
    throw refused("its elements are in other files");
  }
  const isInline = source === null && hdu === undefined;
  const order = isInline || hdu !== undefined ? "C" : orderOf(array);
  const inOrder = <T>(axes: readonly T[]) => (order === "F" ? axes.toReversed() : axes);
  const lengths = inOrder(shape).map((length) => Math.max(1, length));
  const divided = (chunk: readonly number[], codec: ZarrCodec | null, places: readonly Place[]) => {
    const counts = lengths.map((length, axis) => length / (chunk[axis] ?? 1));
    const steps = stridesOf(counts);
    const indexOf = (at: number) =>
      inOrder(counts.map((count, axis) => Math.floor(at / (steps[axis] ?? 1)) % count));
    const indexed = places.map((place, at) => [indexOf(at), place] as const);
    const of = { shape, order, dtype, orders: isInline ? "l" : orders } as const;
    return { ...of, chunks: inOrder(chunk), codec, places: indexed };
  };
  const uncompressed = (offset: number) => {
    if (offset + nbytes > file.size) {
      throw refused("the file ends inside of it");
    }
    const chunk = chunkNear(lengths, chunkSize / itemSize(dtype));
    const length = sizeOf(chunk) * itemSize(dtype);
    const places = Array.from({ length: nbytes / length }, (_, i) => [offset + i * length, length] as const);
    return divided(chunk, null, places);
  };
  if (nbytes === 0) {
    return divided(lengths, null, []);
  }
  if (hdu !== undefined) {
    return uncompressed(offsetInHdu(file.hdus[hdu]));
  }
  if (source === null) {
    return divided(lengths, null, [await inline(array, signal)]);
  }
  if (typeof source === "string") {
    throw refused(`its elements are in another file, \`${source}\``);
  }
  const [block] = await file.readBlockHeaders([source], { signal });
  if (!block || (!block.streamed && array.offset + nbytes > block.dataSize)) {
    throw refused("its block ends inside of it");
  }
  const { compression, dataSize, usedSize } = block;
  // Behind the magic bytes and the length of the header.
  const start = block.offset + 6 + block.headerSize;
  if (compression === null) {
    return uncompressed(start + array.offset);
  }
  if (array.offset !== 0 || nbytes !== dataSize) {
    throw refused("it is a part of a compressed block");
  }
  const read = (at: number, length: number) => file.opened.readStored(start + at, length, signal);
  const { codec, size, places } = await codecOf(compression, { offset: start, usedSize, dataSize, read });
  const chunk = chunkOfSize(lengths, size / itemSize(dtype));
  if (!chunk) {
    throw refused(`the parts of ${size} bytes, in which it is compressed, are no whole rows`);
  }
  return divided(chunk, codec, places);
}

const refused = (why: string) => new AsdfError("bad-array", why);

/** The order of the axes in memory. */
function orderOf({ shape, strides, dtype }: NdArray): "C" | "F" {
  const isDense = (dense: readonly number[]) =>
    shape.every((length, axis) => length <= 1 || strides[axis] === (dense[axis] ?? 1) * itemSize(dtype));
  if (isDense(stridesOf(shape))) {
    return "C";
  }
  if (isDense(stridesOf(shape.toReversed()).reverse())) {
    return "F";
  }
  throw refused("its elements do not follow each other (strides)");
}

/** Where the data of an HDU are, if its elements are stored as they are. */
function offsetInHdu(hdu: Hdu | undefined): number {
  if (hdu?.kind !== "image") {
    throw refused(`it is a ${hdu?.kind} of a FITS file`);
  }
  if (isScaled(hdu)) {
    throw refused("its elements are scaled by BZERO or BSCALE");
  }
  return hdu.offset + hdu.headerSize;
}

/** The elements of an array in the tree, little-endian and in base64. */
async function inline(array: NdArray, signal: AbortSignal | undefined): Promise<string> {
  const { dtype, nbytes } = array;
  if (componentsOf(array)) {
    throw refused("it is a chunked array of ASDF");
  }
  if (typeof dtype !== "string" || nbytes > MOST_INLINE) {
    throw refused(`its ${nbytes} bytes of ${nameOf(dtype)} are in the tree`);
  }
  const { data } = await array.read([], { signal, float16: "bits" });
  if (!ArrayBuffer.isView(data)) {
    throw refused(`its elements of ${nameOf(dtype)} are in the tree`);
  }
  const { buffer, byteOffset, byteLength } = data;
  const bytes = Array.from(new Uint8Array(buffer, byteOffset, byteLength), (byte) =>
    String.fromCharCode(byte),
  );
  return `base64:${btoa(bytes.join(""))}`;
}
