/** Flags over images that are seen together: the bits of all, as those over one image are switched and coloured. */

import { FlagModel } from "../image/flags/flagModel.ts";
import type { Layer } from "./sky/layer.ts";

export class SkyFlags extends FlagModel {
  protected override get word(): string {
    return "sky.bits";
  }

  /** Counts the flags of images. */
  count(layers: readonly Layer[]): void {
    const [first] = layers.flatMap(({ flags }) => flags ?? []);
    const counts = Array.from({ length: 32 }, (_, bit) =>
      layers.reduce((sum, layer) => sum + (layer.counts[bit] ?? 0), 0),
    );
    const isCounted =
      this.over.peek() && first !== undefined && layers.some(({ counts }) => counts.length > 0);
    this.facts.value = isCounted ? { ...first, path: "", width: 0, height: 0, step: 1, counts } : undefined;
  }
}
