/** Two images compared: which arrays there are to compare with, the plane of another one, and arrays computed from two. */

import type { ArrayNode, Elsewhere } from "../facts.ts";
import type { IntervalName, PlaneLimits, ReadPlane } from "../plane.ts";
import type { Sampling } from "../sampling.ts";

/** An array that another can be compared with. */
export interface Comparable {
  readonly node: ArrayNode;
  readonly path: string;
}

/** What is computed of two arrays, element by element. */
export type Computation = "difference" | "ratio";

export interface Computing {
  readonly computation: Computation;
  readonly one: number;
  readonly other: number | Elsewhere;
  readonly sampling: Sampling;
}

/** An array that was computed, and what is to be known of how. */
export interface ComputedArray {
  readonly array: ArrayNode;
  readonly remark: string;
}

export interface CompareCalls {
  /** The array itself, then those beside it: of the same shape first, then other images. */
  list(node: number): Promise<readonly Comparable[]>;
  /** Reads the plane of an image beside the current one. */
  readonly plane: ReadPlane;
  /** Limits of such a plane, from a sample of its values. */
  limits(request: {
    readonly node: number;
    readonly interval: IntervalName;
  }): Promise<PlaneLimits | undefined>;
  /** Lets go of such a plane. */
  forget(node: number): Promise<void>;
  /** An array computed from two of one shape while it is read. It has a number, but no place in the tree. */
  compute(request: Computing): Promise<ComputedArray>;
}
