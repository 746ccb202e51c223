/** State of the flags over the image: bits switched on, colours, opacity. */

import type { Excerpt, Section } from "@asdf-wasm/science/sections/section";
import { batch, computed, effect, signal } from "@preact/signals";
import type { FlagFacts, FlagPaint } from "../../../protocol/overlays.ts";
import type { Linked } from "../../../state/linked.ts";
import type { ViewHost, ViewModel } from "../../../state/view.ts";
import { fromHex, inHex } from "../display/colors.ts";
import { keepCovered } from "../model/covering.ts";
import { ImageModel } from "../model/imageModel.ts";
import { flagsIn, flagsText, USUAL_OPACITY } from "./flagsLink.ts";

export class FlagModel implements ViewModel {
  readonly facts = signal<FlagFacts | undefined>(undefined);
  /** Bits that are switched off. */
  readonly hidden = signal<ReadonlySet<number>>(new Set());
  /** Chosen colours that replace the default ones, as `#rrggbb`. */
  readonly colors = signal<ReadonlyMap<number, string>>(new Map());
  /** From 0 to 1. */
  readonly opacity = signal(USUAL_OPACITY);
  /** Whether flags are shown over the images that they belong to. */
  readonly over = signal(false);
  /** The bits of the pixel that is read out. */
  readonly here = signal(0);
  readonly linked: Linked = {
    names: [this.word],
    words: () => {
      const { over, hidden, colors, opacity } = this;
      const settings = {
        over: over.value,
        hidden: hidden.value,
        colors: colors.value,
        opacity: opacity.value,
      };
      const flags = flagsText(settings);
      return flags === "" ? {} : { [this.word]: flags };
    },
    follow: ({ [this.word]: flags }) => {
      const settings = flagsIn(flags);
      batch(() => {
        this.over.value = settings.over;
        this.hidden.value = settings.hidden;
        this.colors.value = settings.colors;
        this.opacity.value = settings.opacity;
      });
    },
  };
  readonly #image: ImageModel;
  readonly #ask: ViewHost["ask"];

  constructor(host: Pick<ViewHost, "ask" | "model">) {
    this.#image = host.model(ImageModel);
    this.#ask = (question) => host.ask(question);
  }

  /** Shows the flags of a node's section over the image. Returns a function that removes them. */
  show(node: number, section: Section): () => void {
    let isWanted = true;
    void this.#ask((worker) => worker.flags.read({ node, section })).then((facts) => {
      if (isWanted) {
        this.facts.value = facts;
      }
    });
    const undo = [
      effect(() => void this.#readOut()),
      keepCovered(this.#image, {
        step: computed(() => this.facts.value?.step),
        paint: (excerpt) => this.#picture(excerpt),
        opacity: this.opacity,
        shrinks: false,
      }),
    ];
    return () => {
      isWanted = false;
      for (const stop of undo) {
        stop();
      }
      this.facts.value = undefined;
    };
  }

  /** Its name in links. */
  protected get word(): string {
    return "flags";
  }

  clear(): void {
    this.facts.value = undefined;
    this.here.value = 0;
  }

  /** The bits that are set somewhere. */
  get bits(): readonly number[] {
    const counts = this.facts.value?.counts ?? [];
    return [...counts.keys()].filter((bit) => counts[bit] !== 0);
  }

  /** What is drawn: where several bits are set, the first of them. */
  get paints(): readonly FlagPaint[] {
    const counts = this.facts.value?.counts ?? [];
    return this.bits
      .filter((bit) => !this.hidden.value.has(bit))
      .sort((one, other) => (counts[one] ?? 0) - (counts[other] ?? 0))
      .map((bit) => ({ bit, color: fromHex(this.color(bit)) }));
  }

  color(bit: number): string {
    return this.colors.value.get(bit) ?? ownColor(bit);
  }

  recolor(bit: number, color: string): void {
    this.colors.value = new Map(this.colors.value).set(bit, color);
  }

  turn(bits: readonly number[], on: boolean): void {
    const others = [...this.hidden.value].filter((bit) => !bits.includes(bit));
    this.hidden.value = new Set(on ? others : [...others, ...bits]);
  }

  async #picture(excerpt: Excerpt): Promise<ImageBitmap | undefined> {
    const { paints } = this;
    return this.#ask((worker) => worker.flags.picture({ paints, excerpt }));
  }

  async #readOut(): Promise<void> {
    const at = this.#image.readout.value;
    const isKnown = at !== undefined && this.facts.value !== undefined;
    const word = isKnown ? await this.#ask((worker) => worker.flags.at(at)) : 0;
    if (this.#image.readout.peek() === at) {
      this.here.value = word ?? 0;
    }
  }
}

/** Distinct hues: each bit's is the golden angle further, alternately lighter and darker. */
function ownColor(bit: number): string {
  const hue = (bit * 137.508) % 360;
  const lightness = bit % 2 === 0 ? 0.6 : 0.45;
  const amplitude = 0.85 * Math.min(lightness, 1 - lightness);
  const channel = (turn: number): number => {
    const at = (turn + hue / 30) % 12;
    return Math.round(255 * (lightness - amplitude * Math.max(-1, Math.min(at - 3, 9 - at, 1))));
  };
  return inHex([channel(0), channel(8), channel(4)]);
}
