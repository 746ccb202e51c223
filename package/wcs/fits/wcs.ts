/**
 * World coordinates of a FITS header as a gwcs ("Representations of world coordinates in FITS", Greisen and Calabretta 2002, A&A 395,
 * 1061): the same transforms then evaluate both. Pixels are counted from 0.
 */
import type { Warning } from "../../api/blocks.ts";
import { AsdfError } from "../../api/error.ts";
import type { TreeMap } from "../../api/tree.ts";
import { Header, type TableHdu } from "../header/header.ts";
import type { Keywords } from "../paths.ts";
import { celestialAxes, unitOf, worldFrame } from "./axes.ts";
import { fromReference, sip } from "./distortion.ts";
import { isPlate, plate } from "./dss.ts";
import { inverseOf, type Matrix, matrixOf } from "./matrix.ts";
import { beside, chained, gwcs, multiplied, remapped, shifted, transform } from "./nodes.ts";
import { type CelestialAxes, degreesOf } from "./pole.ts";
import { projected } from "./projection.ts";
import { alongAxis } from "./spectral.ts";
import { readCells, type TabularGroup, tabular, tabularGroups } from "./tab.ts";
import { hasTpv } from "./tpv.ts";
import { typeOf } from "./types.ts";

/**
 * The gwcs of a header, and warnings about what it leaves out. `path` is the path of the header, for errors; `hdus` are the HDUs of the file, of
 * which the cells that the header names are read.
 */
export async function gwcsOf(
  keywords: Keywords,
  path: string,
  hdus?: () => readonly TableHdu[],
  signal?: AbortSignal,
): Promise<{ readonly gwcs: TreeMap; readonly warnings: readonly Warning[] }> {
  const header = new Header(keywords, path, hdus);
  header.cells = await readCells(header, signal);
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

/** Coordinates of the world that are evaluated together. */
interface Piece {
  readonly axes: readonly number[];
  /** From their intermediate world coordinates, multiplied by the factors. */
  readonly transform: TreeMap;
  readonly factors: readonly number[];
}

/** The coordinates of the world in pieces: what cannot be evaluated on one axis does not take the others away. */
class Parts {
  /** In the order of the first of their axes. */
  readonly pieces: readonly Piece[];
  /** The celestial axes, if they can be evaluated. */
  readonly celestial: CelestialAxes | undefined;
  /** The axes that cannot be evaluated: they are NaN. */
  readonly lost = new Set<number>();
  readonly #header: Header;
  #failure: AsdfError | undefined;

  constructor(header: Header) {
    this.#header = header;
    const found = celestialAxes(header);
    const pair = found ? [found.longitude, found.latitude] : [];
    const groups = tabularGroups(header);
    const inTables = new Set(groups.flatMap(({ axes }) => axes));
    const pieces = groups.map((group) => this.#attempt(group.axes, () => this.#byTable(group, pair)));
    if (found && pair.every((axis) => !inTables.has(axis))) {
      pieces.push(this.#attempt(pair, () => this.#skyOf(found)));
    }
    const placed = new Set(pieces.flatMap(({ axes }) => axes));
    for (let axis = 0; axis < header.axes; axis++) {
      if (!placed.has(axis)) {
        pieces.push(this.#attempt([axis], () => this.#alongAxis(axis)));
      }
    }
    this.pieces = pieces.sort((a, b) => Math.min(...a.axes) - Math.min(...b.axes));
    this.celestial = pair.some((axis) => this.lost.has(axis)) ? undefined : found;
    if (this.lost.size === header.axes && this.#failure) {
      throw this.#failure;
    }
  }

  #skyOf(celestial: CelestialAxes): Piece {
    const { longitude, latitude, code } = celestial;
    const header = this.#header;
    const axes = [longitude, latitude];
    const factors = axes.map((axis) => unitOf(header, axis, celestial)[0]);
    const values = axes.map((axis, i) => header.number(`CRVAL${axis + 1}`, 0) * (factors[i] ?? 1));
    const sky = code === undefined ? shifted(values) : projected(header, { longitude, latitude, code });
    return { axes, factors, transform: sky };
  }

  /** Tables are in the unit of the header, except directions, which are in degrees. */
  #byTable(group: TabularGroup, pair: readonly number[]): Piece {
    const { axes } = group;
    const degrees = axes.map((axis) => (pair.includes(axis) ? degreesOf(this.#header, axis) : 1));
    const found = tabular(this.#header, group);
    const scaled = degrees.map((factor) => transform("scale", { factor }));
    const isPlain = degrees.every((factor) => factor === 1);
    return {
      axes,
      factors: axes.map(() => 1),
      transform: isPlain ? found : chained([found, beside(scaled)]),
    };
  }

  #alongAxis(axis: number): Piece {
    const header = this.#header;
    const type = typeOf(header, axis);
    const [factor] = unitOf(header, axis, undefined);
    const value = header.lenient(`CRVAL${axis + 1}`, 0) * factor;
    return { axes: [axis], factors: [factor], transform: alongAxis(header, axis, type, value) };
  }

  /** What is read of some axes; NaN, with a warning, if it cannot be evaluated. */
  #attempt(axes: readonly number[], read: () => Piece): Piece {
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
      const nothing = axes.map(() => transform("scale", { factor: Number.NaN }));
      return { axes, factors: axes.map(() => 1), transform: beside(nothing) };
    }
  }
}

function pipeline(header: Header, { celestial, pieces }: Parts): TreeMap {
  const axes = Array.from({ length: header.axes }, (_, axis) => axis);
  const order = pieces.flatMap((piece) => piece.axes);
  const back = axes.map((axis) => order.indexOf(axis));
  const isInOrder = order.every((axis, i) => axis === i);
  const along = (mapping: readonly number[]) => (isInOrder ? [] : [remapped(mapping, header.axes)]);
  const world = [...along(order), beside(pieces.map((piece) => piece.transform)), ...along(back)];
  if (celestial && isPlate(header)) {
    return chained([plate(header), ...world]);
  }
  const factors = pieces.flatMap((piece) => piece.factors);
  const scaled = matrixOf(header, celestial).map((row, axis) =>
    row.map((value) => value * (factors[back[axis] ?? 0] ?? 1)),
  );
  const inverse = inverseOf(scaled);
  if (inverse === undefined) {
    throw header.malformed("the matrix from pixels to the world has no inverse");
  }
  const bent = celestial && hasTpv(header, celestial) ? undefined : sip(header);
  const pixel = (axis: number) =>
    axis < 2 ? header.number(`CRPIX${axis + 1}`, 0) : header.lenient(`CRPIX${axis + 1}`, 0);
  const toReference = axes.map((axis) => 1 - pixel(axis));
  return chained([...fromReference(header, toReference, bent), linear(scaled, inverse), ...world]);
}

function linear(matrix: Matrix, inverse: Matrix): TreeMap {
  return matrix.length === 2
    ? transform("affine", { matrix: matrix.map((row) => [...row]), translation: [0, 0] })
    : multiplied(matrix, inverse);
}
