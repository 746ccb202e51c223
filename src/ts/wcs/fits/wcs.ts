/**
 * World coordinates of a FITS header as a gwcs ("Representations of world coordinates in FITS", Greisen and Calabretta 2002, A&A 395,
 * 1061): the same transforms then evaluate both. Pixels are counted from 0.
 */
import type { Warning } from "../../api/blocks.ts";
import { AsdfError } from "../../api/error.ts";
import type { TreeMap } from "../../api/tree.ts";
import type { Keywords } from "../paths.ts";
import { celestialAxes, unitOf, worldFrame } from "./axes.ts";
import { fromReference, sip } from "./distortion.ts";
import { isPlate, plate } from "./dss.ts";
import { Header, type TableHdu } from "./header.ts";
import { inverseOf, type Matrix, matrixOf } from "./matrix.ts";
import { beside, chained, gwcs, multiplied, remapped, shifted, transform } from "./nodes.ts";
import type { CelestialAxes } from "./pole.ts";
import { projected } from "./projection.ts";
import { alongAxis } from "./spectral.ts";
import { hasTpv } from "./tpv.ts";
import { typeOf } from "./types.ts";

/** The gwcs of a header, and warnings of what it leaves out. `path` is that of the header, for errors; `hdus` are those of the file. */
export function gwcsOf(
  keywords: Keywords,
  path: string,
  hdus?: () => readonly TableHdu[],
): { readonly gwcs: TreeMap; readonly warnings: readonly Warning[] } {
  const header = new Header(keywords, path, hdus);
  const axes = Array.from({ length: header.axes }, (_, axis) => axis);
  const pixels = gwcs("frame", {
    name: "detector",
    axes_names: axes.map((axis) => ["x", "y", "z"][axis] ?? `pixel ${axis + 1}`),
    axes_order: axes,
    unit: axes.map(() => "pixel"),
    axis_physical_types: axes.map(() => ""),
  });
  const parts = new Parts(header);
  const { celestial, lost } = parts;
  const steps = [
    { frame: pixels, transform: pipeline(header, parts) },
    { frame: worldFrame(header, celestial, lost), transform: null },
  ];
  const whole = gwcs("wcs", { name: "", steps: steps.map((step) => gwcs("step", step)) });
  return { gwcs: whole, warnings: header.warnings };
}

/** The coordinates of the world, each by itself: what cannot be evaluated on one axis does not take the others away. */
class Parts {
  /** The celestial axes, if they can be evaluated. */
  readonly celestial: CelestialAxes | undefined;
  /** From the plane of the projection to the sky. */
  readonly sky: TreeMap | undefined;
  /** The axes that cannot be evaluated: they are NaN. */
  readonly lost = new Set<number>();
  /** From the intermediate world coordinates of each other axis, and the factor to their unit. */
  readonly along = new Map<number, { readonly transform: TreeMap; readonly factor: number }>();
  readonly #header: Header;
  #failure: AsdfError | undefined;

  constructor(header: Header) {
    this.#header = header;
    const found = celestialAxes(header);
    const pair = found ? [found.longitude, found.latitude] : [];
    const sky = found && this.#attempt(pair, () => this.#skyOf(found));
    this.celestial = sky && found;
    this.sky = sky?.transform;
    for (let axis = 0; axis < header.axes; axis++) {
      if (!pair.includes(axis)) {
        const along = this.#attempt([axis], () => this.#alongAxis(axis));
        this.along.set(axis, along ?? { transform: transform("scale", { factor: Number.NaN }), factor: 1 });
      } else if (!sky) {
        this.along.set(axis, { transform: transform("scale", { factor: Number.NaN }), factor: 1 });
      }
    }
    if (this.lost.size === header.axes && this.#failure) {
      throw this.#failure;
    }
  }

  #skyOf(celestial: CelestialAxes): { readonly transform: TreeMap | undefined } {
    const { longitude, latitude, code } = celestial;
    const header = this.#header;
    for (const axis of [longitude, latitude]) {
      unitOf(header, axis, celestial);
      header.number(`CRVAL${axis + 1}`, 0);
    }
    return {
      transform: code === undefined ? undefined : projected(header, { longitude, latitude, code }),
    };
  }

  #alongAxis(axis: number): { transform: TreeMap; factor: number } {
    const header = this.#header;
    const type = typeOf(header, axis);
    const [factor] = unitOf(header, axis, undefined);
    const value = header.lenient(`CRVAL${axis + 1}`, 0) * factor;
    return { transform: alongAxis(header, axis, type, value), factor };
  }

  /** What is read of some axes; undefined, with a warning, if it cannot be evaluated. */
  #attempt<T>(axes: readonly number[], read: () => T): T | undefined {
    try {
      return read();
    } catch (thrown) {
      if (!(thrown instanceof AsdfError)) {
        throw thrown;
      }
      this.#failure ??= thrown;
      for (const axis of axes) {
        this.lost.add(axis);
      }
      const names = axes.map((axis) => axis + 1).join(" and ");
      const reason = thrown.message.replace(/^.*? is (?:malformed|not supported): /, "");
      this.#header.warn(`axis ${names} has no values: ${reason}`);
      return undefined;
    }
  }
}

function pipeline(header: Header, { celestial, sky, along }: Parts): TreeMap {
  const axes = Array.from({ length: header.axes }, (_, axis) => axis);
  if (celestial && sky && isPlate(header)) {
    return inOrder(header, celestial, [sky], [], [plate(header)]);
  }
  const pair = celestial ? ([celestial.longitude, celestial.latitude] as const) : ([0, 1] as const);
  const needed: readonly number[] = celestial ? pair : [];
  const factors = axes.map((axis) => along.get(axis)?.factor ?? unitOf(header, axis, celestial)[0]);
  const scaled = matrixOf(header, pair, needed).map((row, i) =>
    row.map((value) => value * (factors[i] ?? 1)),
  );
  const inverse = inverseOf(scaled);
  if (inverse === undefined) {
    throw header.malformed("the matrix from pixels to the world has no inverse");
  }
  const bent = celestial && hasTpv(header, celestial) ? undefined : sip(header);
  const pixel = (axis: number) =>
    axis < 2 ? header.number(`CRPIX${axis + 1}`, 0) : header.lenient(`CRPIX${axis + 1}`, 0);
  const parts = [
    ...fromReference(
      header,
      axes.map((axis) => 1 - pixel(axis)),
      bent,
    ),
    linear(scaled, inverse),
  ];
  if (!celestial || !sky) {
    const value = (axis: number) => header.number(`CRVAL${axis + 1}`, 0) * (factors[axis] ?? 1);
    const each: TreeMap[] = axes.map((axis) => along.get(axis)?.transform ?? shifted([value(axis)]));
    return chained([...parts, beside(each)]);
  }
  const others = axes.filter((axis) => !needed.includes(axis));
  return inOrder(
    header,
    celestial,
    [sky, ...others.map((axis) => along.get(axis)?.transform ?? shifted([0]))],
    others,
    parts,
  );
}

/** The projection takes longitude and latitude first. */
function inOrder(
  header: Header,
  { longitude, latitude }: CelestialAxes,
  sky: readonly TreeMap[],
  others: readonly number[],
  parts: readonly TreeMap[],
): TreeMap {
  const order = [longitude, latitude, ...others];
  const back = order.map((_, axis) => order.indexOf(axis));
  const isInOrder = order.every((axis, i) => axis === i);
  const along = (mapping: readonly number[]) => (isInOrder ? [] : [remapped(mapping, header.axes)]);
  return chained([...parts, ...along(order), beside(sky), ...along(back)]);
}

function linear(matrix: Matrix, inverse: Matrix): TreeMap {
  return matrix.length === 2
    ? transform("affine", { matrix: matrix.map((row) => [...row]), translation: [0, 0] })
    : multiplied(matrix, inverse);
}
