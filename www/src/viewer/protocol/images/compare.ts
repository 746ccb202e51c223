/** Two images compared: which arrays there are to compare with, the plane of another one, and arrays computed from two. */

import type { Filter } from "@asdf-wasm/science/compute/reductions";
import type { ComplexPart } from "@asdf-wasm/science/elements/values";
import type { Section } from "@asdf-wasm/science/sections/section";
import type { ArrayNode, Elsewhere, Progress } from "../facts.ts";
import type { IntervalName, PlaneLimits, PlanePart } from "../plane.ts";

/** An array that another can be compared with. */
export interface Comparable {
  readonly node: ArrayNode;
  readonly path: string;
}

/** What is computed of two arrays, element by element. */
export type Computation = "difference" | "ratio";

/** Passes a plane on at once or, if reading takes long, row by row as they arrive. */
export type ReadPlane = (
  task: number,
  id: number,
  section: Section,
  part: ComplexPart,
  interval: IntervalName,
  filter: Filter | undefined,
  onProgress: (progress: Progress) => void,
  onPart: (part: PlanePart) => void,
) => Promise<void>;

export interface CompareCalls {
  /** The array itself, then those beside it: of the same shape first, then other images. */
  comparable(id: number): Promise<readonly Comparable[]>;
  /** Reads the plane of an image beside the current one. */
  readonly otherPlane: ReadPlane;
  /** Limits of that plane, from a sample of its values. */
  otherLimits(interval: IntervalName): Promise<PlaneLimits | undefined>;
  /** An array computed from two of one shape while it is read. It has a number, but no place in the tree. */
  compute(computation: Computation, one: number, other: number | Elsewhere): Promise<ArrayNode>;
}
