/** Regions of an image: their types, which page and worker exchange, stand in the protocol. */

export type { Position, Region, RegionKind, RegionShape } from "../protocol/regions.ts";
