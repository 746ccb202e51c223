/** World coordinates of an array on the stage: which WCS belong to it, and what one says. */

import type { Section } from "@asdf-wasm/science/sections/section";
import type { WcsFacts } from "@asdf-wasm/science/wcs/facts";
import type { Notice } from "./facts.ts";

/** A WCS that may belong to an array. */
export interface WcsChoice {
  readonly path: string;
  /** Whether it is the one to use unless another is chosen. */
  readonly isBest: boolean;
}

/** A WCS over a section of an array. */
export interface WcsAt {
  readonly node: number;
  readonly path: string;
  readonly section: Section;
}

/** The answer for one WCS: what it says, and what of it is left out; or why it cannot be evaluated. */
export interface WcsAnswer {
  readonly facts?: WcsFacts;
  readonly problem?: Notice;
}
