/** What a chart shows, so that it can be drawn anywhere: axes with names and units, lines, bars, points, a legend. */
import type { Range, Tick } from "./ticks.ts";

export interface FigureAxis extends Range {
  readonly log: boolean;
  /** Whether it grows to the left, or downwards. */
  readonly flipped: boolean;
  /** What it is, with its unit. */
  readonly title: string;
  /** Where ticks are; at round numbers without. */
  readonly ticks?: readonly Tick[];
}

/** Colours are names of CSS variables. */
export type FigurePart =
  /** NaN is a gap. */
  | {
      readonly kind: "line";
      readonly color: string;
      readonly x: ArrayLike<number>;
      readonly y: ArrayLike<number>;
    }
  | {
      readonly kind: "band";
      readonly color: string;
      readonly x: ArrayLike<number>;
      readonly low: ArrayLike<number>;
      readonly high: ArrayLike<number>;
    }
  /** Bars that fill the axis from end to end. */
  | { readonly kind: "bars"; readonly color: string; readonly heights: readonly number[] }
  /** An upright line. */
  | { readonly kind: "rule"; readonly color: string; readonly x: number }
  /** Places from 0 to 1, from the left and from the bottom; each with its colour, which must not use CSS variables. */
  | {
      readonly kind: "dots";
      readonly places: Float32Array;
      readonly size: number;
      readonly colorAt: (i: number, ink: (name: string) => string) => string;
    }
  /** A picture of the area between the axes. */
  | {
      readonly kind: "image";
      readonly draw: (ink: (name: string) => string) => HTMLCanvasElement;
    };

export interface ColorBar extends Range {
  /** 256 triples of red, green and blue. */
  readonly colors: Uint8Array;
  readonly title: string;
  readonly log: boolean;
}

export interface Figure {
  /** What it shows, with the unit; above all else. */
  readonly title: string;
  /** Of all, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly x: FigureAxis;
  readonly y: FigureAxis;
  readonly parts: readonly FigurePart[];
  /** Names of lines and their colours; none for a single one. */
  readonly legend: readonly { readonly name: string; readonly color: string }[];
  readonly bar: ColorBar | undefined;
}

/** The value at a place of an axis that is not flipped, from 0 to 1. */
export function valueOn({ min, max, log }: FigureAxis, place: number): number {
  return log ? min * (max / min) ** place : min + place * (max - min);
}

/** Where a value is on an axis, from 0 at the left or the bottom to 1. */
export function placeOn({ min, max, log, flipped }: FigureAxis, value: number): number {
  const place = log
    ? (Math.log10(value) - Math.log10(min)) / (Math.log10(max) - Math.log10(min))
    : // Halves, where the difference of the ends is no number.
      Number.isFinite(max - min)
      ? (value - min) / (max - min)
      : (value / 2 - min / 2) / (max / 2 - min / 2);
  return flipped ? 1 - place : place;
}
