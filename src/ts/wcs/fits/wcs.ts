/**
 * World coordinates of a FITS header as a gwcs ("Representations of world coordinates in FITS", Greisen and Calabretta 2002, A&A 395,
 * 1061): the same transforms then evaluate both. Pixels are counted from 0.
 */
import type { TreeMap } from "../../api/tree.ts";
import type { Keywords } from "../paths.ts";
import { celestialAxes, unitOf, worldFrame } from "./axes.ts";
import { Header } from "./header.ts";
import { inverseOf, type Matrix, matrixOf } from "./matrix.ts";
import { beside, chained, gwcs, multiplied, remapped, shifted, transform } from "./nodes.ts";
import { type CelestialAxes, projected } from "./projection.ts";
import { distortion } from "./sip.ts";

/** The gwcs of a header; `path` is that of the header, for errors. */
export function gwcsOf(keywords: Keywords, path: string): TreeMap {
  const header = new Header(keywords, path);
  const tables = /^(?:CPDIS|CQDIS|D2IMDIS|DP|DQ)\d/;
  if (header.hasAny(tables)) {
    throw header.unsupported("its distortion is a table (CPDIS, CQDIS, D2IMDIS)");
  }
  const celestial = celestialAxes(header);
  const axes = Array.from({ length: header.axes }, (_, axis) => axis);
  const pixels = gwcs("frame", {
    name: "detector",
    axes_names: axes.map((axis) => ["x", "y", "z"][axis] ?? `pixel ${axis + 1}`),
    axes_order: axes,
    unit: axes.map(() => "pixel"),
    axis_physical_types: axes.map(() => ""),
  });
  const steps = [
    { frame: pixels, transform: pipeline(header, celestial) },
    { frame: worldFrame(header, celestial), transform: null },
  ];
  return gwcs("wcs", { name: "", steps: steps.map((step) => gwcs("step", step)) });
}

function pipeline(header: Header, celestial: CelestialAxes | undefined): TreeMap {
  const axes = Array.from({ length: header.axes }, (_, axis) => axis);
  const factors = axes.map((axis) => unitOf(header, axis, celestial)[0]);
  const scaled = matrixOf(header, celestial ? [celestial.longitude, celestial.latitude] : [0, 1]).map(
    (row, i) => row.map((value) => value * (factors[i] ?? 1)),
  );
  const inverse = inverseOf(scaled);
  if (inverse === undefined) {
    throw header.malformed("the matrix from pixels to the world has no inverse");
  }
  const values = axes.map((axis) => header.number(`CRVAL${axis + 1}`, 0) * (factors[axis] ?? 1));
  const bent = distortion(header);
  const parts = [
    shifted(axes.map((axis) => 1 - header.number(`CRPIX${axis + 1}`, 0))),
    ...(bent ? [withOthers(bent, header.axes)] : []),
    linear(scaled, inverse),
  ];
  if (celestial?.code === undefined) {
    return chained([...parts, shifted(values)]);
  }
  // The projection takes longitude and latitude first.
  const { longitude, latitude, code } = celestial;
  const others = axes.filter((axis) => axis !== longitude && axis !== latitude);
  const order = [longitude, latitude, ...others];
  const back = axes.map((axis) => order.indexOf(axis));
  const sky = [
    projected(header, { longitude, latitude, code }),
    ...(others.length > 0 ? [shifted(others.map((axis) => values[axis] ?? 0))] : []),
  ];
  const isInOrder = order.every((axis, i) => axis === i);
  const along = (mapping: readonly number[]) => (isInOrder ? [] : [remapped(mapping, header.axes)]);
  return chained([...parts, ...along(order), beside(sky), ...along(back)]);
}

/** A transform of the first two coordinates; the others stay. */
function withOthers(bent: TreeMap, axes: number): TreeMap {
  return axes > 2 ? beside([bent, transform("identity", { n_dims: axes - 2 })]) : bent;
}

function linear(matrix: Matrix, inverse: Matrix): TreeMap {
  return matrix.length === 2
    ? transform("affine", { matrix: matrix.map((row) => [...row]), translation: [0, 0] })
    : multiplied(matrix, inverse);
}
