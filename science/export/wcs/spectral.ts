/** Axes other than those on the sky as FITS keywords, where their coordinate grows by the same step everywhere (FITS WCS Paper I). */

import type { Section } from "../../sections/section.ts";
import type { AxisWorld } from "../../wcs/facts.ts";
import { type Card, Real } from "../fits/cards.ts";

/** The greatest error, in steps. */
const EXACT = 1e-6;

/** What a coordinate measures, and what FITS calls that (FITS WCS Paper III, table 1). */
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/^em\.wl/, "WAVE"],
  [/^em\.freq/, "FREQ"],
  [/^em\.energy/, "ENER"],
  [/^em\.wavenumber/, "WAVN"],
  [/^spect\.dopplerVeloc/, "VELO"],
  [/^phys\.polarization\.stokes/, "STOKES"],
];

/** The coordinate along an axis at some of its indices. */
type AlongAxis = (section: Section, axis: number, indices: Float64Array) => Promise<AxisWorld | undefined>;

export async function linearAxis(
  alongAxis: AlongAxis,
  section: Section,
  shape: readonly number[],
  axis: number,
): Promise<readonly Card[]> {
  const length = shape[axis] ?? 0;
  const indices = Float64Array.from({ length }, (_, index) => index);
  const found = length > 1 ? await alongAxis(section, axis, indices) : undefined;
  const type = TYPES.find(([measured]) => measured.test(found?.physicalType ?? ""))?.[1];
  const first = found?.values[0] ?? Number.NaN;
  const step = ((found?.values[length - 1] ?? Number.NaN) - first) / (length - 1);
  const isLinear = found?.values.every(
    (value, index) => Math.abs(first + index * step - value) <= EXACT * Math.abs(step),
  );
  if (!found || !type || !isLinear || !(await isSame(alongAxis, section, shape, axis))) {
    return [];
  }
  const n = shape.length - axis;
  return [
    [`CTYPE${n}`, type],
    ...(found.unit ? [[`CUNIT${n}`, found.unit] as const] : []),
    [`CRPIX${n}`, new Real(1)],
    [`CRVAL${n}`, new Real(first)],
    [`CD${n}_${n}`, new Real(step)],
  ];
}

/** Whether coordinates other than positions on the sky are the same all over a plane. */
async function isSame(
  alongAxis: AlongAxis,
  section: Section,
  shape: readonly number[],
  axis: number,
): Promise<boolean> {
  const [height = 1, width = 1] = shape.slice(-2);
  const corners = [0, height - 1].flatMap((y) => [0, width - 1].map((x) => [x, y] as const));
  const along = await Promise.all(
    corners.map(([x, y]) => {
      const index = section.index.with(-2, y).with(-1, x);
      return alongAxis({ axes: [axis], index }, axis, Float64Array.of(0, (shape[axis] ?? 1) - 1));
    }),
  );
  const [first] = along;
  return along.every((other) =>
    other?.values.every((value, i) => {
      const [from = 0, to = 0] = first?.values ?? [];
      return (
        Math.abs(value - (first?.values[i] ?? Number.NaN)) <=
        (EXACT * Math.abs(to - from)) / (shape[axis] ?? 1)
      );
    }),
  );
}
