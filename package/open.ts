/** Opening files, the same in every entry: what these differ in is their environment. */
import { environment } from "./api/environment.ts";
import type { OpenOptions, OpenSyncOptions, Source } from "./api/options.ts";
import type { TreeValue } from "./api/tree.ts";
import type { Bytes } from "./bytes/bytes.ts";
import { AsdfFile } from "./file/file.ts";
import { bytesOf } from "./source/source.ts";
import { loadWriter } from "./writer/writing.ts";

/**
 * Opens a file: locates its header, tree and blocks. Only the bytes that this needs are read, not the arrays. If the server of
 * a URL does not answer range requests, the whole file is downloaded, and `warnings` says so. In Node, files to which one on disk
 * refers are found beside it, unless `resolve` or `external: "none"` is given.
 *
 * @throws AsdfError `not-asdf`, `truncated`, `bad-header`, `bad-tree`, `bad-block`, `network`, `aborted`, …
 *
 * @example
 * const file = await open(input.files[0], { signal: controller.signal, checksums: "error" });
 * const { tree } = await open<RomanImage>(url);   // by a type of `asdf-wasm/types/roman`: your word for it, nothing is checked
 */
export async function open<Tree = TreeValue>(source: Source, options?: OpenOptions): Promise<AsdfFile<Tree>>;
export async function open(source: Source, options: OpenOptions = {}): Promise<AsdfFile> {
  const isAddress = typeof source === "string" || source instanceof URL;
  const resolve = isAddress ? environment().disk?.besides(source) : undefined;
  const isOwn = resolve === undefined || options.resolve !== undefined || options.external === "none";
  return AsdfFile.open(source, isOwn ? options : { ...options, resolve }, loadWriter);
}

/**
 * Opens a file in memory synchronously. In browsers, `await init()` first, and `await initFits()` for FITS files. Reading its
 * arrays is still asynchronous.
 */
export function openSync<Tree = TreeValue>(
  bytes: ArrayBufferLike | ArrayBufferView,
  options?: OpenSyncOptions,
): AsdfFile<Tree>;
export function openSync(bytes: ArrayBufferLike | ArrayBufferView, options?: OpenSyncOptions): AsdfFile {
  return AsdfFile.openSync(bytes, options, loadWriter);
}

/**
 * The bytes of a file of any format, by range, from whatever `open()` takes. Nothing but its first bytes is read, and these only from
 * a URL. The caller closes it.
 *
 * @throws AsdfError `not-found`, `network`, `aborted`, …
 */
export async function openBytes(source: Source, options: OpenOptions = {}): Promise<Bytes> {
  return bytesOf(source, options);
}
