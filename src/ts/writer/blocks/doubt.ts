/** Where a damaged file may have blocks that were not found. */
import type { OpenedFile } from "../../file/opened-file.ts";
import { CHUNK, PREFIX } from "./block.ts";

/** The end of the magic of a block and the size of its header, as text tools leave them. */
const MAGIC_END = [0x42, 0x4c, 0x4b, 0, 48];

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
  // A block that claims more than the file has may hide others.
  const last = file.blocks.list.at(-1);
  if (last?.headerSize === undefined || last.streamed) {
    return undefined;
  }
  const content = last.offset + PREFIX + last.headerSize;
  const isBeyond = content + last.allocatedSize > file.size;
  return isBeyond && (await hasHeader(file, content, signal)) ? content : undefined;
}

/** Where bytes begin that are neither a block nor padding nor a block index; undefined if there are none. */
function restOf(file: OpenedFile, isStrict: boolean): number | undefined {
  const end = file.blocks.list.length === 0 ? 0 : file.size - file.blocks.found(file.size).left;
  return file.warnings.find(({ code, uri, offset = -1 }) => {
    const isBehind = (code === "junk-after-blocks" || code === "bad-block") && offset >= end;
    return uri === undefined && (isBehind || (isStrict && code === "junk-before-blocks"));
  })?.offset;
}

/** Whether something looks like the header of a block, from this byte of the file on. */
async function hasHeader(file: OpenedFile, from: number, signal: AbortSignal | undefined): Promise<boolean> {
  for (let at = from; at < file.size; at += CHUNK) {
    const length = Math.min(CHUNK + MAGIC_END.length - 1, file.size - at);
    const bytes = await file.readStored(at, length, signal);
    if (bytes.some((_, i) => MAGIC_END.every((byte, k) => bytes[i + k] === byte))) {
      return true;
    }
  }
  return false;
}
