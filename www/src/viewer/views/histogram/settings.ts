/** How histograms are drawn: the number of bins, and the scale of their counts. */
import { signal } from "@preact/signals";

export type BinChoice = "auto" | "16" | "32" | "64" | "128" | "256" | "512" | "1024";

export const BINS: readonly (readonly [BinChoice, string])[] = [
  ["auto", "Auto bins"],
  ["16", "16 bins"],
  ["32", "32 bins"],
  ["64", "64 bins"],
  ["128", "128 bins"],
  ["256", "256 bins"],
  ["512", "512 bins"],
  ["1024", "1024 bins"],
];

export class HistogramSettings {
  readonly bins = signal<BinChoice>("auto");
  readonly log = signal(true);

  /** The chosen number of bins; undefined for one that suits the values. */
  get count(): number | undefined {
    return this.bins.value === "auto" ? undefined : Number(this.bins.value);
  }
}
