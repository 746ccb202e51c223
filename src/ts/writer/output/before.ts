/**
 * A file that is written changed, as it was before: which of its blocks no array named, and what stood where something is
 * written. Tags that this package does not know name blocks by number (asdf-zarr does), so such blocks keep theirs.
 */
import { NdArray } from "../../api/ndarray.ts";
import { nodeAt, type Visit, walk } from "../../api/path.ts";
import { componentsOf, type TreeValue } from "../../api/tree.ts";
import type { OpenedFile } from "../../file/opened-file.ts";
import type { BlockTable } from "../blocks/blocks.ts";
import type { Settings } from "../input/settings.ts";

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
  // Of a damaged file what was found is kept.
  await file.readBlockHeaders(undefined, signal).catch(() => {});
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
