/**
 * Tags that this package does not know may name blocks by number (asdf-zarr's do): where that may be, and that a node is not
 * written without the blocks of the file that it was read from.
 */
import { AsdfError } from "../../api/error.ts";
import { homeOf } from "../../api/marks/marks.ts";
import { NdArray } from "../../api/ndarray.ts";
import { pathOf, type Visit, walk } from "../../api/path.ts";
import { componentsOf, type TreeValue } from "../../api/tree.ts";
import { Tagged, tagOf } from "../../api/values.ts";
import { OpenedFile } from "../../file/opened-file.ts";
import type { Settings } from "../input/settings.ts";
import { childrenOf } from "../input/values.ts";

/** Tags whose meaning is known: nothing in them is the number of a block but the source of an array. */
const KNOWN =
  /^tag:(stsci\.edu:(asdf|gwcs)\/|astropy\.org:|yaml\.org,2002:)|^asdf:\/\/(asdf-format\.org\/(core|transform)\/|astropy\.org\/|stsci\.edu\/datamodels\/roman\/)/;

/** How many blocks a message names. */
const MOST = 5;

/** Whether this is a node that may name blocks. */
function mayName(node: TreeValue): boolean {
  const tag = tagOf(node);
  return tag !== undefined && !KNOWN.test(tag);
}

/** What may be the number of a block. */
function numberOf(value: TreeValue): number | undefined {
  const number = value instanceof Tagged && /^\d{1,9}$/.test(value.value) ? Number(value.value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** Whether some node of the tree may name one of its file's `count` blocks. */
export function hasNumbers(tree: TreeValue, count: number): boolean {
  for (const visit of walk(tree)) {
    const number = numberOf(visit.value);
    for (let at: Visit | undefined = visit; number !== undefined && number < count && at; at = at.above) {
      if (mayName(at.value)) {
        return true;
      }
    }
  }
  return false;
}

/** What may be the numbers of blocks in a node, which may be a copy. */
function numbersIn(node: TreeValue): Set<number> {
  const found = new Set<number>();
  const nodes = new Set<TreeValue>([node]);
  // The set grows during the loop.
  for (const value of nodes) {
    const number = numberOf(value);
    if (number !== undefined) {
      found.add(number);
    } else if (typeof value === "object" && value !== null && !(value instanceof NdArray)) {
      for (const [, child] of childrenOf(value)) {
        nodes.add(child as TreeValue);
      }
    }
  }
  return found;
}

/** Throws if one of these nodes, which are of other files than the one that is written changed, may name a block of its file. */
export async function refuseForeign(
  visits: readonly Visit[],
  { signal, dropUnused }: Settings,
): Promise<void> {
  const known = new Map<OpenedFile, ReadonlySet<number>>();
  for (const visit of visits) {
    const { value } = visit;
    const file = typeof value === "object" && value !== null ? homeOf(value) : undefined;
    if (!(file instanceof OpenedFile && mayName(value))) {
      continue;
    }
    const unnamed = known.get(file) ?? (await unnamedIn(file, signal));
    known.set(file, unnamed);
    const numbers = numbersIn(value);
    const blocks = [...unnamed].filter((block) => numbers.has(block));
    if (blocks.length === 0) {
      continue;
    }
    const path = pathOf(visit);
    const message = `its tag \`${tagOf(value)}\` may name blocks by number that are only in the file that it was read from (${blocks.slice(0, MOST).join(", ")})`;
    if (!dropUnused) {
      const how = "the option dropUnused: true (--drop-unused) writes it all the same";
      throw new AsdfError("bad-tree", `${message}; ${how}`, { path });
    }
    file.warn({ code: "not-copied", message, path });
  }
}

/** The blocks with content that no array of the file names. */
async function unnamedIn(file: OpenedFile, signal: AbortSignal | undefined): Promise<ReadonlySet<number>> {
  await file.readBlockHeaders(undefined, signal);
  const named = new Set(sourcesIn(file.tree().root));
  const unnamed = file.blocks.list.filter(({ index, usedSize }) => !named.has(index) && usedSize !== 0);
  return new Set(unnamed.map(({ index }) => index));
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
