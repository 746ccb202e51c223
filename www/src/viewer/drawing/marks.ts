/** Lines and texts of a picture, which a canvas or an SVG file draws. Lengths are in CSS pixels. */

/** A transform as SVG writes it: a point (x, y) goes to (a x + c y + e, b x + d y + f). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface LineMark {
  readonly d: string;
  readonly matrix: Matrix;
  readonly stroke: string;
  readonly width: number;
  readonly dash: readonly number[];
  readonly fill: string;
  readonly opacity: number;
}

export interface TextMark {
  readonly text: string;
  readonly matrix: Matrix;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  /** Whether `y` is the middle of the letters instead of their base line. */
  readonly isCentral: boolean;
  readonly size: number;
  readonly family: string;
  readonly weight: string;
  readonly fill: string;
  readonly stroke: string;
  readonly width: number;
  readonly opacity: number;
}

export type Mark = LineMark | TextMark;
