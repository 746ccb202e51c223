/** State of the histogram view: the histogram of a part of the values, those of other files beside it, and limits on it. */

import { unitOf } from "@asdf-wasm/science/elements/complex";
import type { ComplexPart, ValueRange } from "@asdf-wasm/science/elements/values";
import type { ArrayHistogram, PlaneHistogram } from "@asdf-wasm/science/measure/bins";
import { batch, signal } from "@preact/signals";
import type { TreeNode } from "../../protocol/facts.ts";
import type { MeasureRequest } from "../../protocol/measure.ts";
import { ChosenFiles } from "../../state/chosenFiles.ts";
import { type Linked, rangeIn, rangeText } from "../../state/linked.ts";
import type { ViewHost, ViewModel } from "../../state/view.ts";
import { HistogramSettings } from "./settings.ts";
import { type BesideHistogram, together } from "./together.ts";

export class HistogramModel implements ViewModel {
  readonly settings = new HistogramSettings();
  readonly found = signal<ArrayHistogram | undefined>(undefined);
  /** The files whose histograms are drawn in the same bins, and these. */
  readonly others: ChosenFiles;
  readonly beside = signal<readonly BesideHistogram[]>([]);
  /** Whether histograms are drawn so that their areas are equal. */
  readonly density = signal(false);
  /** Limits between which values are counted; undefined for all of the histogram. */
  readonly limits = signal<ValueRange | undefined>(undefined);
  /** The range of the histogram; undefined for the range of all values. */
  readonly range = signal<ValueRange | undefined>(undefined);
  /** In links: the settings, `between=0.1,3` for the range of values, `histogramWith=b.fits,c.fits`, and `density=on`. */
  readonly linked: Linked = {
    names: [...HistogramSettings.names, "between", "histogramWith", "density"],
    words: (node) => {
      const range = this.range.value;
      const histogramWith = this.others.word();
      return {
        ...(histogramWith && { histogramWith }),
        ...(this.density.value && { density: "on" }),
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
        this.others.follow(words["histogramWith"]);
        this.density.value = words["density"] === "on";
      });
    },
  };
  /** Whether only the pixels of the selected region are counted. */
  readonly ofRegion = signal(false);
  readonly #host: ViewHost;
  /** The array whose range is known. */
  readonly #node = signal<number | undefined>(undefined);
  #part: ComplexPart | undefined;

  constructor(host: ViewHost) {
    this.#host = host;
    this.others = new ChosenFiles(host);
  }

  /** Of the whole array, with those of other files; or of a region in a section of it. */
  async show(
    { id: node, array }: TreeNode,
    part: ComplexPart,
    region?: Pick<MeasureRequest, "section" | "shape">,
  ): Promise<void> {
    const isOther = node !== this.#node.peek() || (this.#part !== undefined && part !== this.#part);
    if (isOther) {
      this.#forget();
      this.#node.value = node;
    }
    this.#part = part;
    const options = { bins: this.settings.count, range: this.range.value };
    const sources = region ? [] : this.others.sources.value;
    const failure = await this.#host.read(async ({ request, signal, onProgress }) => {
      if (sources.length > 0) {
        const asked = { host: this.#host, node, part, unit: unitOf(array, part), ...options };
        const { found, beside } = await together(asked, sources, signal);
        if (!signal.aborted) {
          this.#take(found, beside);
        }
        return;
      }
      const found = await request((worker, signal) =>
        region
          ? worker.measure.histogram({ node, part, ...region, ...options }, signal)
          : worker.array.histogram({ node, part, ...options }, signal, onProgress),
      );
      if (!signal.aborted) {
        this.#take(found, []);
      }
    });
    if (failure) {
      this.#host.fail(failure);
    }
  }

  #take(found: ArrayHistogram, beside: readonly BesideHistogram[]): void {
    batch(() => {
      this.found.value = found;
      this.beside.value = beside;
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

  forgetNeighbour(): void {
    this.others.forget();
    const open = this.others.sources.peek();
    this.beside.value = this.beside.peek().filter(({ source }) => open.some(({ id }) => id === source.id));
  }

  clear(): void {
    this.others.clear();
    this.density.value = false;
    this.#forget();
  }

  dispose(): void {
    this.others.dispose();
  }

  #forget(): void {
    this.#node.value = undefined;
    this.#part = undefined;
    this.found.value = undefined;
    this.beside.value = [];
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
