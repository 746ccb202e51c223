/**
 * The WCS in the header of an HDU, for arrays of FITS files whose tree has none: it is called `fits:1` by the number of the
 * HDU, and an alternate one `fits:1:A` by its letter.
 */
import type { Hdu } from "../api/blocks.ts";
import type { NdArray } from "../api/ndarray.ts";
import { keysIn } from "../wcs/alternates.ts";
import { keywordsOf } from "../wcs/paths.ts";

/** A WCS that may belong to an array. */
export interface WcsChoice {
  /** Its path in the tree, or of an HDU whose header defines it `fits:1` by the HDU's number, `fits:1:A` for an alternate one. */
  readonly path: string;
  /** Whether it belongs to the array by its place; undecided if false. */
  readonly isBest: boolean;
}

/** What of an HDU tells whether its header has a WCS. */
type Described = Pick<Hdu, "index" | "version" | "kind" | "shape" | "cards">;

const NAME = /^fits:(\d+)(?::([A-Z]))?$/;

/** The header of the array's own HDU, or of the first of the same version and with the same last two axes; its primary WCS first. */
export function headerFor(
  hdus: readonly Described[],
  { hdu, shape }: Pick<NdArray, "hdu" | "shape">,
): WcsChoice[] {
  const own = hdus[hdu ?? -1];
  if (!own) {
    return [];
  }
  const isBeside = (other: Described): boolean =>
    other.version === own.version && String(other.shape?.slice(-2)) === String(shape.slice(-2));
  const found = [own, ...hdus.filter(isBeside)].find(hasWcs);
  const [primary, ...others] = found ? [`fits:${found.index}`, ...alternatesOf(found)] : [];
  const alternates = others.map((path) => ({ path, isBest: false }));
  return primary === undefined ? [] : [{ path: primary, isBest: true }, ...alternates];
}

/** The alternate WCS in the header that is the array's. */
export function alternatesFor(
  hdus: readonly Described[],
  array: Pick<NdArray, "hdu" | "shape">,
): WcsChoice[] {
  return headerFor(hdus, array).slice(1);
}

/** The index of the HDU whose header such a path names, and the letter of an alternate WCS. */
export function hduNamed(
  path: string,
): { readonly index: number; readonly key: string | undefined } | undefined {
  const [, index, key] = NAME.exec(path) ?? [];
  return index === undefined ? undefined : { index: Number(index), key };
}

function alternatesOf({ index, cards }: Described): string[] {
  const keys = keysIn(cards.map(({ keyword }) => keyword));
  return keys.filter((key) => key !== "").map((key) => `fits:${index}:${key}`);
}

function hasWcs({ cards, kind }: Described): boolean {
  const isImage = kind === "image" || kind === "compressed-image";
  const hasType = cards.some(
    ({ keyword, value }) => keyword === "CTYPE1" && typeof value === "string" && value !== "",
  );
  const header = cards.map(({ keyword, value }) => [keyword, value ?? null]);
  return isImage && (hasType || keywordsOf(header) !== undefined);
}
