/**
 * A plane on its way to the page. What is read quickly, or will soon be there, is
 * handed over in one go, which takes a fraction of the work; of what takes longer,
 * the rows that have come, a few times a second. Limits are found from the first
 * rows, again each time there are twice as many, and from all in the end: each
 * time they change less.
 */
import type { ArrayData, Rows } from "asdf-wasm";
import { cut, isText, joined, own } from "../../elements/pixels.ts";
import type {
  Frame,
  IntervalName,
  PlaneHead,
  PlaneLimits,
  PlanePart,
  PlaneValues,
} from "../../protocol/plane.ts";
import { frameOf, narrow } from "./planes.ts";
import { Sample } from "./sample.ts";

/** What is read within this time is shown in one go, in milliseconds: what is fetched, and what lies on this machine. */
const QUICK = { far: 200, near: 500 };
/** So is what will be read within this time, if it goes on as it began. */
const SOON = 1500;
/** How long rows are gathered from then on. */
const EACH = 100;
/** How many pixels are handed over at a time: the page copies them between two frames. */
const PIXELS = 2 ** 18;

/** Rows, and the mask where there is one. */
interface Elements {
  readonly values: PlaneValues;
  readonly mask: Uint8Array<ArrayBuffer> | undefined;
}

export class Feed {
  readonly #head: PlaneHead;
  readonly #tell: (part: PlanePart) => void | Promise<void>;
  readonly #started = performance.now();
  readonly #quick: number;
  #interval: IntervalName;
  #frame: Frame | undefined;
  #sample: Sample | undefined;
  /** From how many rows the last limits are. */
  #settled = 0;
  /** Rows that were not handed over yet, and how many were. */
  #waiting: Elements[] = [];
  #given = 0;
  /** What part of the rows has come. */
  #come = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #handing: Promise<void> | undefined;

  constructor(
    head: PlaneHead,
    interval: IntervalName,
    place: keyof typeof QUICK,
    tell: (part: PlanePart) => void | Promise<void>,
  ) {
    this.#quick = QUICK[place];
    this.#head = head;
    this.#interval = interval;
    this.#tell = tell;
  }

  /** Takes rows that are views of the result. */
  readonly add = (rows: Rows): void => {
    const { values, mask } = elementsOf(rows);
    const { complex, width } = this.#head;
    const most = width * Math.max(1, Math.floor(PIXELS / width));
    const size = width * (rows.stop - rows.start);
    this.#come = rows.stop / rows.total;
    for (let from = 0; from < size; from += most) {
      const places = complex ? 2 : 1;
      const part = cut(values, from * places, (from + most) * places);
      this.#waiting.push({ values: part, mask: mask?.subarray(from, from + most) });
    }
    this.#schedule();
  };

  /** Hands over what is left of the plane; where that is most of it, all of it anew, since nothing is copied then. */
  async finish(result: ArrayData): Promise<void> {
    await this.#pause();
    const all = elementsOf(result);
    const frame = frameOf(all.values, this.#head.part);
    const framed = this.#frame?.reference === frame.reference && this.#frame.unit === frame.unit;
    if (this.#given > this.#head.height / 2 && framed) {
      await this.#handWaiting();
    } else {
      this.#waiting = [];
      this.#sample = undefined;
      [this.#frame, this.#given, this.#settled] = [frame, 0, 0];
      await this.#hand({ values: own(all.values), mask: all.mask && own(all.mask) });
    }
  }

  /** Hands over what has come: no more will. */
  async end(): Promise<void> {
    await this.#pause();
    await this.#handWaiting();
  }

  /** Hands over nothing more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  /** Limits from the rows that were handed over; those that follow keep to the same interval. */
  limits(interval: IntervalName, every: boolean): PlaneLimits | undefined {
    this.#interval = interval;
    return this.#sample?.limits(interval, every);
  }

  /** What was handed over. */
  get sample(): Sample | undefined {
    return this.#sample;
  }

  #schedule(): void {
    if (this.#timer === undefined && this.#handing === undefined && this.#waiting.length > 0) {
      this.#timer = setTimeout(
        async () => {
          if (this.#given > 0 || this.#patience() === 0) {
            this.#handing = this.#handWaiting();
            await this.#handing;
          }
          [this.#timer, this.#handing] = [undefined, undefined];
          this.#schedule();
        },
        this.#given > 0 ? EACH : this.#patience(),
      );
    }
  }

  /** How much longer the first rows may wait for the rest. */
  #patience(): number {
    const spent = performance.now() - this.#started;
    const whole = spent / this.#come;
    return whole < SOON ? Math.max(EACH, whole - spent) : Math.max(0, this.#quick - spent);
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
        await this.#hand({ values: joined(values, ...more), mask: mask && joined(mask, ...masks) });
      }
    }
  }

  /** How many of those that wait are handed over at a time. */
  #portion(): number {
    let length = 0;
    const beyond = this.#waiting.findIndex(({ values }) => {
      length += values.length;
      return length > PIXELS;
    });
    return beyond < 0 ? this.#waiting.length : Math.max(beyond, 1);
  }

  async #hand({ values, mask }: Elements): Promise<void> {
    const { part, width, height } = this.#head;
    this.#frame ??= frameOf(values, part);
    const display = narrow(values, part, mask, this.#frame);
    this.#sample ??= new Sample(width, height, this.#frame);
    // The rows themselves are given away.
    this.#sample.add(display.slice());
    const start = this.#given;
    const stop = this.#sample.rows;
    this.#given = stop;
    const due = stop >= 2 * this.#settled || stop === height;
    this.#settled = due ? stop : this.#settled;
    const limits = due ? this.#sample.limits(this.#interval, false) : undefined;
    await this.#tell({ head: this.#head, start, stop, values, mask, display, ...this.#frame, limits });
  }
}

/** The elements that were read, which text has none of. */
export function elementsOf({ data, mask }: ArrayData): Elements {
  if (isText(data)) {
    throw new TypeError("text cannot be drawn");
  }
  return { values: data, mask };
}
