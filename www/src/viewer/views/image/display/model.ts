/** What a person chose of how values become colours. */
import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { ColormapName, STRETCH_PARAMETERS, StretchName } from "asdf-wasm/image";
import type {
  DisplayLimits,
  IntervalName,
  Plane,
  PlaneHistogram,
  PlaneLimits,
  PlaneQuantiles,
  ValueRange,
} from "../../../protocol/plane.ts";
import type { Color } from "./colors.ts";

export type StretchChoice = StretchName | "histogram";
export type Parametric = keyof typeof STRETCH_PARAMETERS;

/** Limits that suit most images. */
const USUAL: IntervalName = "99.5";
/** Between which contrast stays, and how far it may be turned. */
export const CONTRAST = { least: 0.1, most: 10 } as const;
/** A blue that is in none of the common colour maps. */
const NO_NUMBER: Color = [86, 140, 204];

/** An image, as far as its display needs it. */
export interface DisplayedImage {
  readonly display: DisplayModel;
  readonly plane: ReadonlySignal<Plane | undefined>;
  /** The plane, once all its rows have come. */
  readonly complete: ReadonlySignal<Plane | undefined>;
  /** The limits in use: those found, or those set by hand. */
  readonly limits: ReadonlySignal<PlaneLimits | undefined>;
  histogram(
    around: ValueRange | undefined,
    bins: number,
    every: boolean,
  ): Promise<PlaneHistogram | undefined>;
}

export class DisplayModel {
  readonly interval = signal<IntervalName | "manual">(USUAL);
  /** How limits are found where they cannot be set by hand. */
  readonly automatic = computed(() => (this.interval.value === "manual" ? USUAL : this.interval.value));
  /** The limits while they are set by hand. */
  readonly manual = signal<DisplayLimits>({ min: 0, max: 1 });
  readonly stretch = signal<StretchChoice>("asinh");
  /** Of the stretches that have one, where it is not the usual one. */
  readonly parameters = signal<Readonly<Partial<Record<Parametric, number>>>>({});
  readonly contrast = signal(1);
  readonly bias = signal(0.5);
  readonly colormap = signal<ColormapName>("gray");
  readonly inverted = signal(false);
  /** The colour of what is no number. */
  readonly nan = signal<Color>(NO_NUMBER);
  /** Whether the panel is open in which all this is adjusted. */
  readonly adjusting = signal(false);
  /** Of what is shown, once they are known: for equalising its histogram. */
  readonly quantiles = signal<PlaneQuantiles | undefined>(undefined);

  /** Sets the limits by hand. */
  setLimits(limits: DisplayLimits): void {
    batch(() => {
      this.manual.value = limits;
      this.interval.value = "manual";
    });
  }

  /** Turns contrast by a factor and moves the bias. */
  turn(factor: number, shift: number): void {
    batch(() => {
      this.contrast.value = clamp(this.contrast.value * factor, CONTRAST.least, CONTRAST.most);
      this.bias.value = clamp(this.bias.value + shift, 0, 1);
    });
  }

  /** Contrast and bias as they were at first. */
  resetTurn(): void {
    batch(() => {
      this.contrast.value = 1;
      this.bias.value = 0.5;
    });
  }

  /** Limits that were set by hand are those of one array, and of others of its shape. */
  forgetLimits(): void {
    if (this.interval.value === "manual") {
      this.interval.value = USUAL;
    }
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
