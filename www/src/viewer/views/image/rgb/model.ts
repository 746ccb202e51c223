/** Which sections are red, green and blue, and between which limits. */
import { batch, computed, effect, signal } from "@preact/signals";
import type { Connection } from "../../../client/connection.ts";
import { problemOf } from "../../../protocol/notices.ts";
import type {
  ChannelAsked,
  Composite,
  Excerpt,
  IntervalName,
  Limits,
  Lupton,
} from "../../../protocol/protocol.ts";
import type { Look } from "../display/look.ts";
import { keepCovered } from "../model/covering.ts";
import type { ImageModel } from "../model/model.ts";

/** What the colours need of the session. */
interface Asked {
  readonly image: ImageModel;
  ask<T>(question: (engine: Connection["engine"]) => Promise<T>): Promise<T | undefined>;
  request<T>(
    signal: AbortSignal,
    question: (engine: Connection["engine"], task: number) => Promise<T>,
  ): Promise<T>;
}

const OPAQUE = signal(1);

export class RgbModel {
  /** By the interval that is chosen for the image, red, green and blue. */
  readonly #found = signal<Composite | undefined>(undefined);
  /** In place of those that were found. */
  readonly typed = signal<readonly (Limits | undefined)[]>([]);
  /** Whether each colour is stretched by itself, or brightness as Lupton et al. 2004 have it. */
  readonly mixing = signal<"each" | "lupton">("each");
  readonly q = signal(8);
  /** In place of the usual one. */
  readonly stretch = signal<number | undefined>(undefined);
  /** Why there are no colours. */
  readonly problem = signal("");
  /** The values of the pixel that is read out. */
  readonly here = signal<readonly number[]>([]);
  readonly #asked: Asked;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /** Lays the colours over the image, until that is undone. */
  show(channels: readonly ChannelAsked[], look: Look): () => void {
    const undo = [
      effect(() => this.#read(channels, this.#asked.image.display.automatic.value)),
      effect(() => void this.#readOut()),
      keepCovered(this.#asked.image, {
        step: computed(() => this.#found.value?.step),
        paint: (excerpt) => this.#picture(excerpt, look),
        opacity: OPAQUE,
      }),
    ];
    return () => {
      for (const stop of undo) {
        stop();
      }
      this.#found.value = undefined;
    };
  }

  /** What each channel is drawn between. */
  get limits(): readonly Limits[] {
    return this.#found.value?.limits.map((found, i) => this.typed.value[i] ?? found) ?? [];
  }

  /** Without another choice it is linear up to about the mean of the upper limits, as with astropy's zscale variant. */
  get lupton(): Lupton {
    const spans = this.limits.map(({ min, max }) => max - min);
    const usual = spans.reduce((sum, span) => sum + span / spans.length, 0);
    return { stretch: this.stretch.value ?? (usual > 0 ? usual : 1), q: this.q.value };
  }

  /** Limits and stretch as they are found. */
  forgetTyped(): void {
    batch(() => {
      this.typed.value = [];
      this.stretch.value = undefined;
    });
  }

  /** Reads until it is stopped. */
  #read(channels: readonly ChannelAsked[], interval: IntervalName): () => void {
    const stopping = new AbortController();
    this.#asked
      .request(stopping.signal, (engine, task) => engine.composite(task, channels, interval))
      .then((found) => {
        this.#found.value = found;
        this.problem.value = "";
      })
      .catch((cause: unknown) => {
        this.problem.value = problemOf(cause);
      });
    return () => stopping.abort();
  }

  async #picture(excerpt: Excerpt, look: Look): Promise<ImageBitmap | undefined> {
    const { limits } = this;
    const mixing = this.mixing.value === "lupton" ? { lupton: this.lupton } : { levels: look.levels.value };
    return this.#asked.ask((engine) => engine.compositePicture(limits, mixing, excerpt));
  }

  async #readOut(): Promise<void> {
    const at = this.#asked.image.readout.value;
    const isKnown = at !== undefined && this.#found.value !== undefined;
    const values = isKnown ? await this.#asked.ask((engine) => engine.compositeAt(at.x, at.y)) : [];
    if (this.#asked.image.readout.peek() === at) {
      this.here.value = values ?? [];
    }
  }
}
