/** The WCS in the header of an HDU, for arrays of FITS files whose tree has none: it is called `fits:1` by the number of the HDU. */
import type { AsdfFile, Hdu, NdArray } from "asdf-wasm";
import { isSameShape } from "../../elements/shapes.ts";
import type { WcsChoice } from "../../protocol/wcs.ts";

const NAME = /^fits:(\d+)$/;

/** The header of the array's own HDU, or of the first of the same version and with the same last two axes. */
export function headerFor(
  { hdus }: Pick<AsdfFile, "hdus">,
  { hdu, shape }: Pick<NdArray, "hdu" | "shape">,
): WcsChoice[] {
  const own = hdus[hdu ?? -1];
  if (!own) {
    return [];
  }
  const isBeside = (other: Hdu): boolean =>
    other.version === own.version && isSameShape(other.shape?.slice(-2) ?? [], shape.slice(-2));
  const found = [own, ...hdus.filter(isBeside)].find(hasWcs);
  return found ? [{ path: `fits:${found.index}`, isBest: true }] : [];
}

/** The HDU whose header such a path names. */
export function hduAt({ hdus }: Pick<AsdfFile, "hdus">, path: string): Hdu | undefined {
  return hdus[Number(NAME.exec(path)?.[1] ?? -1)];
}

function hasWcs({ cards, kind }: Hdu): boolean {
  const isImage = kind === "image" || kind === "compressed-image";
  return (
    isImage &&
    cards.some(({ keyword, value }) => keyword === "CTYPE1" && typeof value === "string" && value !== "")
  );
}
