/** Arrays beside an array that belong to it, recognised by conventional names. */

import { isSameShape } from "@asdf-wasm/science/elements/shapes";
import { isFlags } from "@asdf-wasm/science/tree/kinds";
import type { ArrayBadges, ArrayNode } from "../../protocol/facts.ts";
import type { Nodes } from "./nodes.ts";

/** Arrays whose errors are named `err` and the like; errors of others are named `other_err`. */
const SCIENCE = /^(data|sci|science|flux|fluxes|intensity|signal|counts|value|values|y)$/i;
const DEVIATION = /^(err|error|errors|sigma|std|stddev|unc|uncertainty|uncertainties)$/i;
const VARIANCE = /^(var|variance)$/i;
const COORDINATE =
  /^(wavelength|wavelengths|wave|lambda|frequency|frequencies|freq|energy|velocity|time|times|x)$/i;

/** An array, the arrays of the same key in the maps beside its own, and its siblings: arrays of numbers, not flags, of the same shape. */
export function alike(nodes: Nodes, id: number): ArrayNode[] {
  const { shape } = nodes.array(id);
  const isAlike = (node: ArrayNode) =>
    node.array.elements === "numbers" && !isFlags(node) && isSameShape(node.array.shape, shape);
  const [own = nodes.arrayNode(id), ...bands] = nodes.arraysOfBands(id);
  return [own, ...bands.filter(isAlike), ...nodes.arraysBeside(id).filter(isAlike)];
}

/** The array of standard deviations, or of variances, of an array called `key`. */
export function errorAmong(
  siblings: readonly ArrayNode[],
  key: string,
  shape: readonly number[],
): { readonly node: ArrayNode; readonly squared: boolean } | undefined {
  const suffix = (name: string): string => {
    const isOf = name.toLowerCase().startsWith(`${key.toLowerCase()}_`);
    return isOf ? name.slice(key.length + 1) : SCIENCE.test(key) ? name : "";
  };
  const alike = siblings.filter(({ array }) => isReal(array) && isSameShape(array.shape, shape));
  const node = alike.find((sibling) => DEVIATION.test(suffix(sibling.key)));
  if (node) {
    return { node, squared: false };
  }
  const variance = alike.find((sibling) => VARIANCE.test(suffix(sibling.key)));
  return variance && { node: variance, squared: true };
}

/** Whether an array is called as errors are: `err`, `data_err`. */
export function isError(name: string): boolean {
  const last = name.slice(name.lastIndexOf("_") + 1);
  return DEVIATION.test(last) || VARIANCE.test(name.split("_")[0] ?? "");
}

/** The bit masks of an array's elements. */
export function flagsAmong(siblings: readonly ArrayNode[], shape: readonly number[]): ArrayNode | undefined {
  return siblings.find((sibling) => isFlags(sibling) && isSameShape(sibling.array.shape, shape));
}

/** The array of coordinates along an axis of this length. */
export function coordinateAmong(siblings: readonly ArrayNode[], length: number): ArrayNode | undefined {
  return siblings.find(
    ({ key, array }) => isReal(array) && isSameShape(array.shape, [length]) && COORDINATE.test(key),
  );
}

function isReal({ datatype, unreadable }: ArrayBadges): boolean {
  return !unreadable && /^u?int\d+$|^float\d+$/.test(datatype);
}
