/** The regions of a file, as the worker reads them for the page. */
import type { Figure } from "@asdf-wasm/science/regions/files/figure";
import type { Region } from "@asdf-wasm/science/regions/region";

/** What a file holds: regions in pixels of the array, or figures that are placed by its headers. */
export interface FoundRegions {
  readonly regions: readonly Omit<Region, "id">[];
  readonly figures: readonly Figure[];
  /** The first of them, as sentences. */
  readonly problems: readonly string[];
  /** How many more there are. */
  readonly more: number;
}

export interface RegionFileCalls {
  /** Reads a file of regions, DS9's or JSON. */
  read(file: Blob): Promise<FoundRegions>;
}
