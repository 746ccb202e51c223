/** The display's settings: how values become colours. */

import type { DisplayLimits, ValueRange } from "@asdf-wasm/science/elements/values";
import type { PlaneHistogram } from "@asdf-wasm/science/measure/bins";
import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { ColormapName, Shrinking, STRETCH_PARAMETERS, StretchName } from "asdf-wasm/image";
import type { IntervalName, Plane, PlaneLimits, PlaneQuantiles } from "../../../protocol/plane.ts";
import { HistogramSettings } from "../../histogram/settings.ts";
import type { Color } from "./colors.ts";

export type StretchChoice = StretchName | "histogram";
export type Parametric = keyof typeof STRETCH_PARAMETERS;

/** Limits that suit most images. */
export const USUAL: IntervalName = "99.5";
/** The range of contrast. */
export const CONTRAST = { least: 0.1, most: 10 } as const;
/** A blue that no common colour map contains. */
export const NO_NUMBER: Color = [86, 140, 204];

/** Limits, and what they are of if not of the plane. */
export interface ShownLimits extends PlaneLimits {
  readonly of?: "whole array" | "plane before";
}

/** What the display needs of an image. */
export interface DisplayedImage {
  readonly display: DisplayModel;
  readonly plane: ReadonlySignal<Plane | undefined>;
  /** The plane, once all its rows have come. */
  readonly complete: ReadonlySignal<Plane | undefined>;
  /** The limits in use: computed or set manually. */
  readonly limits: ReadonlySignal<ShownLimits | undefined>;
  histogram(
    around: ValueRange | undefined,
    bins: number,
    every: boolean,
  ): Promise<PlaneHistogram | undefined>;
}

export class DisplayModel {
  readonly interval = signal<IntervalName | "manual">(USUAL);
  /** The interval for views whose limits are not set manually. */
  readonly automatic = computed(() => (this.interval.value === "manual" ? USUAL : this.interval.value));
  /** The limits while they are set manually; before that, the computed ones, which manual limits start from. */
  readonly manual = signal<DisplayLimits | undefined>(undefined);
  /** Whether limits are computed from the whole array, the same for all its planes. */
  readonly shared = signal(false);
  readonly stretch = signal<StretchChoice>("asinh");
  /** Parameters of stretches, where they differ from the default. */
  readonly parameters = signal<Readonly<Partial<Record<Parametric, number>>>>({});
  readonly contrast = signal(1);
  readonly bias = signal(0.5);
  readonly colormap = signal<ColormapName>("gray");
  readonly inverted = signal(false);
  /** The colour of NaN. */
  readonly nan = signal<Color>(NO_NUMBER);
  /** What elements that share a pixel of the screen become. */
  readonly shrinking = signal<Shrinking>("mean");
  /** Whether what is shown stretches values in its own way: stretch, contrast and bias have no effect. */
  readonly unstretched = signal(false);
  /** Whether the panel that adjusts all this is open. */
  readonly adjusting = signal(false);
  /** How the panel's histogram is drawn. */
  readonly histogram = new HistogramSettings();
  /** Quantiles of the plane shown, once known, for histogram equalisation. */
  readonly quantiles = signal<PlaneQuantiles | undefined>(undefined);

  /** Sets the limits manually. */
  setLimits(limits: DisplayLimits): void {
    batch(() => {
      this.manual.value = limits;
      this.interval.value = "manual";
    });
  }

  /** Multiplies the contrast and shifts the bias. */
  turn(factor: number, shift: number): void {
    batch(() => {
      this.contrast.value = clamp(this.contrast.value * factor, CONTRAST.least, CONTRAST.most);
      this.bias.value = clamp(this.bias.value + shift, 0, 1);
    });
  }

  /** Resets contrast and bias. */
  resetTurn(): void {
    batch(() => {
      this.contrast.value = 1;
      this.bias.value = 0.5;
    });
  }

  /** Drops manual limits, which hold only for arrays of one shape. */
  forgetLimits(): void {
    if (this.interval.value === "manual") {
      this.interval.value = USUAL;
    }
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
