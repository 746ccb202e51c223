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

/** What may be the number of a block, also as text. */
function numberOf(value: unknown): number | undefined {
  const text = value instanceof Tagged ? value.value : value;
  const number = typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** Whether the elements of an array may be the numbers of blocks. */
function holdsNumbers(value: unknown): boolean {
  return value instanceof NdArray && typeof value.dtype === "string" && /^u?int/.test(value.dtype);
}

/** Whether some node of the tree may name one of its file's `count` blocks. */
export function hasNumbers(tree: TreeValue, count: number): boolean {
  const isOne = (value: unknown) => (numberOf(value) ?? count) < count;
  for (const visit of walk(tree)) {
    const { key, value, above } = visit;
    const may = isOne(value) || holdsNumbers(value) || (above?.value instanceof Map && isOne(key));
    for (let at: Visit | undefined = visit; may && at; at = at.above) {
      if (mayName(at.value)) {
        return true;
      }
    }
  }
  return false;
}

/** Which of these may be the numbers of blocks in a node, which may be a copy. */
function numbersIn(node: TreeValue, numbers: ReadonlySet<number>): number[] {
  const found = new Set<number>();
  const nodes = new Set<unknown>([node]);
  // The set grows during the loop.
  for (const value of nodes) {
    const number = numberOf(value);
    if (number !== undefined) {
      found.add(number);
    } else if (holdsNumbers(value)) {
      return [...numbers];
    } else if (typeof value === "object" && value !== null && !(value instanceof NdArray)) {
      for (const [key, child] of childrenOf(value)) {
        nodes.add(child);
        if (value instanceof Map) {
          nodes.add(key);
        }
      }
    }
  }
  return [...numbers].filter((number) => found.has(number));
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
    const blocks = numbersIn(value, unnamed);
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
