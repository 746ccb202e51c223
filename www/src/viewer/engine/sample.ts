/**
 * Limits of a plane. The minimum and maximum come from every value; percentiles
 * from at most a million, taken at a stride that shares no factor with the
 * width, so that no column is favoured. Kept after the plane itself has been
 * handed to the page.
 */
import { interval, statistics } from "asdf-wasm/image";
import type { IntervalName, Limits, Plane, PlaneLimits } from "./protocol.ts";

const SAMPLE = 2 ** 20;

export class Sample {
  readonly #values: Float32Array<ArrayBuffer>;
  readonly #stride: number;
  readonly #extremes: Limits;
  readonly #toData: (display: number) => number;

  constructor({ display, width, reference, unit }: Plane) {
    this.#stride = strideFor(display.length, width);
    this.#values = this.#stride === 1 ? display.slice() : everyNth(display, this.#stride);
    this.#extremes = statistics(asArray(display));
    this.#toData = (value) => value * unit + reference;
  }

  limits(name: IntervalName): PlaneLimits {
    if (name === "minmax") {
      return { ...this.#inData(this.#extremes), sampled: 1 };
    }
    const found = interval(asArray(this.#values), { kind: "percentile", percentile: Number(name) });
    return { ...this.#inData(found), sampled: this.#stride };
  }

  #inData({ min, max }: Limits): Limits {
    return { min: this.#toData(min), max: this.#toData(max) };
  }
}

function asArray(data: Float32Array<ArrayBuffer>) {
  return { data, shape: [data.length], stride: [1] };
}

function everyNth(values: Float32Array, stride: number): Float32Array<ArrayBuffer> {
  const taken = new Float32Array(Math.ceil(values.length / stride));
  for (let i = 0; i < taken.length; i += 1) {
    taken[i] = values[i * stride] ?? Number.NaN;
  }
  return taken;
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
