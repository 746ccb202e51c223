/** How histograms are drawn: the number of bins, and the scale of their counts. */
import { batch, signal } from "@preact/signals";
import type { Linked, Words } from "../../state/linked.ts";

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
  /** In links: `bins=64&counts=linear`. */
  static readonly names: Linked["names"] = ["bins", "counts"];

  /** The chosen number of bins; undefined for one that suits the values. */
  get count(): number | undefined {
    return this.bins.value === "auto" ? undefined : Number(this.bins.value);
  }

  words(): Words {
    return {
      ...(this.bins.value !== "auto" && { bins: this.bins.value }),
      ...(!this.log.value && { counts: "linear" }),
    };
  }

  follow({ bins, counts }: Words): void {
    batch(() => {
      this.bins.value = BINS.find(([choice]) => choice === bins)?.[0] ?? "auto";
      this.log.value = counts !== "linear";
    });
  }
}
