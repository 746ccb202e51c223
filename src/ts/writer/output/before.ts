/**
 * A file that is written changed, as it was before: which of its blocks no array named, and what stood where something is
 * written. Tags that this package does not know name blocks by number (asdf-zarr does), so such blocks keep theirs.
 */
import { AsdfError } from "../../api/error.ts";
import { NdArray } from "../../api/ndarray.ts";
import { nodeAt, type Visit, walk } from "../../api/path.ts";
import { componentsOf, type TreeValue } from "../../api/tree.ts";
import type { OpenedFile } from "../../file/opened-file.ts";
import { CHUNK } from "../blocks/block.ts";
import type { BlockTable } from "../blocks/blocks.ts";
import type { Settings } from "../input/settings.ts";

/** Failures of reading headers after which those that were read are used. */
const IGNORED: ReadonlySet<string> = new Set(["truncated", "bad-block", "closed"]);
/** The end of the magic of a block and the size of its header, as text tools leave them. */
const MAGIC_END = [0x42, 0x4c, 0x4b, 0];

/** The file that is written changed, and its tree as it was read. */
export interface Before {
  readonly file: OpenedFile;
  readonly tree: TreeValue;
}

/** Keeps the blocks that no array of the file named, or leaves them out and says so. */
export async function keepUnnamed(
  { file, tree }: Before,
  blocks: BlockTable,
  { signal, dropUnused }: Settings,
): Promise<void> {
  const named = new Set(sourcesIn(tree));
  // Of a damaged file what was found is kept. Any other failure would lose blocks that were not seen.
  await file.readBlockHeaders(undefined, signal).catch((thrown: unknown) => {
    if (!(thrown instanceof AsdfError && IGNORED.has(thrown.code))) {
      throw thrown;
    }
  });
  const unnamed = file.blocks.list.filter(({ index }) => !named.has(index));
  const lost = (message: string, offset?: number) =>
    file.warn({ code: "not-copied", message, ...(offset !== undefined && { offset }) });
  if (!dropUnused) {
    const numbers = unnamed.map(({ index }) => index);
    await blocks.keep(file, numbers, signal, lost);
    return;
  }
  for (const { index, offset, usedSize } of unnamed) {
    const size = usedSize === undefined ? "" : ` of ${usedSize} bytes`;
    lost(`block ${index}${size}, which no array names, was left out`, offset);
  }
}

/**
 * Throws if bytes that are in no block would be lost, but may be blocks whose headers are damaged, or the end of a block that
 * gained bytes. Where the file is not replaced, bytes that do not look like the header of a block are no reason.
 */
export async function refuseLoss({ file }: Before, { signal, missingBlocks }: Settings): Promise<void> {
  const displaced = file.warnings.filter(({ code, uri }) => uri === undefined && code === "block-displaced");
  const gaps = displaced.flatMap(({ offset = 0 }) => file.blocks.gapBefore(offset) ?? []);
  const [gap] = missingBlocks === "refuse" ? gaps : [];
  const rest = missingBlocks === "empty" ? undefined : restOf(file);
  const isLost = rest !== undefined && (missingBlocks === "refuse" || (await hasHeader(file, rest, signal)));
  const lost =
    gap ?? (isLost ? { offset: rest, what: `what follows byte ${rest} may be blocks` } : undefined);
  if (lost) {
    const force = 'the option missingBlocks: "empty" (--allow-missing) leaves them out';
    const message = `${lost.what} and would be lost: ${file.blocks.found(file.size).text}; ${force}`;
    throw new AsdfError("bad-block", message, { offset: lost.offset });
  }
}

/** Where bytes begin that are neither a block nor a block index; undefined if there are none. */
function restOf(file: OpenedFile): number | undefined {
  const end = file.blocks.list.length === 0 ? 0 : file.size - file.blocks.found(file.size).left;
  return file.warnings.find(({ code, uri, offset = -1 }) => {
    const isHere = code === "junk-after-blocks" || code === "bad-block";
    return uri === undefined && isHere && offset >= end;
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

/** The node that stood where this one is. */
export function replacedAt({ tree }: Before, visit: Visit): TreeValue | undefined {
  const keys: TreeValue[] = [];
  for (let at: Visit | undefined = visit; at !== undefined; at = at.above) {
    keys.unshift(at.key);
  }
  return nodeAt(tree, keys).value;
}

/** The blocks that the arrays of a tree name, and their chunks and masks: by number, or by the URI of another file. */
export function* sourcesIn(tree: TreeValue, seen = new Set<NdArray>()): Generator<number | string> {
  for (const { value } of walk(tree)) {
    if (value instanceof NdArray && !seen.has(value)) {
      seen.add(value);
      if (value.source !== null) {
        yield value.source;
      }
      yield* sourcesIn(componentsOf(value) ?? null, seen);
    }
  }
}
