/**
 * Writing: the code for it and its WebAssembly module are loaded when something is first written, so that whoever only reads
 * does not download them.
 */
import { AsdfError, reasonOf } from "./error.ts";
import type { InitInput, TreeValue } from "./types.ts";
import type { WriteOptions, Written } from "./writer/types.ts";

type Writer = typeof import("./writer/index.ts");

let place: (() => InitInput) | undefined;
let code: Promise<Writer> | undefined;

/** Says where the WebAssembly module is: the entry points of the package do that know it. */
export function useWriterAt(where: () => InitInput): void {
  place = where;
}

/** The code that writes. */
function loadCode(): Promise<Writer> {
  code ??= import("./writer/index.ts").catch((cause: unknown) => {
    code = undefined;
    throw new AsdfError("network", `the code that writes could not be loaded: ${reasonOf(cause)}`, { cause });
  });
  return code;
}

/** The code that writes, ready for use. */
export async function writing(): Promise<Writer> {
  const writer = await loadCode();
  const { writerModule } = writer;
  await (place && !writerModule.isLoaded() ? writerModule.load(place()) : writerModule.loaded());
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
