/**
 * Chunks of Zarr as arrays of ASDF: the stored bytes of a chunk become the block of a small file in memory, whose array has the datatype,
 * byte order and order of axes of the chunk. So the core decodes it, and of Blosc only what a selection needs.
 */
import type { IntoArray, Selection } from "../api/arrays.ts";
import { itemSize } from "../api/elements.ts";
import { AsdfError } from "../api/error.ts";
import type { ReadOptions } from "../api/options.ts";
import { sizeOf, stridesOf } from "../api/shape.ts";
import { Complex } from "../api/values.ts";
import { filterOf } from "./filters.ts";
import type { ZarrArray, ZarrCodec } from "./metadata.ts";

/** Reads of the array `a` of a file in memory. */
export type ReadArray = (
  file: Uint8Array<ArrayBuffer>,
  selection: Selection,
  options: ReadOptions,
) => Promise<IntoArray>;

/** What ASDF calls the codecs of numcodecs. */
const LABELS: Readonly<Record<string, string>> = {
  ...{ zlib: "zlib", bz2: "bzp2", lzma: "xz", zstd: "zstd", blosc: "blsc", lz4: "lz4" },
};

function labelOf({ id, format = 1 }: ZarrCodec): string {
  const label = Object.hasOwn(LABELS, id) ? LABELS[id] : undefined;
  if (label === undefined || (id === "lzma" && format !== 1)) {
    throw new AsdfError("unsupported-compression", `the compressor \`${id}\` of Zarr is not read`);
  }
  return label;
}

/** Refuses an array with a codec that is not read. */
export function checkCodecs({ compressor, filters }: ZarrArray): void {
  if (compressor && compressor.id !== "gzip") {
    labelOf(compressor);
  }
  filters.forEach(filterOf);
}

/** Reads of a chunk, from its stored bytes. */
export async function readChunk(
  stored: Uint8Array<ArrayBuffer>,
  { chunks, dtype, byteorder, order, compressor, filters }: ZarrArray,
  read: ReadArray,
  selection: Selection,
  options: ReadOptions,
): Promise<IntoArray> {
  const item = itemSize(dtype);
  const size = sizeOf(chunks) * item;
  const steps = order === "F" ? stridesOf(chunks.toReversed()).reverse() : stridesOf(chunks);
  const strides = steps.map((step) => step * item);
  const array = `{source: 0, datatype: ${dtype}, byteorder: ${byteorder}, shape: [${chunks}], strides: [${strides}]}`;
  let block = await blockOf(stored, compressor, size);
  if (filters.length > 0) {
    const plain = `{source: 0, datatype: uint8, shape: [${size}]}`;
    const whole = { ...options, into: undefined };
    const bytes = (await read(fileWith(plain, block), [], whole)) as Uint8Array<ArrayBuffer>;
    const undone = filters.reduceRight((content, filter) => filterOf(filter)(content, filter), bytes);
    block = { content: undone, label: "", size };
  }
  return read(fileWith(array, block), selection, options);
}

/** The value of an element of a chunk that is missing. */
export function readFill(
  { dtype, fill }: ZarrArray,
  read: ReadArray,
  options: ReadOptions,
): Promise<IntoArray> {
  return read(fileWith(`{data: [${yamlOf(fill)}], datatype: ${dtype}, shape: [1]}`), [], options);
}

function yamlOf(fill: unknown): string {
  if (Array.isArray(fill) && fill.length === 2) {
    return `!core/complex-1.0.0 ${new Complex(Number(fill[0]), Number(fill[1]))}`;
  }
  if (typeof fill === "bigint" || typeof fill === "boolean") {
    return String(fill);
  }
  const value = Number(fill);
  return Number.isNaN(value) ? ".nan" : String(value).replace("Infinity", ".inf");
}

interface Block {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly label: string;
  /** Decoded. */
  readonly size: number;
}

async function blockOf(
  content: Uint8Array<ArrayBuffer>,
  codec: ZarrCodec | null,
  size: number,
): Promise<Block> {
  if (codec === null) {
    return { content, label: "", size };
  }
  if (codec.id === "gzip") {
    return { content: await unzipped(content, size), label: "", size };
  }
  const label = labelOf(codec);
  if (codec.id !== "lz4") {
    return { content, label, size };
  }
  // ASDF has the length before what numcodecs stores.
  const parts = new Uint8Array(4 + content.length);
  new DataView(parts.buffer).setUint32(0, content.length);
  parts.set(content, 4);
  return { content: parts, label, size };
}

/** What gzip has packed: `size` bytes. */
async function unzipped(packed: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let done = 0;
  try {
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      bytes.set(read.value, done);
      done += read.value.length;
    }
  } catch (cause) {
    throw new AsdfError("corrupt-data", "what gzip has packed is damaged", { cause });
  }
  if (done < size) {
    throw new AsdfError("corrupt-data", `gzip has packed ${done} bytes, and a chunk has ${size}`);
  }
  return bytes;
}

/** The length of the header of a block, behind its magic bytes and itself. */
const HEADER_SIZE = 48;

/** A file of ASDF 1.0.0 with an array, perhaps in a block. */
function fileWith(array: string, block?: Block): Uint8Array<ArrayBuffer> {
  const tree = new TextEncoder().encode(
    `#ASDF 1.0.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- {a: !core/ndarray-1.1.0 ${array}}\n...\n`,
  );
  if (!block) {
    return tree;
  }
  const { content, label, size } = block;
  const file = new Uint8Array(tree.length + 6 + HEADER_SIZE + content.length);
  file.set(tree);
  const header = new DataView(file.buffer, tree.length);
  header.setUint32(0, 0xd342_4c4b);
  header.setUint16(4, HEADER_SIZE);
  file.set(new TextEncoder().encode(label), tree.length + 10);
  for (const [index, bytes] of [content.length, content.length, size].entries()) {
    header.setBigUint64(14 + 8 * index, BigInt(bytes));
  }
  file.set(content, tree.length + 6 + HEADER_SIZE);
  return file;
}
