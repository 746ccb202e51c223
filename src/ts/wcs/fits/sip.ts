/** The distortion SIP of FITS (Shupe et al. 2005, ASP Conf. Ser. 347, 491): polynomials of the first two pixel coordinates. */
import type { TreeMap } from "../../api/tree.ts";
import type { Header } from "./header.ts";
import { beside, chained, remapped, transform } from "./nodes.ts";

/** The maximum degree; files have up to 9. */
const DEGREE = 15;

/**
 * The distortion of pixels that are counted from the reference pixel, if the header has one. `AP_` and `BP_`, an approximation of the
 * inverse, are not used: the inverse is searched, which is more exact.
 */
export function distortion(header: Header): TreeMap | undefined {
  if (!header.has("A_ORDER") && !header.has("B_ORDER")) {
    return undefined;
  }
  return chained([
    remapped([0, 1, 0, 1], 2),
    beside([polynomial(header, "A", [1, 0]), polynomial(header, "B", [0, 1])]),
  ]);
}

/** The coordinate itself and what is added to it. */
function polynomial(header: Header, name: string, [x, y]: readonly [number, number]): TreeMap {
  const degree = header.number(`${name}_ORDER`, 0);
  if (!Number.isInteger(degree) || degree < 0 || degree > DEGREE) {
    throw header.malformed(`${name}_ORDER is ${degree} instead of a number from 0 to ${DEGREE}`);
  }
  const size = Math.max(degree, 1) + 1;
  const coefficients = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => {
      const own = (i === 1 && j === 0 ? x : 0) + (i === 0 && j === 1 ? y : 0);
      return i + j > degree ? own : own + header.number(`${name}_${i}_${j}`, 0);
    }),
  );
  return transform("polynomial", { coefficients });
}
