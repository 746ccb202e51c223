/** Where a damaged file may have blocks that were not found. */
import type { OpenedFile } from "../../file/opened-file.ts";
import { CHUNK, PREFIX } from "./block.ts";

/** The end of the magic of a block and the first byte of the size of its header, as text tools leave them. */
const MAGIC_END = [0x42, 0x4c, 0x4b, 0];

/** The second byte of that size: 48, and less in older dialects. */
const SIZES: ReadonlySet<number> = new Set(Array.from({ length: 41 }, (_, i) => i + 24));

/**
 * Where bytes begin that may be blocks. `isStrict`: bytes of which nobody knows what they are may be blocks; otherwise only those
 * with something that looks like a header.
 */
export async function doubtIn(
  file: OpenedFile,
  isStrict: boolean,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const rest = restOf(file, isStrict);
  if (rest !== undefined && (isStrict || (await hasHeader(file, rest, signal)))) {
    return rest;
  }
  const before = noted(file, "junk-before-tree");
  if (
    isStrict &&
    before !== undefined &&
    (await hasHeader(file, before, signal, file.blocks.list[0]?.offset))
  ) {
    return before;
  }
  // A block that claims more than the file has may hide others.
  const last = file.blocks.list.at(-1);
  if (last?.headerSize === undefined || last.streamed) {
    return undefined;
  }
  const content = last.offset + PREFIX + last.headerSize;
  const isBeyond = content + last.allocatedSize > file.size;
  return isBeyond && (await hasHeader(file, content, signal)) ? content : undefined;
}

/** Where what a warning about this file itself is about begins. */
function noted(file: OpenedFile, wanted: string): number | undefined {
  return file.warnings.find(({ code, uri }) => uri === undefined && code === wanted)?.offset;
}

/** Where bytes begin that are neither a block nor padding nor a block index; undefined if there are none. */
function restOf(file: OpenedFile, isStrict: boolean): number | undefined {
  const end = file.blocks.list.length === 0 ? 0 : file.size - file.blocks.found(file.size).left;
  const behind = file.warnings.find(({ code, uri, offset = -1 }) => {
    const isRest = code === "junk-after-blocks" || code === "bad-block";
    return uri === undefined && isRest && offset >= end;
  });
  if (behind || !isStrict) {
    return behind?.offset;
  }
  return noted(file, file.blocks.list.length === 0 ? "junk-after-tree" : "junk-before-blocks");
}

/** Whether something looks like the header of a block, in these bytes of the file. */
async function hasHeader(
  file: OpenedFile,
  from: number,
  signal: AbortSignal | undefined,
  until = file.size,
): Promise<boolean> {
  for (let at = from; at < until; at += CHUNK) {
    const length = Math.min(CHUNK + MAGIC_END.length, until - at);
    const bytes = await file.readStored(at, length, signal);
    const isHeader = (i: number) =>
      MAGIC_END.every((byte, k) => bytes[i + k] === byte) && SIZES.has(bytes[i + MAGIC_END.length] ?? 0);
    if (bytes.some((byte, i) => byte === MAGIC_END[0] && isHeader(i))) {
      return true;
    }
  }
  return false;
}
