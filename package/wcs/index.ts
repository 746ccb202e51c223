/** World coordinates: the part of this folder that `loading.ts` loads with the first WCS. */
import type { Hdu } from "../api/blocks.ts";
import { AsdfError } from "../api/error.ts";
import { entriesOf } from "../api/path.ts";
import type { TreeValue } from "../api/tree.ts";
import type { WcsOptions } from "../api/wcs.ts";
import { compileWcs } from "./compile.ts";
import { gwcsOf } from "./fits/wcs.ts";
import { columnKeywords } from "./header/columns.ts";
import { imageKeywords, isGwcs, isTransform, keywordsOfKey } from "./paths.ts";
import { tablesIn } from "./tables.ts";
import { Wcs } from "./wcs.ts";
import { unwrapped } from "./wrapped/unwrapped.ts";
import { isWrapper } from "./wrapper.ts";

export { wcsModule } from "../wasm/wcs.ts";
export { compileWcs } from "./compile.ts";

/**
 * Compiles the WCS that a node describes. `path` is the path of the node, for errors; `hdus` are the HDUs of the file, for the tables of a
 * header; a file without has them in the tree from `root`, as a FITS file that was written as ASDF.
 */
export async function compile(
  node: TreeValue,
  path: string,
  options: WcsOptions,
  hdus: () => readonly Hdu[] = () => [],
  root: TreeValue = null,
): Promise<Wcs> {
  const all = keywordsOfKey(node, options.key, path);
  const keywords = imageKeywords(all) ?? columnKeywords(all);
  const isWrapped = isWrapper(node);
  if (!keywords && !isWrapped && !isGwcs(node) && !isTransform(node)) {
    const message = "this node is no WCS: neither a gwcs nor the keywords of a FITS header";
    throw new AsdfError("bad-tree", message, { path });
  }
  const { gwcs, warnings } = keywords
    ? await gwcsOf(
        keywords,
        path,
        () => (hdus().length > 0 ? hdus() : tablesIn(Array.from(entriesOf(root), ([, node]) => node))),
        options.signal,
      )
    : isWrapped
      ? await unwrapped(node, path, options)
      : { gwcs: node, warnings: [] };
  return new Wcs(await compileWcs(gwcs, path, options), gwcs, warnings);
}
