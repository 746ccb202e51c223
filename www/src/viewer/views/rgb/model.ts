/** Which sections are red, green and blue, and between which limits. */
import { effect, signal } from "@preact/signals";
import type { Look } from "../../display/look.ts";
import type { Connection } from "../../engine/connection.ts";
import { problemOf } from "../../engine/notices.ts";
import type { ChannelAsked, IntervalName, Limits } from "../../engine/protocol.ts";
import { keepCovered } from "../image/covering.ts";
import type { ImageModel } from "../image/model.ts";

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
  readonly found = signal<readonly Limits[]>([]);
  /** In place of those that were found. */
  readonly typed = signal<readonly (Limits | undefined)[]>([]);
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
      keepCovered(this.#asked.image, () => this.#picture(look), OPAQUE),
    ];
    return () => {
      for (const stop of undo) {
        stop();
      }
      this.found.value = [];
    };
  }

  /** What each channel is drawn between. */
  get limits(): readonly Limits[] {
    return this.found.value.map((found, i) => this.typed.value[i] ?? found);
  }

  /** Reads until it is stopped. */
  #read(channels: readonly ChannelAsked[], interval: IntervalName): () => void {
    const stopping = new AbortController();
    this.#asked
      .request(stopping.signal, (engine, task) => engine.composite(task, channels, interval))
      .then((limits) => {
        this.found.value = limits;
        this.problem.value = "";
      })
      .catch((cause: unknown) => {
        this.problem.value = problemOf(cause);
      });
    return () => stopping.abort();
  }

  async #picture(look: Look): Promise<ImageBitmap | undefined> {
    const { limits } = this;
    const levels = look.levels.value;
    return limits.length > 0
      ? this.#asked.ask((engine) => engine.compositePicture(limits, levels))
      : undefined;
  }

  async #readOut(): Promise<void> {
    const at = this.#asked.image.readout.value;
    const isKnown = at !== undefined && this.found.value.length > 0;
    const values = isKnown ? await this.#asked.ask((engine) => engine.compositeAt(at.x, at.y)) : [];
    if (this.#asked.image.readout.peek() === at) {
      this.here.value = values ?? [];
    }
  }
}
