/** Planes made smaller before they are drawn: a block of elements becomes one, so that a star of one pixel is not left out. */
import { checkSpelling, type OptionNames, oneOf, wrong } from "../api/arguments/checks.ts";
import type { ArrayData, StructData, TypedArray } from "../api/arrays.ts";
import { type Numbers, planeOf, valuesOf } from "./numbers.ts";

/** What becomes of the numbers of a block: their mean, or the greatest. */
export type Shrinking = "mean" | "maximum";

/** Options of `shrink`. */
export interface ShrinkOptions {
  /** The length and the width of a block, in elements. */
  readonly step: number;
  /** Default `"mean"`. */
  readonly by?: Shrinking | undefined;
}

const OPTIONS: OptionNames<ShrinkOptions> = { step: true, by: true };

/** Datatypes whose numbers float32 does not hold. */
const WIDE = /^(?:u?int(?:32|64)|float64)$/;

/**
 * A plane of two axes (leading axes of length 1 are ignored) made smaller: each element is the mean, or the maximum, of a block of
 * `step` × `step`. NaN and masked elements do not count; a block without others is NaN. Blocks start at the first row and column; the
 * last ones may be smaller.
 *
 * @example
 * const small = shrink(part, { step: Math.ceil(part.shape[1] / canvas.width) });
 * context.putImageData(render(small, interval(part, { kind: "zscale" })), 0, 0);
 */
export function shrink(
  part: ArrayData | StructData,
  options: ShrinkOptions,
): ArrayData<Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>> {
  checkSpelling(options, OPTIONS, "shrink()");
  const { step, by = "mean" } = options;
  if (!(Number.isInteger(step) && step > 0)) {
    throw wrong("step", step, "a positive integer");
  }
  oneOf("by", by, ["mean", "maximum"]);
  const plane = planeOf(part);
  const shape = [Math.ceil(plane.height / step), Math.ceil(plane.width / step)];
  const [rows = 0, columns = 0] = shape;
  const data = WIDE.test(plane.element) ? new Float64Array(rows * columns) : new Float32Array(rows * columns);
  const blocks = { ...plane, step, by, values: valuesOf(plane) };
  for (let row = 0; row < rows; row += 1) {
    const bottom = Math.min((row + 1) * step, plane.height);
    fill(data.subarray(row * columns, (row + 1) * columns), blocks, row * step, bottom);
  }
  return { data, shape, stride: [columns, 1] };
}

interface Blocks extends Numbers {
  readonly values: TypedArray;
  readonly step: number;
  readonly by: Shrinking;
}

/** Fills a line with what becomes of its blocks, which have the rows from `top` to before `bottom`. */
function fill(
  line: Float32Array | Float64Array,
  { values, mask, width, step, by }: Blocks,
  top: number,
  bottom: number,
): void {
  const isMasked = mask.length > 0;
  for (let column = 0; column < line.length; column += 1) {
    const [left, right] = [column * step, Math.min((column + 1) * step, width)];
    let [sum, count, greatest] = [0, 0, Number.NEGATIVE_INFINITY];
    for (let row = top; row < bottom; row += 1) {
      for (let at = row * width + left; at < row * width + right; at += 1) {
        const value = Number(values[at]);
        if (!(Number.isNaN(value) || (isMasked && mask[at]))) {
          sum += value;
          count += 1;
          greatest = value > greatest ? value : greatest;
        }
      }
    }
    line[column] = by === "mean" || count === 0 ? sum / count : greatest;
  }
}
