/** State of the histogram view: the histogram of a part of the values, and limits on it. */

import type { ComplexPart, ValueRange } from "@asdf-wasm/science/elements/values";
import type { ArrayHistogram, PlaneHistogram } from "@asdf-wasm/science/measure/bins";
import { batch, signal } from "@preact/signals";
import type { MeasureRequest } from "../../protocol/measure.ts";
import { type Linked, rangeIn, rangeText } from "../../state/linked.ts";
import type { ViewHost, ViewModel } from "../../state/view.ts";
import { HistogramSettings } from "./settings.ts";

export class HistogramModel implements ViewModel {
  readonly settings = new HistogramSettings();
  readonly found = signal<ArrayHistogram | undefined>(undefined);
  /** Limits between which values are counted; undefined for all of the histogram. */
  readonly limits = signal<ValueRange | undefined>(undefined);
  /** The range of the histogram; undefined for the range of all values. */
  readonly range = signal<ValueRange | undefined>(undefined);
  /** In links: the settings, and `between=0.1,3` for the range of values. */
  readonly linked: Linked = {
    names: [...HistogramSettings.names, "between"],
    words: (node) => {
      const range = this.range.value;
      return {
        ...this.settings.words(),
        ...(range && this.#node.value === node && { between: rangeText(range) }),
      };
    },
    follow: (words, node) => {
      this.settings.follow(words);
      const range = rangeIn(words["between"]);
      batch(() => {
        this.#node.value = node;
        this.#look(range);
      });
    },
  };
  /** Whether only the pixels of the selected region are counted. */
  readonly ofRegion = signal(false);
  readonly #host: Pick<ViewHost, "read" | "fail">;
  /** The array whose range is known. */
  readonly #node = signal<number | undefined>(undefined);
  #part: ComplexPart | undefined;

  constructor(host: Pick<ViewHost, "read" | "fail">) {
    this.#host = host;
  }

  /** Of the whole array, or of a region in a section of it. */
  async show(
    node: number,
    part: ComplexPart,
    region?: Pick<MeasureRequest, "section" | "shape">,
  ): Promise<void> {
    const isOther = node !== this.#node.peek() || (this.#part !== undefined && part !== this.#part);
    if (isOther) {
      this.clear();
      this.#node.value = node;
    }
    this.#part = part;
    const options = { bins: this.settings.count, range: this.range.value };
    const failure = await this.#host.read(async ({ request, signal, onProgress }) => {
      const found = await request((worker, signal) =>
        region
          ? worker.measure.histogram({ node, part, ...region, ...options }, signal)
          : worker.array.histogram({ node, part, ...options }, signal, onProgress),
      );
      if (!signal.aborted) {
        this.#take(found);
      }
    });
    if (failure) {
      this.#host.fail(failure);
    }
  }

  #take(found: ArrayHistogram): void {
    batch(() => {
      this.found.value = found;
      if (this.limits.value) {
        this.setLimits(this.limits.value);
      }
    });
  }

  /** Sets limits, at the nearest edges of bins: what is between them is known exactly. */
  setLimits({ min, max }: ValueRange): void {
    const histogram = this.found.value?.histogram;
    if (histogram) {
      this.limits.value = { min: edgeNear(histogram, min), max: edgeNear(histogram, max) };
    }
  }

  /** Shows what is between the limits by as many bins as all of it. */
  zoom(): void {
    this.#look(this.limits.value);
  }

  showAll(): void {
    this.#look(undefined);
  }

  clear(): void {
    this.#node.value = undefined;
    this.#part = undefined;
    this.found.value = undefined;
    this.#look(undefined);
  }

  #look(range: ValueRange | undefined): void {
    batch(() => {
      this.range.value = range;
      this.limits.value = undefined;
    });
  }
}

/** How many values are between limits at edges of bins. */
export function countBetween({ counts, min, max }: PlaneHistogram, limits: ValueRange): number {
  const place = (value: number) => Math.round(((value - min) / (max - min)) * counts.length);
  return counts.subarray(place(limits.min), place(limits.max)).reduce((sum, count) => sum + count, 0);
}

function edgeNear({ counts, min, max }: PlaneHistogram, value: number): number {
  const width = (max - min) / counts.length;
  return min + Math.round((value - min) / width) * width;
}
