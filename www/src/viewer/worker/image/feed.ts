/**
 * A plane on its way to the page. A plane read quickly, or soon complete, is passed on as a whole, which is far
 * cheaper; the rows of a slower one are passed on a few times a second. Those of a large one from this machine are passed
 * on in large portions: the page draws the first while the next are read. Limits are computed from the first rows, again
 * each time the number of rows has doubled, and from all rows at the end: each time they change less.
 */

import type { Numbers } from "@asdf-wasm/science/compute/filter";
import { buffersOf, cut, joined, own } from "@asdf-wasm/science/elements/pixels";
import type { Frame } from "@asdf-wasm/science/elements/values";
import { elementsOf, type SectionValues } from "@asdf-wasm/science/sections/reading";
import type { ArrayData, Rows } from "asdf-wasm";
import { transfer } from "comlink";
import type { IntervalName, PlaneHead, PlaneLimits, PlanePart } from "../../protocol/plane.ts";
import { frameOf, narrow } from "./planes.ts";
import { Sample } from "./sample.ts";

/** A plane read within this time, in milliseconds, is passed on as a whole: from a server, and from this machine. */
const QUICK = { far: 200, near: 500 } as const;
/** So is a plane expected to be complete within this time. */
const SOON = 1500;
/** How long rows are gathered afterwards, unless enough have come; each time, the page draws. */
const EACH = { far: 100, near: 400 } as const;
/** The most pixels passed on at a time: the page copies them between two frames. */
const PIXELS = { far: 2 ** 18, near: 2 ** 21 } as const;
/** A plane from this machine with at least `LARGE` pixels is passed on whenever so many have come. */
const [ENOUGH, LARGE] = [2 ** 20, 2 ** 23];

export class Feed {
  #head: PlaneHead;
  readonly #onPart: (part: PlanePart) => void | Promise<void>;
  readonly #started = performance.now();
  readonly #quick: number;
  readonly #each: number;
  readonly #most: number;
  /** How many pixels are passed on without waiting for more. */
  readonly #enough: number;
  #interval: IntervalName;
  #frame: Frame | undefined;
  #sample: Sample | undefined;
  /** The number of rows that the last limits come from. */
  #settled = 0;
  /** Rows not passed on yet, and the number of those that were. */
  #waiting: SectionValues[] = [];
  #given = 0;
  /** The fraction of rows that have arrived. */
  #come = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #handing: Promise<void> | undefined;

  constructor(
    head: PlaneHead,
    interval: IntervalName,
    place: keyof typeof QUICK,
    onPart: (part: PlanePart) => void | Promise<void>,
  ) {
    [this.#quick, this.#each] = [QUICK[place], EACH[place]];
    this.#most = PIXELS[place];
    this.#enough = place === "near" && head.width * head.height >= LARGE ? ENOUGH : Infinity;
    this.#head = head;
    this.#interval = interval;
    this.#onPart = onPart;
  }

  /** Whether rows have arrived. */
  get hasBegun(): boolean {
    return this.#given > 0 || this.#waiting.length > 0;
  }

  /** Takes rows, which are views of the result. */
  readonly add = (rows: Rows): void => {
    const { values, mask } = elementsOf(rows);
    const { complex, width } = this.#head;
    const most = width * Math.max(1, Math.floor(this.#most / width));
    const size = width * (rows.stop - rows.start);
    this.#come = rows.stop / rows.total;
    for (let from = 0; from < size; from += most) {
      const places = complex ? 2 : 1;
      const part = cut(values, from * places, (from + most) * places);
      this.#waiting.push({ values: part, mask: mask?.subarray(from, from + most) });
    }
    this.#schedule();
  };

  /**
   * Passes on the remaining rows; if these are most of the plane, the whole plane again, which costs no copy. `drawn` are the values
   * to draw, if they are others; `noise` is known of moments only now.
   */
  async finish(result: ArrayData & Pick<PlaneHead, "noise">, drawn?: Numbers): Promise<void> {
    await this.#pause();
    if (result.noise) {
      this.#head = { ...this.#head, noise: result.noise };
    }
    const all = elementsOf(result);
    const frame = drawn ? frameOf(drawn, undefined) : frameOf(all.values, this.#head.part);
    const framed = this.#frame?.reference === frame.reference && this.#frame.unit === frame.unit;
    // Of a plane that is passed on in portions, the page has uploaded what it was given.
    const few = this.#enough < Infinity ? 0 : this.#head.height / 2;
    if (framed && this.#given > few) {
      await this.#handWaiting();
    } else {
      this.#waiting = [];
      this.#sample = undefined;
      [this.#frame, this.#given, this.#settled] = [frame, 0, 0];
      await this.#hand({ values: own(all.values), mask: all.mask && own(all.mask) }, drawn);
    }
  }

  /** Passes on what has arrived: no more will. */
  async end(): Promise<void> {
    await this.#pause();
    await this.#handWaiting();
  }

  /** Passes on nothing more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  /** Limits from the rows passed on; later ones use the same interval. */
  limits(interval: IntervalName, every: boolean): PlaneLimits | undefined {
    this.#interval = interval;
    return this.#sample?.limits(interval, every);
  }

  /** The sample of the rows passed on. */
  get sample(): Sample | undefined {
    return this.#sample;
  }

  #schedule(): void {
    if (this.#handing || this.#waiting.length === 0) {
      return;
    }
    if (sizeOf(this.#waiting) >= this.#enough) {
      void this.#handOn();
    } else {
      this.#timer ??= setTimeout(
        () => {
          this.#timer = undefined;
          if (this.#given > 0 || this.#patience() === 0) {
            void this.#handOn();
          } else {
            this.#schedule();
          }
        },
        this.#given > 0 ? this.#each : this.#patience(),
      );
    }
  }

  async #handOn(): Promise<void> {
    clearTimeout(this.#timer);
    this.#handing = this.#handWaiting();
    await this.#handing;
    [this.#timer, this.#handing] = [undefined, undefined];
    this.#schedule();
  }

  /** How much longer the first rows wait for the rest. */
  #patience(): number {
    const spent = performance.now() - this.#started;
    const whole = spent / this.#come;
    return whole < SOON ? Math.max(this.#each, whole - spent) : Math.max(0, this.#quick - spent);
  }

  async #pause(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#handing;
    clearTimeout(this.#timer);
  }

  async #handWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const rows = this.#waiting.splice(0, this.#portion());
      const [values, ...more] = rows.map((elements) => elements.values);
      const [mask, ...masks] = rows.flatMap((elements) => elements.mask ?? []);
      if (values) {
        const copy = { values: joined(values, ...more), mask: mask && joined(mask, ...masks) };
        await this.#hand(copy, undefined, rows);
      }
    }
  }

  /** The number of waiting batches to pass on together. */
  #portion(): number {
    let length = 0;
    const beyond = this.#waiting.findIndex(({ values }) => {
      length += values.length;
      return length > this.#most;
    });
    return beyond < 0 ? this.#waiting.length : Math.max(beyond, 1);
  }

  /** `rows`: the same elements in memory that stays here, if there are any. */
  async #hand(
    { values, mask }: SectionValues,
    drawn?: Numbers,
    rows: readonly SectionValues[] = [],
  ): Promise<void> {
    const { part, width, height } = this.#head;
    this.#frame ??= frameOf(values, part);
    const frame = this.#frame;
    const display = drawn ? narrow(drawn, undefined, undefined, frame) : narrow(values, part, mask, frame);
    this.#sample ??= new Sample(width, height, frame);
    // What is passed on is transferred: what stays here is kept, or else a copy.
    const isSame = rows.length > 0 && ArrayBuffer.isView(values) && display.buffer === values.buffer;
    const kept = isSame ? rows.map((row) => narrow(row.values, part, row.mask, frame)) : [display.slice()];
    for (const each of kept) {
      this.#sample.add(each);
    }
    const start = this.#given;
    const stop = this.#sample.rows;
    this.#given = stop;
    const due = stop >= 2 * this.#settled || stop === height;
    this.#settled = due ? stop : this.#settled;
    const limits = due ? this.#sample.limits(this.#interval, false) : undefined;
    const passed = { head: this.#head, start, stop, values, mask, display, ...frame, limits };
    await this.#onPart(transfer(passed, buffersOf(values, display, mask)));
  }
}

function sizeOf(waiting: readonly SectionValues[]): number {
  return waiting.reduce((size, { values }) => size + values.length, 0);
}

/** The elements that were read. Throws for text. */
