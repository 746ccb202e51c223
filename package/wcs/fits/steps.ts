/** Functions of one coordinate, each as a transform with its inverse, and as numbers. */
import type { TreeMap } from "../../api/tree.ts";
import { chained, transform } from "./nodes.ts";

/** A function that has an inverse. */
export interface Step {
  readonly node: TreeMap;
  readonly to: (x: number) => number;
  readonly from: (y: number) => number;
  /** The derivative. */
  readonly slope: (x: number) => number;
}

const func = (name: string) => transform("math_functions", { func_name: name });

/** A function by its name in numpy, and the name of its inverse. */
function named(
  name: string,
  inverse: string,
  to: (x: number) => number,
  from: (y: number) => number,
  slope: (x: number) => number,
): Step {
  const node = func(name);
  node["inverse"] = func(inverse);
  return { node, to, from, slope };
}

/** `slope · x + intercept`. */
export function linear(slope: number, intercept = 0): Step {
  return {
    node: transform("linear1d", { slope, intercept }),
    to: (x) => slope * x + intercept,
    from: (y) => (y - intercept) / slope,
    slope: () => slope,
  };
}

const inverseOf = (x: number) => 1 / x;
export const reciprocal = named("reciprocal", "reciprocal", inverseOf, inverseOf, (x) => -1 / (x * x));
export const square = named(
  "square",
  "sqrt",
  (x) => x * x,
  Math.sqrt,
  (x) => 2 * x,
);
export const exponential = named("exp", "log", Math.exp, Math.log, Math.exp);
export const arcTangent = named("arctan", "tan", Math.atan, Math.tan, (x) => 1 / (1 + x * x));
export const sine = named("sin", "arcsin", Math.sin, Math.asin, Math.cos);

/** The inverse of a function; `back` is its transform, if the function's own one is a compound. */
export function inverted({ node, to, from, slope }: Step): Step {
  const { inverse, ...own } = node;
  const back = inverse as TreeMap | undefined;
  if (back) {
    return { node: withInverse(back, node), to: from, from: to, slope: (y) => 1 / slope(from(y)) };
  }
  const [gradient, intercept] = [Number(own["slope"]), Number(own["intercept"])];
  return linear(1 / gradient, -intercept / gradient);
}

/** A transform with another inverse; neither of the two is changed. */
export function withInverse(node: TreeMap, inverse: TreeMap): TreeMap {
  const both = chained([transform("identity", { n_dims: 1 }), node]);
  both["inverse"] = inverse;
  return both;
}

/** The value of functions one after another, and their derivative. */
export function followed(steps: readonly Step[], x: number): { value: number; slope: number } {
  return steps.reduce((at, step) => ({ value: step.to(at.value), slope: at.slope * step.slope(at.value) }), {
    value: x,
    slope: 1,
  });
}
