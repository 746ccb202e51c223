/**
 * Writing: the code for it and its WebAssembly module are loaded when something is first written, so that whoever only reads
 * does not download them.
 */

import { AsdfError, reasonOf } from "../api/error.ts";
import type { InitInput, TreeValue } from "../api/types.ts";
import type { ExplodedFile, WriteOptions, Written } from "../api/writing.ts";
import { loaded } from "../wasm/reader.ts";

type Writer = typeof import("./index.ts");

/** What only an entry point of the package knows. */
interface Entry {
  /** Loads the WebAssembly module that reads. */
  readonly init: () => Promise<void>;
  /** Where that which writes is; `asdf-wasm/slim` has to be told. */
  readonly writer?: () => InitInput;
}

let entry: Entry = { init: loaded };
let code: Promise<Writer> | undefined;

/** The entry points that know where the modules are say so. */
export function useEntry(known: Entry): void {
  entry = known;
}

/** The code that writes. */
function loadCode(): Promise<Writer> {
  code ??= import("./index.ts").catch((cause: unknown) => {
    code = undefined;
    throw new AsdfError("network", `the code that writes could not be loaded: ${reasonOf(cause)}`, { cause });
  });
  return code;
}

/** The code that writes, ready for use. */
export async function writing(): Promise<Writer> {
  const writer = await loadCode();
  const { writerModule } = writer;
  await (entry.writer && !writerModule.isLoaded()
    ? writerModule.load(entry.writer())
    : writerModule.loaded());
  return writer;
}

/**
 * Loads the WebAssembly module that writes, as `init()` does the one that reads. Optional: what writes does it when needed;
 * only `asdf-wasm/slim` has to be told where the module is. The first call counts.
 */
export async function initWriter(input?: InitInput | Promise<InitInput>): Promise<void> {
  if (input === undefined) {
    await writing();
    return;
  }
  const given = Promise.resolve(input);
  // Should it fail before the code is there, whoever waits is told then.
  given.catch(() => {});
  const { writerModule } = await loadCode();
  await writerModule.load(given);
}

/**
 * Writes a file: a tree, and the arrays in it as blocks.
 *
 * The tree is a map, an object or a `Map`, of what `AsdfFile.tree` consists of as well: null, truth values, numbers, `bigint`,
 * text, arrays, objects, `Map`s with keys that are text, truth values or integers, `Tagged`, `Complex`, `Reference`,
 * `NdArray`s of opened files; and of `Date`s, typed arrays and what `ndarray()` makes. `withTag()` gives a map or a sequence a
 * tag. What stands in several places is written once, cycles too; typed arrays that share memory share a block. Numbers
 * without a fraction become integers.
 *
 * The blocks of an opened file's arrays are copied as they are stored, unless another compression is asked for. That file
 * has to be open until the writing has ended.
 *
 * @throws AsdfError `bad-tree` or `bad-array`, with the path of what cannot be written; `unsupported-compression`,
 * `aborted`, …
 *
 * @example
 * const blob = await write({ data: ndarray(pixels, { shape: [64, 64], compression: "zlib" }), meta: { object: "M 31" } });
 */
export async function write<As extends keyof Written = "blob">(
  tree: object | TreeValue,
  options?: WriteOptions<As>,
): Promise<Written[As]> {
  return (await writing()).writeFile(tree, options);
}

/**
 * Makes one file of those that a file in exploded form consists of: of the one whose tree no other refers to, and of the blocks in
 * the others, which are copied as they are stored, unread. Sources of arrays are looked for among the files by their names.
 *
 * @throws AsdfError `not-found` where there is no such file or more than one, `external-source` where an array's file is not
 * among them, and as `open()` and `write()` do
 *
 * @example
 * const blob = await implode(input.files);
 */
export async function implode<As extends keyof Written = "blob">(
  files: Iterable<File | ExplodedFile>,
  options?: WriteOptions<As>,
): Promise<Written[As]> {
  const [writer] = await Promise.all([writing(), entry.init()]);
  return writer.implodeFiles(files, options);
}
