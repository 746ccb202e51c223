/** The blocks of an opened file as blocks to be written: copied as they are stored, or decoded; and what damaged ones have lost. */
import type { BlockHeader, BlockPlace } from "../../api/blocks.ts";
import { AsdfError } from "../../api/error.ts";
import type { CompressionOptions, WriteOptions } from "../../api/writing.ts";
import type { OpenedFile } from "../../file/opened-file.ts";
import { type Block, CHUNK, type Lost, PREFIX, type StoredBlock } from "./block.ts";
import { doubtIn } from "./doubt.ts";

/** What a person can do who wants the file all the same. */
const FORCE = 'the option missingBlocks: "empty" (--allow-missing) writes an empty block in its place';

/** The name of a block's compression. */
export function compressionOf({ compression }: BlockHeader): string {
  return compression?.replaceAll("\0", "") ?? "none";
}

/** A stored block is copied, unless another compression is requested or its compression only exists in older dialects. */
export async function storedBlock(
  file: OpenedFile,
  index: number,
  item: number,
  wanted: CompressionOptions | undefined,
  signal: AbortSignal | undefined,
  lost: Lost | undefined,
  missing?: WriteOptions["missingBlocks"],
): Promise<Block> {
  const header = await headerOf(file, index, signal);
  if (header === undefined) {
    if (lost === undefined) {
      throw new AsdfError("external-source", "the file that should hold the array's elements has no block");
    }
    // What can be read of the others tells where the last one ends.
    await file.readBlockHeaders(undefined, signal).catch(() => {});
    const found = file.blocks.found(file.size);
    const place = file.blocks.list[index];
    const mayBeThere = async () =>
      place !== undefined || found.left > 0 || (await doubtIn(file, false, signal)) !== undefined;
    if (missing === "refuse" || (missing === undefined && (await mayBeThere()))) {
      const what = place
        ? `the header of block ${index}, at byte ${place.offset}, is damaged`
        : `the tree names block ${index}, which was not found`;
      throw new AsdfError("bad-block", `${what}: ${found.text}; ${FORCE}`, { block: index });
    }
    const why = place
      ? `block ${index} has a damaged header`
      : `block ${index} is not in the file, which is damaged or cut off`;
    lost(`${why}: an empty block was written`, place?.offset);
    return emptyBlock(item);
  }
  const name = compressionOf(header);
  // A label that is not text is shown in hexadecimal, which is longer than 4 characters.
  const isLabel = name.length <= 4;
  const canCopy = file.info.dialect === "asdf" && isLabel;
  const available = availableOf(file, header);
  if (lost && available < header.usedSize) {
    const has = `block ${index} has only ${available} of its ${header.usedSize} bytes`;
    if (canCopy) {
      lost(`${has}: these were written`, header.offset);
      return copyOfBlock(file, { ...header, usedSize: available }, item);
    }
    // Headers of older dialects are written anew, for what can be decoded.
    const bytes = await file.readBlock(index, { signal }).catch(() => undefined);
    if (bytes === undefined && missing === "refuse") {
      throw new AsdfError("bad-block", `${has}, which cannot be decoded; ${FORCE}`, { block: index });
    }
    lost(
      `${has}: ${bytes ? "what they decode to was written" : "an empty block was written"}`,
      header.offset,
    );
    return bytes
      ? { length: bytes.length, chunks: () => [bytes], compression: wanted ?? { name: "none" }, item }
      : emptyBlock(item);
  }
  const copy = copyOfBlock(file, header, item);
  const { length, stored } = copy;
  const compression = wanted ?? { name: "none" };
  if (file.isViewed && header.compression === null) {
    // What was written into a view is written, with a checksum of its own.
    return { length, chunks: (signal) => bytesOf(stored.chunks(signal)), compression, item };
  }
  if (canCopy && (wanted === undefined || wanted.name === name)) {
    return { ...copy, compression };
  }
  async function* decoded(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const bytes = await file.readBlock(index, { signal });
    for (let at = 0; at < bytes.length; at += CHUNK) {
      yield bytes.subarray(at, at + CHUNK);
    }
  }
  const instead = (damage: AsdfError) => {
    lost?.(`block ${index} is damaged (${damage.message}): it was written as it is stored`, header.offset);
    return stored;
  };
  return { length, chunks: decoded, compression, item, ...(canCopy && { instead }) };
}

/** The pieces of a block that is in memory: none of them is a Blob. */
async function* bytesOf(pieces: AsyncIterable<Uint8Array<ArrayBuffer> | Blob>) {
  for await (const piece of pieces) {
    yield piece instanceof Blob ? new Uint8Array(await piece.arrayBuffer()) : piece;
  }
}

/** The header of a block; undefined if the file does not have the block. */
async function headerOf(
  file: OpenedFile,
  index: number,
  signal: AbortSignal | undefined,
): Promise<(BlockPlace & BlockHeader) | undefined> {
  try {
    const [header] = await file.readBlockHeaders([index], signal);
    return header;
  } catch (thrown) {
    if (thrown instanceof AsdfError && (thrown.code === "not-found" || thrown.code === "bad-block")) {
      return undefined;
    }
    throw thrown;
  }
}

/** How many of the bytes that a block uses are there. */
function availableOf(
  file: OpenedFile,
  { offset, headerSize, usedSize, allocatedSize }: StoredBlock["header"],
): number {
  return Math.max(0, Math.min(usedSize, allocatedSize, file.size - (offset + PREFIX + headerSize)));
}

/** A block without content, in place of one that is lost. */
export function emptyBlock(item: number): Block {
  return { length: 0, chunks: () => [], compression: { name: "none" }, item };
}

/** A block that is copied as it is stored. */
function copyOfBlock(
  file: OpenedFile,
  header: StoredBlock["header"],
  item: number,
): Block & { readonly stored: StoredBlock } {
  const { usedSize } = header;
  const start = header.offset + PREFIX + header.headerSize;
  const slice = file.slice(start, usedSize);
  async function* raw(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array<ArrayBuffer> | Blob> {
    if (slice) {
      yield slice;
      return;
    }
    for (let at = 0; at < usedSize; at += CHUNK) {
      yield await file.readStored(start + at, Math.min(CHUNK, usedSize - at), signal);
    }
  }
  const length = header.compression === null ? usedSize : header.dataSize;
  const stored = { header, slice, chunks: raw };
  return { length, chunks: () => [], compression: { name: "none" }, item, stored };
}
