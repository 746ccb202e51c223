/**
 * A plane on its way to the page. A plane read quickly, or soon complete, is passed on as a whole, which is far
 * cheaper; the rows of a slower one are passed on a few times a second. Limits are computed from the first rows,
 * again each time the number of rows has doubled, and from all rows at the end: each time they change less.
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
import type { Numbers } from "../compute/filter.ts";
import { frameOf, narrow } from "./planes.ts";
import { Sample } from "./sample.ts";

/** A plane read within this time, in milliseconds, is passed on as a whole: from a server, and from this machine. */
const QUICK = { far: 200, near: 500 };
/** So is a plane expected to be complete within this time. */
const SOON = 1500;
/** How long rows are gathered afterwards. */
const EACH = 100;
/** Pixels passed on at a time: the page copies them between two frames. */
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
  /** The number of rows that the last limits come from. */
  #settled = 0;
  /** Rows not passed on yet, and the number of those that were. */
  #waiting: Elements[] = [];
  #given = 0;
  /** The fraction of rows that have arrived. */
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

  /** Takes rows, which are views of the result. */
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

  /**
   * Passes on the remaining rows; if these are most of the plane, the whole plane again, which costs no copy. `drawn` are the values
   * to draw, if they are others.
   */
  async finish(result: ArrayData, drawn?: Numbers): Promise<void> {
    await this.#pause();
    const all = elementsOf(result);
    const frame = drawn ? frameOf(drawn, undefined) : frameOf(all.values, this.#head.part);
    const framed = this.#frame?.reference === frame.reference && this.#frame.unit === frame.unit;
    if (this.#given > this.#head.height / 2 && framed) {
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

  /** How much longer the first rows wait for the rest. */
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

  /** The number of waiting batches to pass on together. */
  #portion(): number {
    let length = 0;
    const beyond = this.#waiting.findIndex(({ values }) => {
      length += values.length;
      return length > PIXELS;
    });
    return beyond < 0 ? this.#waiting.length : Math.max(beyond, 1);
  }

  async #hand({ values, mask }: Elements, drawn?: Numbers): Promise<void> {
    const { part, width, height } = this.#head;
    this.#frame ??= frameOf(values, part);
    const display = drawn
      ? narrow(drawn, undefined, undefined, this.#frame)
      : narrow(values, part, mask, this.#frame);
    this.#sample ??= new Sample(width, height, this.#frame);
    // The rows themselves are transferred.
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

/** The elements that were read. Throws for text. */
export function elementsOf({ data, mask }: ArrayData): Elements {
  if (isText(data)) {
    throw new TypeError("text cannot be drawn");
  }
  return { values: data, mask };
}
