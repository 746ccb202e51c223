/**
 * The public functions that write. The writer and its WebAssembly module are loaded with the first write, so that callers who
 * only read do not download them.
 */
import type { InitInput } from "../api/options.ts";
import type { TreeValue } from "../api/tree.ts";
import type { ExplodedFile, WriteOptions, Written } from "../api/writing.ts";
import { OnDemand } from "../wasm/on-demand.ts";
import { asdfReader } from "../wasm/reading.ts";

/** The code that writes. */
export type Writer = typeof import("./index.ts");

export const writerCode = new OnDemand<Writer>("the code that writes", ({ writerModule }) => writerModule);

/** Loads the writer with its module. */
export function loadWriter(): Promise<Writer> {
  return writerCode.load();
}

/**
 * Loads the WebAssembly module that writes, as `init()` loads the one that reads. Optional: writing loads it when needed.
 *
 * @param input deprecated: where the module is; `configure({ locate })` says so for all of them. Only the first call has an effect
 */
export function initWriter(input?: InitInput | Promise<InitInput>): Promise<void> {
  return writerCode.init(input);
}

/**
 * Writes a file: a tree, and the arrays in it as blocks.
 *
 * The tree is an object or a `Map`. It can contain all values of `AsdfFile.tree`: null, booleans, numbers, `bigint`, text,
 * arrays, objects, `Map`s whose keys are text, booleans or integers, `Tagged`, `Complex`, `Reference`, `NdArray`s of opened
 * files; in addition `Date`s, typed arrays and results of `ndarray()`. `withTag()` sets the tag of a map or a sequence. A node
 * that occurs several times is written once, cycles included; typed arrays that share memory share a block. Numbers without
 * a fraction become integers.
 *
 * The blocks of an opened file's arrays are copied as they are stored, unless another compression is requested. That file
 * must stay open until the write has ended.
 *
 * @throws AsdfError `bad-tree` or `bad-array`, with the path of the invalid node; `unsupported-compression`,
 * `aborted`, …
 *
 * @example
 * const blob = await write({ data: ndarray(pixels, { shape: [64, 64], compression: "zlib" }), meta: { object: "M 31" } });
 */
export async function write<As extends keyof Written = "blob">(
  tree: object | TreeValue,
  options?: WriteOptions<As>,
): Promise<Written[As]> {
  // Workers are started with a module that reads.
  const [writer] = await Promise.all([loadWriter(), options?.workers && asdfReader()]);
  return writer.writeFile(tree, options);
}

/**
 * Combines the files of an exploded form into one: the file with the tree, to which no other file refers, and the blocks of the
 * other files, which are copied as they are stored. The sources of arrays are found among the files by name.
 *
 * @throws AsdfError `not-found` if there is not exactly one file with the tree, `external-source` if the file of an array is
 * missing, and as `open()` and `write()` do
 *
 * @example
 * const blob = await implode(input.files);
 */
export async function implode<As extends keyof Written = "blob">(
  files: Iterable<File | ExplodedFile>,
  options?: WriteOptions<As>,
): Promise<Written[As]> {
  const [writer] = await Promise.all([loadWriter(), asdfReader()]);
  return writer.implodeFiles(files, options, loadWriter);
}
