/** The limits of all images together, or of each by itself, found from some of their pixels. */

import { joined } from "@asdf-wasm/science/elements/pixels";
import type { DisplayLimits, ValueRange } from "@asdf-wasm/science/elements/values";
import type { PlaneHistogram } from "@asdf-wasm/science/measure/bins";
import type { Calibrated } from "@asdf-wasm/science/mosaic/skyImage";
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { histogram } from "asdf-wasm/image";
import type { IntervalName, PlaneLimits } from "../../../protocol/plane.ts";
import type { DisplayModel, ShownLimits } from "../../image/display/displayModel.ts";
import type { Layer } from "./layer.ts";

interface LimitsOptions {
  readonly display: DisplayModel;
  readonly layers: ReadonlySignal<readonly Layer[]>;
  /** How their values become those that are drawn. */
  readonly calibrated: ReadonlySignal<ReadonlyMap<Layer, Calibrated>>;
  readonly ask: (of: {
    readonly values: Float32Array<ArrayBuffer>;
    readonly interval: IntervalName;
  }) => Promise<PlaneLimits | undefined>;
}

const AS_THEY_ARE: Calibrated = { background: 0, factor: 1 };

export class SkyLimits {
  /** Whether each image has its own. */
  readonly own = signal(false);
  readonly #options: LimitsOptions;
  readonly #found = signal<PlaneLimits | undefined>(undefined);
  #isBusy = false;
  /** Counts the requests. */
  #asked = 0;
  /** Those of all images together, or set manually. */
  readonly shown = computed<ShownLimits | undefined>(() => {
    const { interval, manual } = this.#options.display;
    const found = this.#found.value;
    return found && interval.value === "manual" && manual.value ? { ...found, ...manual.value } : found;
  });

  constructor(options: LimitsOptions) {
    this.#options = options;
  }

  /** The limits that a layer is drawn with, of its own values. */
  of(layer: Layer): DisplayLimits | undefined {
    const isOwn = this.own.value && this.#options.display.interval.value !== "manual";
    const limits = isOwn ? layer.limits.value : this.shown.value;
    const { background, factor } = this.#options.calibrated.value.get(layer) ?? AS_THEY_ARE;
    return limits && { min: limits.min / factor + background, max: limits.max / factor + background };
  }

  /** Finds all again. */
  async renew(layers: readonly Layer[]): Promise<void> {
    for (const layer of layers) {
      layer.limits.value = undefined;
    }
    await this.find();
  }

  /** One search at a time; after it, another if that was asked for meanwhile. */
  async find(): Promise<void> {
    this.#asked += 1;
    if (this.#isBusy) {
      return;
    }
    this.#isBusy = true;
    const { layers, display, ask } = this.#options;
    const of = (values: Float32Array<ArrayBuffer>) => ask({ values, interval: display.automatic.peek() });
    for (let answered = 0; answered !== this.#asked; ) {
      answered = this.#asked;
      const values = this.#sample();
      if (values.length > 0) {
        this.#found.value = (await of(values)) ?? this.#found.peek();
      }
      for (const layer of this.own.peek() ? layers.peek() : []) {
        if (!layer.limits.peek() && layer.sample.length > 0) {
          layer.limits.value = await of(this.#sampleOf(layer));
        }
      }
    }
    this.#isBusy = false;
  }

  async histogram(around: ValueRange | undefined, bins: number): Promise<PlaneHistogram | undefined> {
    const data = this.#sample();
    const { min, max } = around ?? this.#found.peek()?.extremes ?? { min: 0, max: 0 };
    const part = { data, shape: [data.length], stride: [1] };
    return min < max
      ? { min, max, counts: histogram(part, { min, max, bins }).counts, sampled: 1 }
      : undefined;
  }

  clear(): void {
    this.#found.value = undefined;
  }

  #sample(): Float32Array<ArrayBuffer> {
    const layers = this.#options.layers.peek();
    const samples = layers.flatMap((layer) => (layer.isShown.peek() ? [this.#sampleOf(layer)] : []));
    return joined(new Float32Array(), ...samples);
  }

  #sampleOf(layer: Layer): Float32Array<ArrayBuffer> {
    const { background, factor } = this.#options.calibrated.peek().get(layer) ?? AS_THEY_ARE;
    return layer.sample.map((value) => (value - background) * factor);
  }
}
