/** The WCS at a path of a file. */
import { checkWork, type OptionNames } from "../api/arguments/checks.ts";
import { AsdfError, abortedBy } from "../api/error.ts";
import { keysOf, keyText } from "../api/path.ts";
import type { Path, TreeValue } from "../api/tree.ts";
import type { WcsOptions } from "../api/wcs.ts";
import { wcsCode } from "../wcs/loading.ts";
import type { Wcs } from "../wcs/wcs.ts";
import { resolvePath } from "./references.ts";

const WCS: OptionNames<WcsOptions> = { signal: true };

/** Compiles the WCS at a path; references are resolved. */
export async function wcsAt(root: TreeValue, path: Path, options: WcsOptions): Promise<Wcs> {
  checkWork(options, WCS, "wcs()");
  const { signal } = options;
  const keys = keysOf(path);
  const node = await resolvePath(root, keys, signal);
  const whole = keys.map(keyText).join("/");
  if (node === undefined) {
    throw new AsdfError("not-found", `there is nothing at \`${whole}\`: \`wcsPaths()\` lists every WCS`, {
      path: whole,
    });
  }
  const { compile } = await wcsCode.load();
  if (signal?.aborted) {
    throw abortedBy(signal);
  }
  return compile(node, whole, options);
}
