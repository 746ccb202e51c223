/** The WCS at a path of a file. */
import { checkWork, type OptionNames } from "../api/arguments/checks.ts";
import type { Hdu } from "../api/blocks.ts";
import { AsdfError, abortedBy } from "../api/error.ts";
import { copyMarks } from "../api/marks/marks.ts";
import { keysFrom, keyText, nodeAt } from "../api/path.ts";
import { isTreeMap, type Path, type TreeValue } from "../api/tree.ts";
import { tagOf } from "../api/values.ts";
import type { WcsOptions } from "../api/wcs.ts";
import { wcsCode } from "../wcs/loading.ts";
import type { Wcs } from "../wcs/wcs.ts";
import { whatIsMissing } from "./arrays.ts";
import { resolvePath } from "./references.ts";

const WCS: OptionNames<WcsOptions> = { signal: true, key: true };
const OLD_DKIST = /^(?:asdf:\/\/|tag:)dkist\.nso\.edu[:/]\w+\/dataset-(?:0|1\.[01])\./;

/** Compiles the WCS at a path; references are resolved. `hdus` are the HDUs of the file, which may hold tables that keywords refer to. */
export async function wcsAt(
  root: TreeValue,
  path: Path,
  hdus: () => readonly Hdu[],
  options: WcsOptions,
): Promise<Wcs> {
  checkWork(options, WCS, "wcs()");
  const { signal } = options;
  const keys = keysFrom(root, path);
  const node = await resolvePath(root, keys, signal);
  const whole = keys.map(keyText).join("/");
  if (node === undefined) {
    const { value, depth } = nodeAt(root, keys);
    const why = value === undefined ? `: ${whatIsMissing(root, keys, depth)}` : "";
    const message = `there is nothing at \`${whole}\` (\`wcsPaths()\` lists every WCS)${why}`;
    throw new AsdfError("not-found", message, { path: whole });
  }
  return compiled(isOldDkist(root, keys) ? stokesFromZero(node) : node, whole, options, hdus, root);
}

/** Whether a node is in a data set of DKIST from before version 1.2, in which Stokes parameters are counted from 0. */
function isOldDkist(root: TreeValue, keys: readonly TreeValue[]): boolean {
  const outer = keys.map((_, count) => nodeAt(root, keys.slice(0, count)).value ?? null);
  return outer.some((node) => OLD_DKIST.test(tagOf(node) ?? ""));
}

/** A WCS whose table of Stokes parameters is to begin at 1, as astropy has it, and as dkist reads such files. */
function stokesFromZero(node: TreeValue): TreeValue {
  return isTreeMap(node)
    ? copyMarks(node, Object.assign(Object.create(null), node, { stokes_from_zero: true }))
    : node;
}

/** Compiles the WCS that the cards of an HDU define; `hdus` are all of the file, which may hold its tables. */
export async function wcsOfHdu(
  { index, cards }: Pick<Hdu, "index" | "cards">,
  hdus: () => readonly Hdu[],
  options: WcsOptions,
): Promise<Wcs> {
  checkWork(options, WCS, "wcs()");
  const header = cards.map(({ keyword, value, comment }) => [keyword, value ?? null, comment]);
  return compiled(header, `HDU ${index}`, options, hdus);
}

async function compiled(
  node: TreeValue,
  path: string,
  options: WcsOptions,
  hdus: () => readonly Hdu[],
  root?: TreeValue,
): Promise<Wcs> {
  const { compile } = await wcsCode.load();
  if (options.signal?.aborted) {
    throw abortedBy(options.signal);
  }
  return compile(node, path, options, hdus, root);
}
