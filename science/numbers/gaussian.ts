/**
 * The form of a source: from the moments of its values, as photutils' `ApertureStats` has it, and from a Gaussian with a
 * constant below it, fitted by least squares.
 */
import { fitted, type Model } from "./leastSquares.ts";

/** A source as an ellipse: centre, widths at half of its maximum along both axes, and the angle of the longer one. */
export interface SourceForm {
  readonly x: number;
  readonly y: number;
  readonly major: number;
  readonly minor: number;
  readonly angle: number;
}

export interface Gaussian extends SourceForm {
  readonly amplitude: number;
  readonly offset: number;
}

/** Values at positions. */
export interface Points {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/** From a standard deviation to the width at half of the maximum. */
export const FWHM = 2 * Math.sqrt(2 * Math.log(2));
/** What SourceExtractor and photutils add to the moments of sources thinner than a pixel. */
const PIXEL = 1 / 12;

/** The centre of mass and the second moments; undefined where the values have none. */
export function momentsOf({ x, y, values }: Points): SourceForm | undefined {
  let [sum, sumX, sumY] = [0, 0, 0];
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? 0;
    sum += value;
    sumX += value * (x[i] ?? 0);
    sumY += value * (y[i] ?? 0);
  }
  const [cx, cy] = [sumX / sum, sumY / sum];
  let [xx, xy, yy] = [0, 0, 0];
  for (let i = 0; i < values.length; i += 1) {
    const value = (values[i] ?? 0) / sum;
    const [dx, dy] = [(x[i] ?? 0) - cx, (y[i] ?? 0) - cy];
    xx += value * dx * dx;
    xy += value * dx * dy;
    yy += value * dy * dy;
  }
  if (!(xx * yy - xy * xy >= 0)) {
    return Number.isFinite(cx) && Number.isFinite(cy)
      ? { x: cx, y: cy, major: Number.NaN, minor: Number.NaN, angle: Number.NaN }
      : undefined;
  }
  while (xx * yy - xy * xy < PIXEL * PIXEL) {
    xx += PIXEL;
    yy += PIXEL;
  }
  return formOf(cx, cy, xx, xy, yy);
}

/** The least-squares Gaussian; undefined where none fits. */
export function gaussianOf(points: Points): Gaussian | undefined {
  const { x, y, values } = points;
  if (values.length < 7) {
    return undefined;
  }
  const start = guess(points);
  const model: Model = (i, [amplitude = 0, cx = 0, cy = 0, a = 0, b = 0, c = 0, offset = 0], slopes) => {
    const [dx, dy] = [(x[i] ?? 0) - cx, (y[i] ?? 0) - cy];
    const bell = Math.exp(-(a * dx * dx + 2 * b * dx * dy + c * dy * dy));
    const value = amplitude * bell;
    slopes[0] = bell;
    slopes[1] = 2 * value * (a * dx + b * dy);
    slopes[2] = 2 * value * (b * dx + c * dy);
    slopes[3] = -value * dx * dx;
    slopes[4] = -2 * value * dx * dy;
    slopes[5] = -value * dy * dy;
    slopes[6] = 1;
    return value + offset;
  };
  const [amplitude = 0, cx = 0, cy = 0, a = 0, b = 0, c = 0, offset = 0] = fitted(model, values, start) ?? [];
  const area = a * c - b * b;
  if (!(amplitude > 0 && area > 0 && a > 0) || !isAmong(points, cx, cy)) {
    return undefined;
  }
  // Half the inverse of the form's matrix is the matrix of the variances.
  return { ...formOf(cx, cy, c / (2 * area), -b / (2 * area), a / (2 * area)), amplitude, offset };
}

/** The width of the Gaussian around 0 that is fitted to a profile; NaN if none fits. */
export function radialWidth(radii: ArrayLike<number>, values: ArrayLike<number>): number {
  const finite = Array.from(values, (_, i) => i).filter((i) => Number.isFinite(values[i]));
  const at = (of: ArrayLike<number>) => finite.map((i) => of[i] ?? 0);
  const [r, v] = [at(radii), at(values)];
  const sum = v.reduce((total, value) => total + value, 0);
  const square = v.reduce((total, value, i) => total + value * (r[i] ?? 0) ** 2, 0);
  const width = Math.max(Math.sqrt(Math.abs(square / (sum || 1))), 1);
  const model: Model = (i, [amplitude = 0, sigma = 1], slopes) => {
    const share = (r[i] ?? 0) / sigma;
    const bell = Math.exp((-share * share) / 2);
    slopes[0] = bell;
    slopes[1] = (amplitude * bell * share * share) / sigma;
    return amplitude * bell;
  };
  const [amplitude = 0, sigma = 0] = v.length < 3 ? [] : (fitted(model, v, [Math.max(...v), width]) ?? []);
  return amplitude > 0 ? Math.abs(sigma) * FWHM : Number.NaN;
}

/** From the pixels above half of the maximum. */
function guess({ x, y, values }: Points): readonly number[] {
  const offset = Array.from(values).sort((a, b) => a - b)[values.length >> 2] ?? 0;
  let greatest = -Infinity;
  for (let i = 0; i < values.length; i += 1) {
    greatest = Math.max(greatest, values[i] ?? 0);
  }
  const half = offset + (greatest - offset) / 2;
  let [count, sum, sumX, sumY] = [0, 0, 0, 0];
  for (let i = 0; i < values.length; i += 1) {
    const value = (values[i] ?? 0) - offset;
    if ((values[i] ?? 0) >= half) {
      count += 1;
      sum += value;
      sumX += value * (x[i] ?? 0);
      sumY += value * (y[i] ?? 0);
    }
  }
  const sigma = Math.max((2 * Math.sqrt(count / Math.PI)) / FWHM, 0.5);
  const form = 1 / (2 * sigma * sigma);
  return [greatest - offset, sumX / sum, sumY / sum, form, 0, form, offset];
}

/** An ellipse from variances. */
function formOf(x: number, y: number, xx: number, xy: number, yy: number): SourceForm {
  const middle = (xx + yy) / 2;
  const reach = Math.hypot((xx - yy) / 2, xy);
  return {
    ...{
      x,
      y,
      major: FWHM * Math.sqrt(middle + reach),
      minor: FWHM * Math.sqrt(Math.max(middle - reach, 0)),
    },
    angle: (Math.atan2(2 * xy, xx - yy) * 90) / Math.PI,
  };
}

/** Whether a position is within half a pixel of the rectangle around the points. */
function isAmong({ x, y }: Points, cx: number, cy: number): boolean {
  const isWithin = (all: ArrayLike<number>, at: number): boolean => {
    let [low, high] = [Infinity, -Infinity];
    for (let i = 0; i < all.length; i += 1) {
      low = Math.min(low, all[i] ?? 0);
      high = Math.max(high, all[i] ?? 0);
    }
    return at >= low - 0.5 && at <= high + 0.5;
  };
  return isWithin(x, cx) && isWithin(y, cy);
}
