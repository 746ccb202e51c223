/** Writes an opened file with another tree. */
import { emptyLike, put } from "../../api/copies.ts";
import { AsdfError } from "../../api/error.ts";
import type { NdArray } from "../../api/ndarray.ts";
import { entriesOf } from "../../api/path.ts";
import type { TreeValue } from "../../api/tree.ts";
import type { StandardVersion, WriteOptions, Written } from "../../api/writing.ts";
import { convertedNodes } from "../../file/converters.ts";
import type { AsdfFile } from "../../file/file.ts";
import type { NewArray } from "../input/array.ts";
import { hasHalves } from "../output/array-plan.ts";
import { writeFile } from "../output/write.ts";

/** Writes a file with the tree that `change` makes from a copy of the file's tree. */
export async function editFile<Tree extends object, As extends keyof Written = "blob">(
  file: AsdfFile,
  change: (tree: Tree) => unknown,
  options: WriteOptions<As> = {},
): Promise<Written[As]> {
  const tree = file.nodes === null ? Object.create(null) : await convertedCopy(file);
  const returned = await change(tree);
  if (returned !== undefined && (typeof returned !== "object" || returned === null)) {
    const message = `the change gave ${String(returned)}: expected a new tree, or nothing where it changed the one that it got`;
    throw new AsdfError("bad-tree", message, { path: "" });
  }
  return writeFile(returned ?? tree, optionsFor(file, options), file);
}

/** A copy of the tree, with objects of its own in the place of those that converters made. */
async function convertedCopy({ nodes, opened }: AsdfFile): Promise<TreeValue> {
  const copy = copyOf(nodes);
  const converters = opened.converters ?? [];
  // What fails was reported when the file was opened.
  return converters.length === 0
    ? copy
    : (await convertedNodes(copy, converters, opened, (warning) => warning)).root;
}

/** Options with which a file is written again: unless they say otherwise, its version of the standard, comments and workers. */
export function optionsFor<Options extends WriteOptions>(file: AsdfFile, options: Options): Options {
  const { standardVersion = "", comments } = file;
  const { compatible, workers = file.workers } = options;
  const halves = [...file.arrays()].some(([, { dtype }]) => hasHalves(dtype));
  const known = /^1\.[0-6]\.0$/.test(standardVersion) && compatible === undefined && !halves;
  return {
    standard: known ? (standardVersion as StandardVersion) : undefined,
    // Comments that begin with `ASDF` have a meaning, and control characters are not allowed.
    comments: comments.filter((line) => !/^\s*ASDF|[^\P{Cc}\t]/u.test(line)),
    ...options,
    workers,
  };
}

/**
 * Copies a tree; `replacements` maps some of its arrays to other ones. Maps and sequences of the copy are new, with the tags of
 * the originals; a node that occurs several times is still one node, cycles included. Scalars, arrays and references are
 * immutable and shared with the original.
 */
export function copyOf(root: TreeValue, replacements: Iterable<[NdArray, NewArray]> = []): TreeValue {
  const copies = new Map(replacements as Iterable<[TreeValue, TreeValue]>);
  const copy = (value: TreeValue): TreeValue => {
    const known = copies.get(value);
    if (known !== undefined) {
      return known;
    }
    const made = emptyLike(value);
    if (made !== value) {
      copies.set(value, made);
    }
    return made;
  };
  const made = copy(root);
  // The Map grows during the loop: collections are filled after those that contain them, without recursion.
  for (const [original, filled] of copies) {
    for (const [key, value] of entriesOf(original)) {
      put(filled, key, copy(value));
    }
  }
  return made;
}
