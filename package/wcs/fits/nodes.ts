/** Nodes of a tree as asdf-transform-schemas and asdf-wcs-schemas have them. */
import type { TreeMap, TreeValue } from "../../api/tree.ts";
import { withTag } from "../../api/values.ts";

interface Properties {
  readonly [key: string]: TreeValue;
}

/** A transform. */
export function transform(kind: string, properties: Properties): TreeMap {
  return node(`tag:stsci.edu:asdf/transform/${kind}-1.2.0`, properties);
}

/** A WCS, a step of it, or a frame. */
export function gwcs(kind: string, properties: Properties): TreeMap {
  return node(`tag:stsci.edu:gwcs/${kind}-1.2.0`, properties);
}

function node(tag: string, properties: Properties): TreeMap {
  return withTag(map(properties), tag);
}

/** A map of the tree. */
export function map(properties: Properties): TreeMap {
  return Object.assign(Object.create(null), properties);
}

/** Transforms one after another. */
export function chained(transforms: readonly TreeMap[]): TreeMap {
  return transforms.reduce((before, next) => transform("compose", { forward: [before, next] }));
}

/** Transforms beside one another, each of its own coordinates. */
export function beside(transforms: readonly TreeMap[]): TreeMap {
  return transforms.reduce((before, next) => transform("concatenate", { forward: [before, next] }));
}

/** Coordinates in another order; some may be dropped or repeated. */
export function remapped(mapping: readonly number[], inputs: number): TreeMap {
  return transform("remap_axes", { mapping: [...mapping], n_inputs: inputs });
}

/** Coordinates shifted. */
export function shifted(offsets: readonly number[]): TreeMap {
  return beside(offsets.map((offset) => transform("shift", { offset })));
}

/** A matrix of any size with its inverse. */
export function multiplied(
  matrix: readonly (readonly number[])[],
  inverse: readonly (readonly number[])[],
): TreeMap {
  const rows = linear(matrix);
  rows["inverse"] = linear(inverse);
  return rows;
}

/** Each result of a matrix by itself, as a sum of scaled coordinates. */
function linear(matrix: readonly (readonly number[])[]): TreeMap {
  const axes = matrix.length;
  const all = matrix.map((_, axis) => axis);
  const rows = matrix.map((row) =>
    row
      .flatMap((factor, axis) =>
        factor === 0 ? [] : [chained([remapped([axis], axes), transform("scale", { factor })])],
      )
      .reduce((before, next) => transform("add", { forward: [before, next] })),
  );
  const copies = remapped(
    all.flatMap(() => all),
    axes,
  );
  return chained([copies, beside(rows)]);
}
