/**
 * Read and write ASDF, the Advanced Scientific Data Format: `open()` a file, look at its `tree`, `read()` its arrays;
 * `write()` a tree with arrays.
 *
 * This entry finds its `.wasm` files beside itself; `asdf-wasm/slim` is the same but for that.
 *
 * @example
 * import { NdArray, open, slice } from "asdf-wasm";
 * const file = await open("https://example.org/roman.asdf");
 * const image = file.get("roman/data");
 * if (image instanceof NdArray) {
 *   const corner = await image.read([slice(512), slice(512)]);
 * }
 */
import { load } from "./engine.ts";
import type { AsdfFile } from "./file.ts";
import { openFile, openFileSync } from "./open.ts";
import type { InitInput, OpenOptions, OpenSyncOptions, Source, TreeValue } from "./types.ts";
import { writerModule } from "./writer/engine.ts";
import type { WriteOptions, Written } from "./writer/types.ts";
import { writeFile } from "./writer/write.ts";

export * from "./api.ts";

/**
 * Loads the WebAssembly module. Optional: `open()` does it when needed. Call it to load early, before `openSync()`, or to
 * say where the module is when the bundler or the content security policy needs that told: by URL, Response, bytes
 * or `WebAssembly.Module`. The first call counts; in Node nothing is needed.
 *
 * @throws AsdfError `network` when the module cannot be loaded; calling again tries again
 */
export function init(input?: InitInput | Promise<InitInput>): Promise<void> {
  return load(input ?? new URL("./asdf_wasm_bg.wasm", import.meta.url));
}

/**
 * Opens a file: finds its header, tree and blocks. Only what that takes is read, of which arrays are no part. A URL whose
 * server does not answer requests for ranges is fetched as a whole, which is among the warnings.
 *
 * @throws AsdfError `not-asdf`, `truncated`, `bad-header`, `bad-tree`, `bad-block`, `network`, `aborted`, …
 *
 * @example
 * const file = await open(input.files[0], { signal: controller.signal, checksums: "error" });
 */
export async function open(source: Source, options?: OpenOptions): Promise<AsdfFile> {
  await init();
  return openFile(source, options);
}

/**
 * Opens a file whose bytes are in memory, without awaiting anything. In browsers, `await init()` must have come before.
 * Reading its arrays is asynchronous all the same.
 */
export function openSync(bytes: ArrayBufferLike | ArrayBufferView, options?: OpenSyncOptions): AsdfFile {
  return openFileSync(bytes, options);
}

/** Loads the WebAssembly module that writes, as `init()` does the one that reads. Optional: `write()` does it when needed. */
export function initWriter(input?: InitInput | Promise<InitInput>): Promise<void> {
  return writerModule.load(input ?? new URL("./asdf_wasm_writer_bg.wasm", import.meta.url));
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
  await initWriter();
  return writeFile(tree, options);
}
