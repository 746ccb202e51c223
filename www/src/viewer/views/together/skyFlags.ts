/** Flags over images that are seen together: the bits of all, as those over one image are switched and coloured. */

import { FlagModel } from "../image/flags/flagModel.ts";
import type { Layer } from "./sky/layer.ts";

export class SkyFlags extends FlagModel {
  protected override get word(): string {
    return "sky.bits";
  }

  /** Counts the flags of images. */
  count(layers: readonly Layer[]): void {
    const [first, ...others] = layers.flatMap(({ flags }) => flags ?? []);
    const isCounted =
      this.over.peek() && first !== undefined && layers.some(({ counts }) => counts.length > 0);
    if (!isCounted) {
      this.facts.value = undefined;
      return;
    }
    // Bits of several telescopes have no names in common.
    const isOne = others.every(({ telescope }) => telescope === first.telescope);
    const counts = Array.from({ length: 32 }, (_, bit) =>
      layers.reduce((sum, layer) => sum + (layer.counts[bit] ?? 0), 0),
    );
    const steps = layers.map(({ whole }) => (whole.peek()?.isDecimated ? (whole.peek()?.step ?? 1) : 1));
    this.facts.value = {
      ...{ datatype: first.datatype, telescope: isOne ? first.telescope : undefined },
      ...{ path: "", width: 0, height: 0, step: Math.max(...steps), counts },
    };
  }
}
