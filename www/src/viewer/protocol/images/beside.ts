/** Arrays beside an array that belong to it, and their elements at a place of a section. */

import type { Elements } from "@asdf-wasm/science/elements/values";
import type { Excerpt, Section } from "@asdf-wasm/science/sections/section";
import type { ArrayNode } from "../facts.ts";
import type { FlagFacts } from "../overlays.ts";

/** What belongs to an array: all of the same shape. */
export interface Companions {
  /** The standard deviations of its values, or their variances. */
  readonly error: { readonly node: number; readonly squared: boolean } | undefined;
  /** Its bit masks, and whose names they have. */
  readonly flags: (Pick<FlagFacts, "datatype" | "telescope"> & { readonly node: number }) | undefined;
  /** All arrays of numbers beside it, these included. */
  readonly all: readonly ArrayNode[];
}

export interface ElementsRequest {
  readonly node: number;
  readonly section: Section;
  readonly excerpt: Excerpt;
  /** Whether they are wanted even if much is fetched from a server for them. */
  readonly asked: boolean;
}

export interface BesideCalls {
  companions(node: number): Promise<Companions>;
  /** Undefined if much would be fetched from a server for them. */
  elements(request: ElementsRequest, signal: AbortSignal): Promise<Elements | undefined>;
}
