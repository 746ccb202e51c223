/** The header of a FITS image (FITS Standard 4.0, section 4.4.1). */

import type { ScalarType } from "asdf-wasm";
import { isComplex } from "../../elements/complex.ts";
import type { Bytes } from "../bytes.ts";
import { type Card, headerBytes, Real } from "./cards.ts";
import { fitsNumber } from "./numbers.ts";

export interface FitsImage {
  readonly dtype: ScalarType;
  readonly shape: readonly number[];
  readonly unit: string | undefined;
  /** Further keywords, such as the WCS. */
  readonly cards: readonly Card[];
  readonly comments: readonly string[];
  /** Whether the cards come from an image of FITS: then they describe its axes completely. */
  readonly isOriginal?: boolean | undefined;
  /** Whether it is an extension, and whether others follow the first image. */
  readonly place?: "extension" | "before others" | undefined;
}

/** The lengths of the axes, the fastest first: real and imaginary parts are planes of a last one. */
export function fitsAxes({ dtype, shape }: Pick<FitsImage, "dtype" | "shape">): readonly number[] {
  const axes = shape.length === 0 ? [1] : shape.toReversed();
  return isComplex(dtype) ? [...axes, 2] : axes;
}

export function imageHeader({
  dtype,
  shape,
  unit,
  cards,
  comments,
  isOriginal = false,
  place,
}: FitsImage): Bytes {
  const number = fitsNumber(dtype);
  if (!number) {
    throw new TypeError(`FITS has no ${dtype}`);
  }
  const axes = fitsAxes({ dtype, shape });
  return headerBytes(
    [
      place === "extension" ? ["XTENSION", "IMAGE"] : ["SIMPLE", true, "FITS Standard 4.0"],
      ["BITPIX", number.bitpix],
      ["NAXIS", axes.length],
      ...axes.map((length, i): Card => [`NAXIS${i + 1}`, length]),
      ...(place === "extension"
        ? ([
            ["PCOUNT", 0],
            ["GCOUNT", 1],
          ] as const)
        : []),
      ...(place === "before others" ? [["EXTEND", true] as const] : []),
      ...(number.zero === undefined
        ? []
        : ([
            ["BZERO", number.zero, dtype],
            ["BSCALE", 1],
          ] as const)),
      ...(unit ? [["BUNIT", unit] as const] : []),
      ...cards,
      ...(isOriginal && !isComplex(dtype) ? [] : otherAxes(axes.length, isComplex(dtype), cards)),
    ],
    comments,
  );
}

/** What the axes are that no other keywords describe, if some are described: parts of complex numbers, or pixels counted from 0. */
function otherAxes(count: number, hasParts: boolean, cards: readonly Card[]): Card[] {
  const known = new Set(cards.map(([keyword]) => keyword));
  const hasMatrix = known.has("CD1_1");
  const axes = Array.from({ length: count }, (_, i) => i + 1).filter((n) => !known.has(`CTYPE${n}`));
  return hasMatrix || hasParts
    ? axes.flatMap((n): Card[] => {
        const isParts = hasParts && n === count;
        return [
          isParts ? [`CTYPE${n}`, "COMPLEX", "1: real parts, 2: imaginary parts"] : [`CTYPE${n}`, "PIXEL"],
          [`CRPIX${n}`, new Real(1)],
          [`CRVAL${n}`, new Real(isParts ? 1 : 0)],
          [hasMatrix ? `CD${n}_${n}` : `CDELT${n}`, new Real(1)],
        ];
      })
    : [];
}
