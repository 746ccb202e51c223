/**
 * The distribution of the values in a plane's rows that have arrived. The first answer comes from at most a
 * million values, taken at a stride that shares no factor with the width, so that no column is favoured; the
 * second, on request, from every value.
 */

import { fromFrame, limitsFromFrame, limitsToFrame } from "@asdf-wasm/science/elements/frame";
import { joined } from "@asdf-wasm/science/elements/pixels";
import type { Frame, ValueRange } from "@asdf-wasm/science/elements/values";
import type { PlaneHistogram } from "@asdf-wasm/science/measure/bins";
import { histogram, interval, quantiles, type Statistics, statistics } from "asdf-wasm/image";
import type { IntervalName, PlaneLimits, PlaneQuantiles } from "../../protocol/plane.ts";

const SAMPLE = 2 ** 20;
/** Quantiles are computed from at most this many values: more would take seconds to sort. */
const SORTED = 2 ** 25;

/** Gives values again that were added, in parts. */
type Parts = () => readonly Float32Array<ArrayBuffer>[];

export class Sample {
  readonly #width: number;
  readonly #frame: Frame;
  readonly #stride: number;
  readonly #values: Float32Array<ArrayBuffer>;
  /** The number of values that arrived, and of those sampled. */
  #seen = 0;
  #count = 0;
  /** What gives the values again, part by part. */
  #parts: Parts[] = [];
  /** What was found of the values that have arrived, by what was asked. */
  readonly #found = new Map<string, unknown>();
  #extremes: ValueRange = { min: Number.NaN, max: Number.NaN };

  constructor(width: number, height: number, frame: Frame) {
    this.#width = width;
    this.#frame = frame;
    this.#stride = strideFor(width * height, width);
    this.#values = new Float32Array(Math.ceil((width * height) / this.#stride));
  }

  /** The number of rows that have arrived. */
  get rows(): number {
    return this.#seen / this.#width;
  }

  /** Adds the next rows, as drawn; returns their statistics. `again`: gives them once more. */
  add(display: Float32Array<ArrayBuffer>, again: Parts = () => [display]): Statistics {
    this.#found.clear();
    const found = statistics(asArray(display));
    const { min, max } = found;
    const before = this.#extremes;
    // NaN, for no finite value, is neither less nor greater.
    this.#extremes = {
      min: min < before.min || Number.isNaN(before.min) ? min : before.min,
      max: max > before.max || Number.isNaN(before.max) ? max : before.max,
    };
    const first = this.#count * this.#stride - this.#seen;
    for (let i = first; i < display.length; i += this.#stride) {
      this.#values[this.#count] = display[i] ?? Number.NaN;
      this.#count += 1;
    }
    this.#parts.push(again);
    this.#seen += display.length;
    return found;
  }

  /** Has another function give all values again. */
  keep(again: () => Float32Array<ArrayBuffer>): void {
    this.#parts = [() => [again()]];
  }

  /** Its bytes of memory. */
  get size(): number {
    return this.#values.byteLength;
  }

  /** The best limits that are known: those from every value, if they were found before. */
  knownLimits(name: IntervalName): PlaneLimits {
    return this.limits(name, this.#found.has(`limits ${name} true`));
  }

  limits(name: IntervalName, every: boolean): PlaneLimits {
    return this.#once(`limits ${name} ${every}`, () => this.#limits(name, every));
  }

  #limits(name: IntervalName, every: boolean): PlaneLimits {
    const { rows } = this;
    const extremes = limitsFromFrame(this.#extremes, this.#frame);
    if (name === "minmax") {
      return { ...extremes, extremes, sampled: 1, rows };
    }
    const found = interval(
      this.#taken(every),
      name === "zscale" ? { kind: name } : { kind: "percentile", percentile: Number(name) },
    );
    return { ...limitsFromFrame(found, this.#frame), extremes, sampled: this.#strideOf(every), rows };
  }

  quantiles(every: boolean): PlaneQuantiles {
    return this.#once(`quantiles ${every}`, () => {
      const values = quantiles(this.#taken(every), { sample: SORTED });
      const sampled = this.#strideOf(every) * Math.ceil(every ? this.#seen / SORTED : 1);
      return { values: values.map((value) => fromFrame(value, this.#frame)), sampled };
    });
  }

  histogram(around: ValueRange | undefined, bins: number, every: boolean): PlaneHistogram | undefined {
    return this.histogramOf(rangeOf(limitsFromFrame(this.#extremes, this.#frame), around), bins, every);
  }

  /** Of exactly this range. */
  histogramOf(range: ValueRange, bins: number, every: boolean): PlaneHistogram | undefined {
    const { min, max } = limitsToFrame(range, this.#frame);
    if (!(min < max)) {
      return undefined;
    }
    return this.#once(`histogram ${min} ${max} ${bins} ${every}`, () => {
      const { counts } = histogram(this.#taken(every), { min, max, bins });
      return { ...range, counts, sampled: this.#strideOf(every) };
    });
  }

  /** The sampled values as the array has them. */
  taken(): Float64Array<ArrayBuffer> {
    return Float64Array.from(this.#values.subarray(0, this.#count), (value) => fromFrame(value, this.#frame));
  }

  #taken(every: boolean) {
    return asArray(every ? this.#every() : this.#values.subarray(0, this.#count));
  }

  #every(): Float32Array<ArrayBuffer> {
    const [first = new Float32Array(), ...more] = this.#parts.flatMap((again) => again());
    return more.length > 0 ? joined(first, ...more) : first;
  }

  #once<T>(question: string, find: () => T): T {
    if (!this.#found.has(question)) {
      this.#found.set(question, find());
    }
    // A question is asked in one place, which knows the type of its answer.
    return this.#found.get(question) as T;
  }

  #strideOf(every: boolean): number {
    return every ? 1 : this.#stride;
  }
}

/**
 * The range of all values, or of those around some limits: half as far again on both sides, within the values. Never
 * empty.
 */
function rangeOf(extremes: ValueRange, around: ValueRange = extremes): ValueRange {
  const reach = (around.max - around.min) / 2;
  const min = Math.min(around.min, Math.max(extremes.min, around.min - reach));
  const max = Math.max(around.max, Math.min(extremes.max, around.max + reach));
  const margin = min < max ? 0 : Math.max(0.5, Math.abs(min) / 1000);
  return { min: min - margin, max: max + margin };
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
