/** Tells a tree with a defect from one whose end is missing, because the file was cut in it. */
import { AsdfError, detailOf } from "../api/error.ts";
import type { Bytes } from "../bytes/bytes.ts";

/** The bytes read at a time. */
const STEP = 64 * 2 ** 10;
/** The end of the tree, or the first block: bytes as Latin-1. */
const END = /[\r\n]\.\.\.(?=[\r\n]|$)|\xd3BLK/;
/** The end of a whole last line. */
const LINE = /[\r\n]$/;
/** The longest beginning of an end that a piece may cut. */
const OVERLAP = 4;

/**
 * The failure of opening a file: `truncated` if its tree has a defect, and the file ends before the tree does, in the middle of a line.
 * A whole last line is the end of a tree that was written by hand, without `...`.
 */
export async function unlessCut(
  thrown: unknown,
  bytes: Bytes,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const from = defectOf(thrown);
  if (from === undefined) {
    return thrown;
  }
  let text = "";
  // What was parsed was read up to the end of the tree: this reads no further.
  for (let at = from; at < bytes.size; at += STEP) {
    const length = Math.min(STEP + OVERLAP, bytes.size - at);
    text = latin1(await bytes.read(at, length, signal));
    if (END.test(text)) {
      return thrown;
    }
  }
  return LINE.test(text) ? thrown : cut(thrown, bytes.size);
}

/** The same for a file in memory. */
export function unlessCutSync(thrown: unknown, memory: Uint8Array): unknown {
  const from = defectOf(thrown);
  let text = "";
  for (let at = from ?? memory.length; at < memory.length; at += STEP) {
    text = latin1(memory.subarray(at, at + STEP + OVERLAP));
    if (END.test(text)) {
      return thrown;
    }
  }
  return from === undefined || LINE.test(text) ? thrown : cut(thrown, memory.length);
}

/** Where a defect of the tree is. */
function defectOf(thrown: unknown): number | undefined {
  const isDefect = thrown instanceof AsdfError && thrown.code === "bad-tree" && thrown.offset !== undefined;
  // The end may be where the parser stopped.
  return isDefect ? Math.max(0, (thrown.offset ?? 0) - OVERLAP) : undefined;
}

function cut(thrown: unknown, size: number): unknown {
  if (!(thrown instanceof AsdfError)) {
    return thrown;
  }
  const message = `the file ends at byte ${size}, in its tree: the rest is missing (${thrown.message})`;
  return new AsdfError("truncated", message, { ...detailOf(thrown), cause: thrown });
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
