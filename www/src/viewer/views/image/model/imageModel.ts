/** State of the image view: the rows of the plane that have arrived, its limits, display and camera. */

import type { Filter } from "@asdf-wasm/science/compute/reductions";
import type { ComplexPart, Elements, ValueRange } from "@asdf-wasm/science/elements/values";
import type { PlaneHistogram } from "@asdf-wasm/science/measure/bins";
import type { Excerpt, Section } from "@asdf-wasm/science/sections/section";
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { ArrivingPlane } from "../../../client/arrivingPlane.ts";
import type { Notice, Progress } from "../../../protocol/facts.ts";
import { isAborted } from "../../../protocol/notices.ts";
import type { IntervalName, Pixels, Plane, PlaneLimits, PlanePart } from "../../../protocol/plane.ts";
import type { Linked } from "../../../state/linked.ts";
import type { ViewHost, ViewModel } from "../../../state/view.ts";
import { Viewpoint } from "../camera/viewpoint.ts";
import { type DisplayedImage, DisplayModel, type ShownLimits } from "../display/displayModel.ts";
import type { Cover } from "../draw/cover.ts";
import { ArrayLimits } from "./arrayLimits.ts";
import { Consent } from "./consent.ts";
import { LinkedImage } from "./linkedImage.ts";
import { Patches } from "./patches.ts";

/** How long a complete plane is drawn before all its values are examined, in milliseconds. */
const REST = 300;

/** The pixel being read out: under the pointer, in the middle of the view after a key, or else the picked one. */
export interface Readout {
  readonly x: number;
  readonly y: number;
  readonly by: "pointer" | "keys" | "pick";
}

interface ShownSection {
  readonly node: number;
  readonly section: Section;
  readonly part: ComplexPart;
  /** The array in whose place it is shown. */
  readonly of: number;
  /** In how many files the array is. */
  readonly files: number;
}

type ImageHost = Pick<ViewHost, "read" | "ask" | "request" | "fail" | "section" | "part">;

export class ImageModel implements DisplayedImage, ViewModel {
  readonly plane = signal<Plane | undefined>(undefined);
  /** How many rows of the plane have arrived, and why no more will if some are missing. */
  readonly rows = signal(0);
  readonly shortfall = signal<Notice | undefined>(undefined);
  /** The limits in use: computed or set manually. */
  readonly limits = computed<ShownLimits | undefined>(() => {
    const { interval, manual } = this.display;
    const found = this.#found.value;
    if (!found || interval.value === "manual") {
      return found && { ...found, ...manual.value, sampled: 1 };
    }
    const shared = this.#ofArray.current;
    return shared ? { ...found, ...shared, of: "whole array" } : found;
  });
  readonly readout = signal<Readout | undefined>(undefined);

  readonly display = new DisplayModel();
  readonly viewpoint = new Viewpoint();
  /** How the drawn values are made from the values of the array. */
  readonly filter = signal<Filter | undefined>(undefined);
  /** What would be fetched for a collapsed axis, while that waits to be agreed to. */
  readonly consent: Consent;
  /** The pictures over the image. */
  readonly cover = signal<Cover | undefined>(undefined);
  /** Where the image of another file begins over this one, as a part of the width; 1 if it is beside, or has its turn later. */
  readonly coveredFrom = signal<number | undefined>(undefined);
  /** Elements of the plane, for the readout. */
  readonly patches = computed(() => {
    const plane = this.plane.value;
    return plane && new Patches(plane, (excerpt, signal) => this.excerpt(plane, excerpt, signal));
  });

  readonly linked: Linked;
  readonly #linked: LinkedImage;
  readonly #host: ImageHost;
  readonly #found = signal<ShownLimits | undefined>(undefined);
  readonly #ofArray: ArrayLimits;
  /** Whether the known limits stay, although they are of another plane. */
  #keeps = false;
  /** The plane, once all its rows have arrived. */
  readonly complete = computed(() =>
    this.rows.value === this.plane.value?.height ? this.plane.value : undefined,
  );
  readonly #stopFinding: readonly (() => void)[];
  /** The interval of the known limits. */
  #foundBy: IntervalName | undefined;
  /** The plane of the newest request, once its first rows have arrived. */
  #arriving: ArrivingPlane | undefined;
  #shown: ShownSection | undefined;

  constructor(host: ImageHost) {
    this.#host = host;
    this.consent = new Consent(host);
    const { interval, stretch } = this.display;
    this.#ofArray = new ArrayLimits(host, this.display, this.plane);
    this.linked = this.#linked = new LinkedImage(this.display, this.viewpoint, {
      plane: this.plane,
      hasArrived: (node) => {
        const { node: shown = node, of = node } = this.#shown ?? {};
        const [section, part] = [host.section.current.peek(), host.part.peek()];
        return of === node && this.#arriving !== undefined && this.#isShown(shown, section, part);
      },
      standsFor: (plane) => (plane.node === this.#shown?.node ? this.#shown.of : plane.node),
      filter: this.filter,
      apply: (filter) => this.apply(filter),
    });
    this.#stopFinding = [
      () => this.#ofArray.dispose(),
      effect(() => {
        const [chosen, complete] = [interval.value, this.complete.value];
        if (chosen !== "manual") {
          untracked(() => void this.#findLimits(chosen, complete !== undefined));
        }
      }),
      effect(() => {
        const { manual } = this.display;
        const limits = this.limits.value;
        if (limits && (interval.value !== "manual" || !manual.value)) {
          manual.value = { min: limits.min, max: limits.max };
        }
      }),
      effect(() => {
        if (stretch.value === "histogram" && this.complete.value) {
          untracked(() => void this.#findQuantiles());
        }
      }),
    ];
  }

  /**
   * Shows a section of an array, unless it is shown already. Rows are drawn as they arrive. In a series of sections that
   * are played, limits stay as they are: found again for each, they would flicker. An array that is computed is shown in place `of`
   * another, and links lead to that.
   */
  async show(wanted: ShownSection, played = false): Promise<void> {
    const shown = this.#shown;
    const { node, section, part, files } = wanted;
    if (this.#isShown(node, section, part) && this.rows.value === this.plane.value?.height) {
      return;
    }
    this.#arriving = undefined;
    this.#keeps = played && shown?.node === node && shown.part === part && this.#found.value !== undefined;
    this.#shown = wanted;
    if ((section.collapse || files > 1) && !(await this.#mayRead(node, section, part))) {
      return;
    }
    const filter = this.filter.peek();
    let isSmoothing = false;
    const failure = await this.#host.read(async ({ request, signal, onProgress }) => {
      const onPart = (part: PlanePart): void => {
        if (!signal.aborted) {
          this.#take(part);
        }
      };
      const onStep = (progress: Progress): void => {
        isSmoothing = progress.phase === "smooth";
        onProgress(progress);
      };
      const interval = this.display.automatic.value;
      this.#foundBy = this.#keeps ? this.#foundBy : interval;
      await request((worker, signal) =>
        worker.image.plane({ node, section, part, interval, filter }, signal, onStep, onPart),
      );
    });
    if (failure && isSmoothing && isAborted(failure)) {
      this.#stopSmoothing();
    } else if (failure && section.collapse && isAborted(failure)) {
      this.#host.section.collapse(undefined);
    } else if (failure && this.#arriving) {
      this.shortfall.value = failure;
    } else if (failure) {
      this.clear();
      this.#host.fail(failure);
    }
  }

  /** What was shown before stays; if that was another section, this one is read again without smoothing. */
  #stopSmoothing(): void {
    const before = this.plane.peek();
    const { node, section, part } = this.#shown ?? {};
    const isSame = before?.node === node && JSON.stringify(before?.section) === JSON.stringify(section);
    if (before && isSame && (before.part ?? part) === part) {
      this.filter.value = before.filter;
    } else {
      const bin = this.filter.peek()?.bin;
      this.apply(bin && { bin });
    }
  }

  async #mayRead(...[node, section, part]: readonly [number, Section, ComplexPart]): Promise<boolean> {
    return (await this.consent.given(node, section)) && this.#isShown(node, section, part);
  }

  #isShown(node: number, section: Section, part: ComplexPart): boolean {
    const shown = this.#shown;
    return shown?.node === node && shown.section === section && shown.part === part;
  }

  /** Reads an excerpt of a plane in finer detail. */
  excerpt(plane: Plane, excerpt: Excerpt, signal: AbortSignal): Promise<Elements & Pick<Pixels, "display">> {
    const { node, section, part = "amplitude", filter, reference, unit } = plane;
    return this.#host.request(signal, (worker, signal) =>
      worker.image.excerpt({ node, section, part, excerpt, frame: { reference, unit }, filter }, signal),
    );
  }

  /** The histogram of the plane's values around some limits: of a sample, or of `every` value. */
  histogram(
    around: ValueRange | undefined,
    bins: number,
    every: boolean,
  ): Promise<PlaneHistogram | undefined> {
    return this.#host.ask((worker) => worker.image.histogram({ around, bins, every }));
  }

  /** Draws values made in another way. */
  apply(filter: Filter | undefined): void {
    if (JSON.stringify(filter) !== JSON.stringify(this.filter.peek())) {
      this.filter.value = filter;
      this.readAgain();
    }
  }

  /** Reads the section that is shown again. */
  readAgain(): void {
    const shown = this.#shown;
    this.#shown = undefined;
    if (shown) {
      void this.show(shown);
    }
  }

  clear(): void {
    this.viewpoint.forget();
    this.#linked.clear();
    this.#ofArray.clear();
    this.consent.clear();
    this.#shown = undefined;
    this.#arriving = undefined;
    batch(() => {
      this.plane.value = undefined;
      this.rows.value = 0;
      this.shortfall.value = undefined;
      this.#found.value = undefined;
      this.readout.value = undefined;
    });
  }

  dispose(): void {
    for (const stop of this.#stopFinding) {
      stop();
    }
  }

  /** Adds further rows to the plane, or replaces it by the first rows of another. */
  #take(part: PlanePart): void {
    batch(() => {
      if (this.#arriving && part.start > 0) {
        this.#arriving.add(part);
      } else {
        this.#arriving = new ArrivingPlane(part);
        const { plane } = this.#arriving;
        if (!this.#linked.arrive(plane)) {
          this.#forgetOther(plane);
        }
        // The rows of a plane that was passed on coarsely have the same pixels.
        const isSame = plane.id !== undefined && plane.id === this.plane.peek()?.id;
        this.readout.value = isSame ? this.readout.peek() : undefined;
        this.plane.value = plane;
        this.shortfall.value = undefined;
      }
      this.rows.value = part.stop;
      this.#found.value = part.limits ? this.#limitsFrom(part.limits) : this.#found.value;
    });
  }

  /** The limits of a plane as it arrives; if they stay, of the plane before. */
  #limitsFrom(found: PlaneLimits): ShownLimits {
    const { min, max, sampled } = this.#found.value ?? found;
    return this.#keeps ? { ...found, min, max, sampled, of: "plane before" } : found;
  }

  /** Drops manual limits set for an array of another shape. */
  #forgetOther({ whole: { width, height } }: Plane): void {
    const before = this.plane.value?.whole;
    if (before && (before.width !== width || before.height !== height)) {
      this.display.forgetLimits();
    }
  }

  /** Finds limits from a sample, and, when all rows have come, from every value. */
  async #findLimits(interval: IntervalName, complete: boolean): Promise<void> {
    const shown = this.#shown;
    const isCurrent = () => this.#shown === shown && this.display.interval.value === interval;
    for (const every of complete ? [false, true] : [false]) {
      const known = this.#foundBy === interval ? this.#found.value : undefined;
      if (!this.plane.value || (known && (this.#keeps || !every || known.sampled === 1))) {
        continue;
      }
      if (every) {
        await new Promise((resolve) => setTimeout(resolve, REST));
        if (!isCurrent()) {
          return;
        }
      }
      const limits = await this.#host.ask((worker) => worker.image.limits({ interval, every }));
      if (!limits || !isCurrent()) {
        return;
      }
      this.#foundBy = interval;
      this.#found.value = limits;
    }
  }

  async #findQuantiles(): Promise<void> {
    const plane = this.complete.value;
    const { quantiles, stretch } = this.display;
    for (const every of [false, true]) {
      const found = await this.#host.ask((worker) => worker.image.quantiles({ every }));
      if (!found || this.complete.value !== plane || stretch.value !== "histogram") {
        return;
      }
      quantiles.value = found;
      if (found.sampled === 1) {
        return;
      }
    }
  }
}
