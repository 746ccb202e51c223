/** The WCS in the header of an HDU, for arrays of FITS files whose tree has none: it is called `fits:1` by the number of the HDU. */
import type { Hdu } from "../api/blocks.ts";
import type { NdArray } from "../api/ndarray.ts";
import { keywordsOf } from "../wcs/paths.ts";

/** A WCS that may belong to an array. */
export interface WcsChoice {
  /** Its path in the tree, or of an HDU whose header defines it `fits:1` by the HDU's number. */
  readonly path: string;
  /** Whether it belongs to the array by its place; undecided if false. */
  readonly isBest: boolean;
}

/** What of an HDU tells whether its header has a WCS. */
type Described = Pick<Hdu, "index" | "version" | "kind" | "shape" | "cards">;

const NAME = /^fits:(\d+)$/;

/** The header of the array's own HDU, or of the first of the same version and with the same last two axes. */
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
  return found ? [{ path: `fits:${found.index}`, isBest: true }] : [];
}

/** The HDU whose header such a path names. */
export function hduAt<Of>(hdus: readonly Of[], path: string): Of | undefined {
  return hdus[Number(NAME.exec(path)?.[1] ?? -1)];
}

function hasWcs({ cards, kind }: Described): boolean {
  const isImage = kind === "image" || kind === "compressed-image";
  const hasType = cards.some(
    ({ keyword, value }) => keyword === "CTYPE1" && typeof value === "string" && value !== "",
  );
  const header = cards.map(({ keyword, value }) => [keyword, value ?? null]);
  return isImage && (hasType || keywordsOf(header) !== undefined);
}
