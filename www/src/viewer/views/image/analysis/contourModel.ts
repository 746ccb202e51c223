/**
 * Contours over the image, of its own values or of those of the image that another file shows: requested for the view, one request at a time, so
 * that the newest is not delayed.
 */

import type { Background } from "@asdf-wasm/science/compute/contour";
import type { ValueRange } from "@asdf-wasm/science/elements/values";
import { computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { ABORTED, isAborted, noticeOf, problemOf } from "../../../protocol/notices.ts";
import type { Contour, Contoured, ContourRequest, Scale } from "../../../protocol/over/contours.ts";
import type { IntervalName } from "../../../protocol/plane.ts";
import { type ImageElsewhere, imagesElsewhere, isThat, openedOf } from "../../../state/elsewhere.ts";
import type { Linked } from "../../../state/linked.ts";
import type { ViewHost, ViewModel, WaitingFile } from "../../../state/view.ts";
import { visiblePixels } from "../camera/camera.ts";
import { ImageModel } from "../model/imageModel.ts";
import { widened } from "../model/patches.ts";
import { type ContourSettings, contoursIn, contourWords, levelsOf, USUAL_CONTOURS } from "./levels.ts";

/** Requests extend to multiples of so many squares: small moves need no new one. */
const GRAIN = 128;

export interface DrawnContours {
  readonly contours: readonly Contour[];
  readonly step: number;
}

/** The image of another file, with its section, and the limits that levels go by, or how they are found. */
interface Source extends Contoured {
  readonly id: string;
  readonly limits: ValueRange | IntervalName;
}

/** What is requested for the view. */
interface Wanted extends ContourRequest {
  /** How many pixels of the image a pixel of the screen has. */
  readonly fineness: number;
  readonly of: Source | undefined;
  readonly byPixel: boolean;
}

export class ContourModel implements ViewModel {
  readonly settings = signal<ContourSettings>(USUAL_CONTOURS);
  /** The images of other files, and the one whose contours are drawn. */
  readonly elsewhere: ReadonlySignal<readonly ImageElsewhere[]>;
  readonly source: ReadonlySignal<ImageElsewhere | undefined>;
  /** What is drawn, while it is of the array that is shown. */
  readonly drawn: ReadonlySignal<DrawnContours | undefined>;
  /** Why there are none. */
  readonly problem = signal("");
  readonly levels: ReadonlySignal<readonly number[]>;
  readonly linked: Linked = {
    names: ["contours", "contoursOf"],
    words: () => contourWords(this.settings.value),
    follow: (words) => {
      this.settings.value = contoursIn(words);
    },
  };
  readonly #image: ImageModel;
  readonly #host: ViewHost;
  readonly #background = signal<Background | undefined>(undefined);
  /** What levels of the image of another file go by, and of which section of it. */
  readonly #scale = signal<(Scale & { readonly of: string }) | undefined>(undefined);
  readonly #answer = signal<(DrawnContours & { readonly wanted: Wanted }) | undefined>(undefined);
  readonly #stop: readonly (() => void)[];

  constructor(host: ViewHost) {
    this.#host = host;
    this.#image = host.model(ImageModel);
    this.elsewhere = computed(() => imagesElsewhere(host));
    this.source = computed(() => {
      const { of } = this.settings.value;
      return of && this.elsewhere.value.find((image) => isThat(image, of));
    });
    const contoured = computed(() => JSON.stringify(this.#contoured()));
    this.levels = computed(() => {
      const isOwn = this.settings.value.of === undefined;
      const scale = this.#scale.value?.of === contoured.value ? this.#scale.value : undefined;
      const [limits, background] = isOwn
        ? [this.#image.limits.value, this.#background.value]
        : [scale?.limits, scale?.background];
      return levelsOf(this.settings.value, limits, background);
    });
    this.drawn = computed(() => {
      const answer = this.#answer.value;
      const plane = this.#image.plane.value;
      const isSame = answer?.wanted.node === plane?.node && answer?.wanted.section === plane?.section;
      const { kind, of } = this.settings.value;
      const isOfSource = answer?.wanted.of?.id === this.source.value?.id;
      const isKnown = of === undefined || this.source.value !== undefined;
      return isSame && isOfSource && isKnown && kind ? answer : undefined;
    });
    const text = computed(() => JSON.stringify(this.#wanted() ?? null));
    const wanted = computed(() => (text.value === "null" ? undefined : this.#wanted()));
    this.#stop = [
      this.#keep(wanted),
      effect(() => {
        if (this.settings.value.kind === "sigma" && this.#image.complete.value) {
          void this.#findBackground();
        }
      }),
      effect(() => {
        const { value: of } = contoured;
        const stopping = new AbortController();
        untracked(() => void this.#findScale(of, stopping.signal));
        return () => stopping.abort(ABORTED);
      }),
      effect(() => {
        const { of } = this.settings.value;
        const waiting = of && !this.source.value && host.waiting.value.find((file) => isThat(file, of));
        if (waiting) {
          untracked(() => void this.#open(waiting));
        }
      }),
    ];
  }

  set(change: Partial<ContourSettings>): void {
    this.settings.value = { ...this.settings.peek(), ...change };
  }

  forgetNeighbour(): void {
    this.elsewhere.peek();
    this.source.peek();
  }

  clear(): void {
    this.#answer.value = undefined;
    this.#scale.value = undefined;
    this.#background.value = undefined;
    this.problem.value = "";
  }

  dispose(): void {
    for (const stop of this.#stop) {
      stop();
    }
  }

  /** What the contours are of, if that is the image of another file; null if not. */
  #contoured(): Source | null {
    const { source, settings } = this;
    if (!source.value || !settings.value.kind) {
      return null;
    }
    const { id, node, neighbour } = source.value;
    const { host } = neighbour;
    const { interval, manual, automatic } = host.model(ImageModel).display;
    const limits = (interval.value === "manual" && manual.value) || automatic.value;
    return { id, node: node.id, section: host.section.current.value, part: host.part.value, limits };
  }

  /** The request for what is in view; undefined while nothing is to be drawn. */
  #wanted(): Wanted | undefined {
    const { kind, smooth, of: key, byPixel } = this.settings.value;
    const plane = this.#image.complete.value;
    const levels = this.levels.value;
    const contoured = this.#contoured();
    if (!kind || !plane || levels.length === 0 || (key !== undefined && !contoured)) {
      return undefined;
    }
    const { camera, screen, image } = this.#image.viewpoint;
    const { value: size } = image;
    if (!size || screen.value.width <= 1 || size.width !== plane.whole.width) {
      return undefined;
    }
    const { node, section, part = "amplitude" } = plane;
    const fineness = 2 ** Math.floor(-Math.log2(camera.value.zoom));
    const step = Math.max(1, fineness);
    const seen = visiblePixels(camera.value, size, screen.value);
    const excerpt = { ...widened(seen, GRAIN * step, size), step };
    const of = contoured ?? undefined;
    return { node, section, part, excerpt, smooth, levels, fineness: of ? fineness : 1, of, byPixel };
  }

  /** Requests what is wanted, and after a change while waiting, what is wanted then. */
  #keep(wanted: ReadonlySignal<Wanted | undefined>): () => void {
    const again = signal(0);
    let pending: { readonly of: string | undefined; readonly stopping: AbortController } | undefined;
    return effect(() => {
      again.value;
      const { value: now } = wanted;
      if (pending && pending.of !== now?.of?.id) {
        // The answer of a file that was closed never comes.
        pending.stopping.abort(ABORTED);
        pending = undefined;
      }
      if (pending || !now) {
        return;
      }
      const own = { of: now.of?.id, stopping: new AbortController() };
      pending = own;
      void untracked(() => this.#request(now, own.stopping.signal)).then(() => {
        if (pending === own) {
          pending = undefined;
          again.value += wanted.peek() === now ? 0 : 1;
        }
      });
    });
  }

  async #request(wanted: Wanted, signal: AbortSignal): Promise<void> {
    try {
      const found = await this.#trace(wanted, signal);
      if (!signal.aborted) {
        this.#answer.value = { ...found, wanted };
        this.problem.value = "";
      }
    } catch (cause) {
      if (!signal.aborted) {
        const notice = noticeOf(cause);
        this.#answer.value = undefined;
        this.problem.value = isAborted(notice) ? "" : notice.message;
      }
    }
  }

  async #trace(wanted: Wanted, signal: AbortSignal): Promise<DrawnContours> {
    const [source, size] = [this.source.peek(), this.#image.viewpoint.image.peek()];
    if (!wanted.of || !source || !size) {
      return this.#host.request(signal, (worker, signal) => worker.contour.trace(wanted, signal));
    }
    const { contoursElsewhere } = await import("./contoursElsewhere.ts");
    return contoursElsewhere(this.#host, source, { ...wanted, size }, signal);
  }

  /** Finds what the levels of the image of another file go by. */
  async #findScale(of: string, signal: AbortSignal): Promise<void> {
    const contoured: Source | null = JSON.parse(of);
    const host = this.source.peek()?.neighbour.host;
    if (!contoured || !host) {
      return;
    }
    const { limits: by, ...request } = contoured;
    try {
      const interval = typeof by === "string" ? by : "minmax";
      const { limits, background } = await host.request(signal, (worker, signal) =>
        worker.contour.scale({ ...request, interval }, signal),
      );
      if (!signal.aborted) {
        this.#scale.value = { of, limits: typeof by === "string" ? limits : by, background };
      }
    } catch (cause) {
      if (!signal.aborted) {
        this.problem.value = problemOf(cause);
      }
    }
  }

  /** Opens the file whose contours are drawn. */
  async #open(waiting: WaitingFile): Promise<void> {
    const said = `Opening ${waiting.name} …`;
    this.problem.value = said;
    const opened = await openedOf(waiting, this.#host);
    const { of } = this.settings.peek();
    const isWanted = of !== undefined && isThat(waiting, of);
    const isObject = typeof opened === "object";
    if (isWanted || this.problem.peek() === said) {
      this.problem.value = isObject || !isWanted ? "" : opened;
    }
    if (isObject && isWanted) {
      this.set({ of: { id: opened.id, name: opened.name } });
    }
  }

  async #findBackground(): Promise<void> {
    const plane = this.#image.complete.peek();
    const found = await this.#host.ask((worker) => worker.image.background());
    if (this.#image.complete.peek() === plane) {
      this.#background.value = found;
    }
  }
}
