/**
 * How values become colours: what a person chose, as signals, and what follows
 * from it for whoever draws: 255 levels, 256 colours and one for no number.
 */
import { computed, signal } from "@preact/signals";
import { COLORMAPS, type ColormapName, levels, type StretchName } from "asdf-wasm/image";
import type { IntervalName } from "../engine/protocol.ts";

export type Color = readonly [red: number, green: number, blue: number];

export class DisplayModel {
  readonly interval = signal<IntervalName>("99.5");
  readonly stretch = signal<StretchName>("asinh");
  readonly contrast = signal(1);
  readonly bias = signal(0.5);
  readonly colormap = signal<ColormapName>("gray");
  readonly inverted = signal(false);
  /** The colour of what is no number: a blue that is in none of the common colour maps. */
  readonly nan = signal<Color>([86, 140, 204]);

  /** Where, from 0 (the lower limit) to 1, each colour but the first begins. */
  readonly levels = computed(() =>
    levels({
      min: 0,
      max: 1,
      stretch: this.stretch.value,
      contrast: this.contrast.value,
      bias: this.bias.value,
    }),
  );

  /** 256 times red, green and blue. */
  readonly colors = computed(() => {
    const colors = COLORMAPS[this.colormap.value];
    return this.inverted.value ? reversed(colors) : colors;
  });
}

function reversed(colors: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const turned = new Uint8Array(colors.length);
  for (let i = 0; i < colors.length; i += 3) {
    turned.set(colors.subarray(i, i + 3), colors.length - 3 - i);
  }
  return turned;
}
