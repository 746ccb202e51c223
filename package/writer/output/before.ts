/**
 * A file that is written changed, as it was before: which of its blocks no array named, and what stood where something is
 * written. Tags that this package does not know name blocks by number (asdf-zarr does), so such blocks keep theirs.
 */
import { AsdfError } from "../../api/error.ts";
import { nodeAt, type Visit } from "../../api/path.ts";
import type { TreeValue } from "../../api/tree.ts";
import type { OpenedFile } from "../../file/opened-file.ts";
import type { BlockTable } from "../blocks/blocks.ts";
import { doubtIn } from "../blocks/doubt.ts";
import type { Settings } from "../input/settings.ts";
import { hasNumbers, sourcesIn } from "./numbers.ts";

/** Failures of reading headers after which those that were read are used. */
const IGNORED: ReadonlySet<string> = new Set(["truncated", "bad-block", "closed"]);

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
  const { list } = file.blocks;
  if (!dropUnused && hasNumbers(tree, list.length)) {
    blocks.pin(file);
  }
  const unnamed = list.filter(({ index }) => !named.has(index));
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
  const isStrict = missingBlocks === "refuse";
  const [gap] = isStrict ? gaps : [];
  const rest = missingBlocks === "empty" ? undefined : await doubtIn(file, isStrict, signal);
  const lost =
    gap ??
    (rest === undefined ? undefined : { offset: rest, what: `what follows byte ${rest} may be blocks` });
  if (lost) {
    const force = 'the option missingBlocks: "empty" (--allow-missing) leaves them out';
    const message = `${lost.what} and would be lost: ${file.blocks.found(file.size).text}; ${force}`;
    throw new AsdfError("bad-block", message, { offset: lost.offset });
  }
}

/** Refuses to write a file without the document that follows its tree, and that was not read. */
export function refuseSecondDocument({ file }: Before, { dropUnused }: Settings): void {
  if (file.warnings.some(({ code, uri }) => uri === undefined && code === "second-document") && !dropUnused) {
    const message = "a second document (`---`) follows the tree of this file and would be lost: the option";
    throw new AsdfError("bad-tree", `${message} dropUnused: true (--drop-unused) leaves it out`, {
      path: "",
    });
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
