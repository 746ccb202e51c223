/** Contours over the image: requested for the view, one request at a time, so that the newest is not delayed. */

import type { Background } from "@asdf-wasm/science/compute/contour";
import type { Excerpt } from "@asdf-wasm/science/sections/section";
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { isAborted, noticeOf } from "../../../protocol/notices.ts";
import type { Contour, ContourRequest } from "../../../protocol/over/contours.ts";
import type { Linked } from "../../../state/linked.ts";
import type { ViewHost, ViewModel } from "../../../state/view.ts";
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

export class ContourModel implements ViewModel {
  readonly settings = signal<ContourSettings>(USUAL_CONTOURS);
  /** What is drawn, while it is of the array that is shown. */
  readonly drawn: ReadonlySignal<DrawnContours | undefined>;
  /** Why there are none. */
  readonly problem = signal("");
  readonly levels: ReadonlySignal<readonly number[]>;
  readonly linked: Linked = {
    names: ["contours"],
    words: () => contourWords(this.settings.value),
    follow: (words) => {
      this.settings.value = contoursIn(words);
    },
  };
  readonly #image: ImageModel;
  readonly #host: Pick<ViewHost, "request" | "ask">;
  readonly #background = signal<Background | undefined>(undefined);
  readonly #answer = signal<(DrawnContours & { readonly wanted: ContourRequest }) | undefined>(undefined);
  readonly #stop: readonly (() => void)[];

  constructor(host: Pick<ViewHost, "request" | "ask" | "model">) {
    this.#host = host;
    this.#image = host.model(ImageModel);
    this.levels = computed(() =>
      levelsOf(this.settings.value, this.#image.limits.value, this.#background.value),
    );
    this.drawn = computed(() => {
      const answer = this.#answer.value;
      const plane = this.#image.plane.value;
      const isSame = answer?.wanted.node === plane?.node && answer?.wanted.section === plane?.section;
      return isSame && this.settings.value.kind ? answer : undefined;
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
    ];
  }

  set(change: Partial<ContourSettings>): void {
    this.settings.value = { ...this.settings.peek(), ...change };
  }

  clear(): void {
    this.#answer.value = undefined;
    this.#background.value = undefined;
    this.problem.value = "";
  }

  dispose(): void {
    for (const stop of this.#stop) {
      stop();
    }
  }

  /** The request for what is in view; undefined while nothing is to be drawn. */
  #wanted(): ContourRequest | undefined {
    const { kind, smooth } = this.settings.value;
    const plane = this.#image.complete.value;
    const levels = this.levels.value;
    if (!kind || !plane || levels.length === 0) {
      return undefined;
    }
    const { camera, screen, image } = this.#image.viewpoint;
    const { value: size } = image;
    if (!size || screen.value.width <= 1 || size.width !== plane.whole.width) {
      return undefined;
    }
    const { node, section, part = "amplitude" } = plane;
    const step = 2 ** Math.max(0, Math.floor(-Math.log2(camera.value.zoom)));
    const seen = visiblePixels(camera.value, size, screen.value);
    const around: Excerpt = { ...widened(seen, GRAIN * step, size), step };
    return { node, section, part, excerpt: around, smooth, levels };
  }

  /** Requests what is wanted, and after a change while waiting, what is wanted then. */
  #keep(wanted: ReadonlySignal<ContourRequest | undefined>): () => void {
    const again = signal(0);
    let stopping: AbortController | undefined;
    return effect(() => {
      again.value;
      const { value: now } = wanted;
      if (stopping || !now) {
        return;
      }
      stopping = new AbortController();
      void this.#request(now, stopping.signal).then(() => {
        stopping = undefined;
        again.value += wanted.peek() === now ? 0 : 1;
      });
    });
  }

  async #request(wanted: ContourRequest, signal: AbortSignal): Promise<void> {
    try {
      const found = await this.#host.request(signal, (worker, signal) =>
        worker.contour.trace(wanted, signal),
      );
      this.#answer.value = { ...found, wanted };
      this.problem.value = "";
    } catch (cause) {
      const notice = noticeOf(cause);
      this.#answer.value = undefined;
      this.problem.value = isAborted(notice) ? "" : notice.message;
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
