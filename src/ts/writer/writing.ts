/**
 * The public functions that write. The writer and its WebAssembly module are loaded with the first write, so that callers who
 * only read do not download them.
 */
import { AsdfError, reasonOf } from "../api/error.ts";
import type { InitInput } from "../api/options.ts";
import type { TreeValue } from "../api/tree.ts";
import type { ExplodedFile, WriteOptions, Written } from "../api/writing.ts";
import { loaded } from "../wasm/reader.ts";

/** The code that writes. */
export type Writer = typeof import("./index.ts");

/** What differs between the entries of the package. */
interface Entry {
  /** Loads the WebAssembly module that reads. */
  readonly init: () => Promise<void>;
  /** Loads the code that writes. */
  readonly code: () => Promise<Writer>;
  /** The location of the WebAssembly module that writes; callers of `asdf-wasm/slim` pass it to `initWriter()`. */
  readonly writerModule?: () => InitInput;
}

let entry: Entry = {
  init: loaded,
  code: () => Promise.reject(new Error("import the package by one of its entries")),
};
let code: Promise<Writer> | undefined;

/** Sets the entry of the package. Each entry calls this. */
export function setEntry(known: Entry): void {
  entry = known;
}

function loadCode(): Promise<Writer> {
  code ??= entry.code().catch((cause: unknown) => {
    code = undefined;
    throw new AsdfError("network", `the code that writes could not be loaded: ${reasonOf(cause)}`, { cause });
  });
  return code;
}

/** Loads the writer with its module. */
export async function loadWriter(): Promise<Writer> {
  const writer = await loadCode();
  const { writerModule } = writer;
  await (entry.writerModule && !writerModule.isLoaded()
    ? writerModule.load(entry.writerModule)
    : writerModule.loaded());
  return writer;
}

/**
 * Loads the WebAssembly module that writes, as `init()` loads the one that reads. Optional: writing loads it when needed; only
 * `asdf-wasm/slim` needs the location of the module. Only the first call has an effect.
 */
export async function initWriter(input?: InitInput | Promise<InitInput>): Promise<void> {
  if (input === undefined) {
    await loadWriter();
    return;
  }
  const given = Promise.resolve(input);
  // Avoids an unhandled rejection while the code is being loaded: `load()` reports the failure.
  given.catch(() => {});
  const { writerModule } = await loadCode();
  await writerModule.load(given);
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
  return (await loadWriter()).writeFile(tree, options);
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
  const [writer] = await Promise.all([loadWriter(), entry.init()]);
  return writer.implodeFiles(files, options, loadWriter);
}
