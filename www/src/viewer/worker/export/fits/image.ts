/** The header of a FITS image (FITS Standard 4.0, section 4.4.1). */
import type { ScalarType } from "asdf-wasm";
import { isComplex } from "../../../elements/complex.ts";
import type { Bytes } from "../bytes.ts";
import { type Card, headerBytes, Real } from "./cards.ts";
import { fitsNumber } from "./numbers.ts";

export interface FitsImage {
  readonly dtype: ScalarType;
  readonly shape: readonly number[];
  readonly unit: string | undefined;
  /** Further keywords, such as those of the WCS. */
  readonly cards: readonly Card[];
  readonly comments: readonly string[];
}

/** The lengths of the axes, the fastest first: real and imaginary parts are planes of a last one. */
export function fitsAxes({ dtype, shape }: Pick<FitsImage, "dtype" | "shape">): readonly number[] {
  const axes = shape.length === 0 ? [1] : shape.toReversed();
  return isComplex(dtype) ? [...axes, 2] : axes;
}

export function imageHeader({ dtype, shape, unit, cards, comments }: FitsImage): Bytes {
  const number = fitsNumber(dtype);
  if (!number) {
    throw new TypeError(`FITS has no ${dtype}`);
  }
  const axes = fitsAxes({ dtype, shape });
  const last = axes.length;
  const complexAxis: Card[] = isComplex(dtype)
    ? [
        [`CTYPE${last}`, "COMPLEX", "1: real parts, 2: imaginary parts"],
        [`CRVAL${last}`, new Real(1)],
        [`CRPIX${last}`, new Real(1)],
        [`CDELT${last}`, new Real(1)],
      ]
    : [];
  return headerBytes(
    [
      ["SIMPLE", true, "FITS Standard 4.0"],
      ["BITPIX", number.bitpix],
      ["NAXIS", axes.length],
      ...axes.map((length, i): Card => [`NAXIS${i + 1}`, length]),
      ...(number.zero === undefined
        ? []
        : ([
            ["BZERO", number.zero, dtype],
            ["BSCALE", 1],
          ] as const)),
      ...(unit ? [["BUNIT", unit] as const] : []),
      ...complexAxis,
      ...cards,
    ],
    comments,
  );
}
