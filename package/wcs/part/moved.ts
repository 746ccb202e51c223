/**
 * What keywords of FITS headers count in pixels, for a part of the image: reference pixels, scales and matrices of all versions of the
 * WCS (FITS 4.0, section 8), the distortion SIP, IRAF's `LTV` and `LTM`, the corner of a plate of the DSS, and lengths of axes.
 */
import type { PixelRange } from "./gwcs.ts";

/** The pixels of the part along an axis of FITS, counted from 1; undefined: all. */
export type RangeOf = (axis: number) => PixelRange | undefined;

/** Keywords with the number of an axis, and those with two, each with the letter of the version. */
const ONE = /^(CRPIX|CDELT|LTV|CNPIX)(\d+)([A-Z]?)$/;
const TWO = /^(CD|PC|LTM)(?:(\d+)_(\d+)|(\d{3})(\d{3}))[A-Z]?$/;
const SIP = /^([AB]P?)_(\d)_(\d)$/;
/** Keywords without which an axis is as a WCS has it by default. */
const OF_VERSION = /^(?:CTYPE|CRVAL|CRPIX|CDELT|CROTA|(?:CD|PC)\d+_|(?:CD|PC)\d{3}(?=\d{3}))\d+([A-Z]?)$/;

/** The value of a keyword for the part; undefined if it stays as it is. */
export function movedValue(keyword: string, value: number, rangeOf: RangeOf): number | undefined {
  const step = (axis: number) => rangeOf(axis)?.step ?? 1;
  const [, name, first] = ONE.exec(keyword) ?? [];
  const range = rangeOf(Number(first));
  if (name !== undefined && range) {
    const { start, step: by } = range;
    switch (name) {
      case "CRPIX":
        return movedPixel(value, range);
      case "CDELT":
        return value * by;
      case "LTV":
        // The pixel of the whole that is at the physical coordinate 0.
        return movedPixel(value, range);
      default:
        return (value + start + 0.5) / by - 0.5;
    }
  }
  const [, matrix, ...numbers] = TWO.exec(keyword) ?? [];
  const [i = 0, j = 0] = numbers.filter((digits) => digits !== undefined).map(Number);
  switch (matrix) {
    case "CD":
      return value * step(j);
    case "PC":
      return (value * step(j)) / step(i);
    case "LTM":
      return value / step(i);
  }
  const plate = /^([XY])PIXELSZ$/.exec(keyword)?.[1];
  if (plate !== undefined) {
    return value * step(plate === "X" ? 1 : 2);
  }
  const [, letter, p, q] = SIP.exec(keyword) ?? [];
  return letter === undefined
    ? undefined
    : (value * step(1) ** Number(p) * step(2) ** Number(q)) / step(letter.startsWith("A") ? 1 : 2);
}

/** A pixel of the whole as one of the part; both are counted from 1. */
export function movedPixel(pixel: number, { start, step }: PixelRange): number {
  return (pixel - 1 - start) / step + 1;
}

/**
 * The keywords that are missing because they have their default for the whole, with their values for the part. Along the axes `physical`, physical
 * coordinates are the same as in the whole, unless the header says them.
 */
export function missingKeywords(
  keywords: readonly string[],
  axes: number,
  rangeOf: RangeOf,
  physical: readonly number[],
): [keyword: string, value: number][] {
  const versions = new Set(keywords.flatMap((keyword) => OF_VERSION.exec(keyword)?.[1] ?? []));
  const withMatrix = new Set(
    keywords.flatMap((keyword) => /^CD\d+(?:_\d+)?([A-Z]?)$/.exec(keyword)?.[1] ?? []),
  );
  const defaults = Array.from({ length: axes }, (_, i) => i + 1).flatMap((axis) => [
    ...[...versions].flatMap((version): [string, number][] => [
      [`CRPIX${axis}${version}`, 0],
      ...(withMatrix.has(version) ? [] : [[`CDELT${axis}${version}`, 1] as [string, number]]),
    ]),
    ...(physical.includes(axis) && !versions.has("P")
      ? ([
          [`LTV${axis}`, 0],
          [`LTM${axis}_${axis}`, 1],
        ] as [string, number][])
      : []),
  ]);
  return defaults.flatMap(([keyword, value]): [string, number][] => {
    const moved = movedValue(keyword, value, rangeOf) ?? value;
    return keywords.includes(keyword) || moved === value ? [] : [[keyword, moved]];
  });
}
