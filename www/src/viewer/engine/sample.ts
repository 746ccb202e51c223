/**
 * Limits of a plane, as far as its rows have come. The minimum and maximum come
 * from every value; percentiles from at most a million of the whole plane, taken
 * at a stride that shares no factor with the width, so that no column is
 * favoured. Kept after the rows themselves have been handed to the page.
 */
import { interval, statistics } from "asdf-wasm/image";
import type { Frame, IntervalName, Limits, PlaneLimits } from "./protocol.ts";

const SAMPLE = 2 ** 20;

export class Sample {
  readonly #width: number;
  readonly #frame: Frame;
  readonly #stride: number;
  readonly #values: Float32Array<ArrayBuffer>;
  /** How many values have come, and how many of them were taken. */
  #seen = 0;
  #taken = 0;
  #extremes: Limits = { min: Number.NaN, max: Number.NaN };

  constructor(width: number, height: number, frame: Frame) {
    this.#width = width;
    this.#frame = frame;
    this.#stride = strideFor(width * height, width);
    this.#values = new Float32Array(Math.ceil((width * height) / this.#stride));
  }

  /** How many rows have come. */
  get rows(): number {
    return this.#seen / this.#width;
  }

  /** Takes the next rows, as they are drawn. */
  add(display: Float32Array<ArrayBuffer>): void {
    const { min, max } = statistics(asArray(display));
    const before = this.#extremes;
    // No finite value is NaN, which is neither less nor greater.
    this.#extremes = {
      min: min < before.min || Number.isNaN(before.min) ? min : before.min,
      max: max > before.max || Number.isNaN(before.max) ? max : before.max,
    };
    const first = this.#taken * this.#stride - this.#seen;
    for (let i = first; i < display.length; i += this.#stride) {
      this.#values[this.#taken] = display[i] ?? Number.NaN;
      this.#taken += 1;
    }
    this.#seen += display.length;
  }

  limits(name: IntervalName): PlaneLimits {
    const { rows } = this;
    const extremes = this.#inData(this.#extremes);
    if (name === "minmax") {
      return { ...extremes, extremes, sampled: 1, rows };
    }
    const values = this.#values.subarray(0, this.#taken);
    const found = interval(asArray(values), { kind: "percentile", percentile: Number(name) });
    return { ...this.#inData(found), extremes, sampled: this.#stride, rows };
  }

  #inData({ min, max }: Limits): Limits {
    const { reference, unit } = this.#frame;
    return { min: min * unit + reference, max: max * unit + reference };
  }
}

function asArray(data: Float32Array<ArrayBuffer>) {
  return { data, shape: [data.length], stride: [1] };
}

function strideFor(length: number, width: number): number {
  let stride = Math.ceil(length / SAMPLE) || 1;
  while (stride > 1 && commonDivisor(stride, width) > 1) {
    stride += 1;
  }
  return stride;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
