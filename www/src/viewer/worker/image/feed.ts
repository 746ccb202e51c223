/**
 * A plane on its way to the page. A plane read quickly, or soon complete, is passed on as a whole, which is far
 * cheaper; the rows of a slower one are passed on a few times a second. Those of a large one from this machine are passed
 * on in large portions: the page draws the first while the next are read. Limits are computed from the first rows, again
 * once many more have come, and from all rows at the end: each time they change less. A plane that was read is kept here
 * in its own datatype, so that it can be passed on again.
 */

import type { Numbers } from "@asdf-wasm/science/compute/filter";
import { type Coarse, coarseOf } from "@asdf-wasm/science/elements/coarse";
import { buffersOf, cut, joined, own } from "@asdf-wasm/science/elements/pixels";
import type { Frame, PlaneValues } from "@asdf-wasm/science/elements/values";
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
/** Limits are found again once so many times as many rows have come: each time, the page is painted and the image drawn. */
const GROWTH = { far: 2, near: 16 } as const;
/** A plane from this machine with at least `LARGE` pixels is passed on whenever so many have come. */
const [ENOUGH, LARGE] = [2 ** 20, 2 ** 23];
/** How long the page takes to draw a plane that it has drawn before, in milliseconds. Copying all elements meanwhile would delay it. */
const DRAWN = 200;
const UNCHANGED: Frame = { reference: 0, unit: 1 };

type OnPart = (part: PlanePart) => void | Promise<void>;

/** Elements in memory that stays. Halves take half the memory of the float32 that they are read as. */
interface Kept {
  readonly values: PlaneValues | Float16Array<ArrayBuffer>;
  readonly mask: Uint8Array<ArrayBuffer> | undefined;
}

export class Feed {
  #head: PlaneHead;
  #onPart: OnPart;
  readonly #started = performance.now();
  readonly #quick: number;
  readonly #each: number;
  readonly #growth: number;
  readonly #most: number;
  /** How many pixels are passed on without waiting for more. */
  readonly #enough: number;
  #interval: IntervalName;
  #frame: Frame | undefined;
  #sample: Sample | undefined;
  /** The whole plane, once it has come. */
  #kept: Kept | undefined;
  /** The number of rows that the last limits come from. */
  #settled = 0;
  /** Rows not passed on yet, and the number of those that were. */
  #waiting: SectionValues[] = [];
  #given = 0;
  /** The fraction of rows that have arrived. */
  #come = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #handing: Promise<void> | undefined;

  constructor(head: PlaneHead, interval: IntervalName, place: keyof typeof QUICK, onPart: OnPart) {
    [this.#quick, this.#each, this.#growth] = [QUICK[place], EACH[place], GROWTH[place]];
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
   * to draw, if they are others; `noise` is known of moments only now. `keeps`: so that it can be passed on again.
   */
  async finish(result: ArrayData & Pick<PlaneHead, "noise">, drawn?: Numbers, keeps = false): Promise<void> {
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
      const packed = () => ({ ...all, values: this.#packed(all.values) ?? all.values });
      this.#kept = keeps ? orNothing(packed) : undefined;
    } else {
      if (this.#head.id && this.#given > 0) {
        // Its first rows may have been drawn in another frame.
        this.#head = { ...this.#head, id: newId() };
      }
      this.#waiting = [];
      this.#sample = undefined;
      [this.#frame, this.#given, this.#settled] = [frame, 0, 0];
      // What is passed on is transferred.
      const copy = () => ({
        values: this.#packed(all.values) ?? all.values.slice(),
        mask: all.mask?.slice(),
      });
      this.#kept = keeps && !drawn ? orNothing(copy) : undefined;
      const owned = { values: own(all.values), mask: all.mask && own(all.mask) };
      await this.#hand(owned, this.#kept && [this.#kept], drawn);
    }
    const kept = this.#kept;
    kept && this.#sample?.keep(() => this.#display(kept));
  }

  /** How many bytes are kept to pass it on again; none if it cannot be. */
  get size(): number {
    const { values, mask } = this.#kept ?? {};
    const size = ArrayBuffer.isView(values) ? values.byteLength : 0;
    return size && size + (mask?.byteLength ?? 0) + (this.#sample?.size ?? 0);
  }

  /**
   * Passes on once more what was kept, with the best limits that are known: of a large plane some elements at once, and all once the page
   * has drawn. An edit may have changed the path.
   */
  async again(path: string, interval: IntervalName, signal: AbortSignal, onPart: OnPart): Promise<void> {
    [this.#head, this.#interval, this.#onPart] = [{ ...this.#head, path }, interval, onPart];
    if (this.#kept) {
      const { values, mask } = this.#kept;
      const limits = this.#sample?.knownLimits(interval);
      const coarse = this.#coarse(this.#kept);
      if (coarse) {
        const none = { values: widened(values.slice(0, 0)), mask: undefined, coarse };
        await this.#pass(none, new Float32Array(), 0, limits);
        await new Promise((drawn) => setTimeout(drawn, DRAWN));
        signal.throwIfAborted();
      }
      const wide = widened(values);
      const copy = { values: wide === values ? wide.slice() : wide, mask: mask?.slice() };
      await this.#pass(copy, this.#display(copy), 0, limits);
    }
  }

  /** Elements that were halves, as such. */
  #packed(values: PlaneValues): Float16Array<ArrayBuffer> | undefined {
    const isHalves = this.#head.datatype === "float16" && values instanceof Float32Array;
    return isHalves && "Float16Array" in globalThis ? new Float16Array(values) : undefined;
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
    // The last rows do not wait until a checksum is verified.
    const isLast = this.#come === 1 && this.#enough < Infinity;
    if (isLast || sizeOf(this.#waiting) >= this.#enough) {
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
        await this.#hand(copy, rows);
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

  /** `stays`: the same elements in memory that stays here; without it, a copy of what is drawn does. */
  async #hand(elements: SectionValues, stays?: readonly Kept[], drawn?: Numbers): Promise<void> {
    const { part, width, height } = this.#head;
    this.#frame ??= frameOf(elements.values, part);
    const display = drawn ? narrow(drawn, undefined, undefined, this.#frame) : this.#display(elements);
    this.#sample ??= new Sample(width, height, this.#frame);
    const copy = stays ? [] : [display.slice()];
    this.#sample.add(display, () => stays?.map((each) => this.#display(each)) ?? copy);
    const stop = this.#sample.rows;
    const due = stop >= this.#growth * this.#settled || stop === height;
    this.#settled = due ? stop : this.#settled;
    const limits = due ? this.#sample.limits(this.#interval, false) : undefined;
    const start = this.#given;
    this.#given = stop;
    await this.#pass(elements, display, start, limits);
  }

  /** Passes on rows from number `start` on. */
  async #pass(
    { values, mask, coarse }: SectionValues & Pick<PlanePart, "coarse">,
    display: Float32Array<ArrayBuffer>,
    start: number,
    limits: PlaneLimits | undefined,
  ): Promise<void> {
    const stop = start + display.length / this.#head.width;
    const frame = this.#frame ?? UNCHANGED;
    const passed = { head: this.#head, start, stop, values, mask, display, coarse, ...frame, limits };
    await this.#onPart(transfer(passed, buffersOf(values, display, mask, coarse?.values)));
  }

  /** Some of the elements of a large plane, as drawn. */
  #coarse({ values, mask }: Kept): Coarse | undefined {
    const { width, height, complex } = this.#head;
    const places = complex ? 2 : 1;
    return coarseOf(width, height, (y) => {
      const [from, to] = [y * width, (y + 1) * width];
      const row = cutKept(values, from * places, to * places);
      return this.#display({ values: row, mask: mask?.subarray(from, to) });
    });
  }

  /** What is drawn of elements. */
  #display({ values, mask }: Kept): Float32Array<ArrayBuffer> {
    return narrow(widened(values), this.#head.part, mask, this.#frame ?? UNCHANGED);
  }
}

/** An identifier that no other plane on the page has. */
export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

/** Elements from one index to another, in the same memory. */
function cutKept(values: Kept["values"], from: number, to: number): Kept["values"] {
  return isHalf(values) ? values.subarray(from, to) : cut(values, from, to);
}

/** What is kept, unless there is no memory for it: a plane is shown all the same. */
function orNothing(kept: () => Kept): Kept | undefined {
  try {
    return kept();
  } catch {
    return undefined;
  }
}

function isHalf(values: Kept["values"]): values is Float16Array<ArrayBuffer> {
  return "Float16Array" in globalThis && values instanceof Float16Array;
}

/** Halves as float32; other elements as they are. */
function widened(values: Kept["values"]): PlaneValues {
  return isHalf(values) ? new Float32Array(values) : values;
}

function sizeOf(waiting: readonly SectionValues[]): number {
  return waiting.reduce((size, { values }) => size + values.length, 0);
}
