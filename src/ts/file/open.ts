/** Opening a file, once the WebAssembly module is loaded. Each entry point of the package says how that comes about. */

import type { OpenOptions, OpenSyncOptions, Source } from "../api/types.ts";
import { AsdfFile } from "./file.ts";
import { Store } from "./opened-file.ts";

/** Opens a file from any source. */
export async function openFile(source: Source, options: OpenOptions = {}): Promise<AsdfFile> {
  return AsdfFile.of(await Store.open(source, options));
}

/** Opens a file in memory. */
export function openFileSync(
  bytes: ArrayBufferLike | ArrayBufferView,
  options: OpenSyncOptions = {},
): AsdfFile {
  return AsdfFile.of(Store.openSync(bytes, options));
}
