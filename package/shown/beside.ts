/** Which HDUs of a FITS file belong to an image: its errors, flags and weights, by the names that observatories give them. */
import type { Hdu } from "../api/blocks.ts";

/** Words for what belongs to an image. */
const ROLES = new Set(
  (
    "ERR ERROR ERRORS SIGMA STD STDDEV UNC UNCERT UNCERTAINTY VAR VARIANCE IVAR INVVAR RMS NOISE STAT " +
    "DQ DQF PIXELDQ GROUPDQ MASK FLAG FLAGS QUALITY BPM BADPIX CRMASK WHT WEIGHT WGT WMAP CON CTX EXPMAP AREA SAMP TIME"
  ).split(" "),
);
/** Words that say more of these, or that mean the image itself. */
const MORE = new Set(["POISSON", "RNOISE", "FLAT", "MAP", "ARRAY", "IMAGE", "DATA", "SCI", "SCIENCE"]);

/**
 * The HDUs with the errors, flags and weights of an image: those with such a name, the same version, and the same last two axes.
 *
 * @example
 * const [sci] = file.hdus.filter(({ name }) => name === "SCI");
 * hdusBeside(file.hdus, sci).map(({ name }) => name);     // ["ERR", "DQ"]
 */
export function hdusBeside(hdus: readonly Hdu[], image: Hdu): Hdu[] {
  const own = wordsOf(image);
  if (own.some((word) => ROLES.has(word))) {
    return [];
  }
  const ends = ({ shape = [] }: Hdu) => shape.slice(-2).join();
  return hdus.filter((hdu) => {
    const words = wordsOf(hdu);
    return (
      hdu.index !== image.index &&
      (hdu.kind === "image" || hdu.kind === "compressed-image") &&
      hdu.version === image.version &&
      hdu.data !== undefined &&
      (hdu.shape?.length ?? 0) > 0 &&
      ends(hdu) === ends(image) &&
      words.some((word) => ROLES.has(word)) &&
      words.every((word) => ROLES.has(word) || MORE.has(word) || own.includes(word))
    );
  });
}

function wordsOf({ name }: Hdu): string[] {
  return name.split(/[^A-Z\d]+/).filter((word) => word !== "");
}
