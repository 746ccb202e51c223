/** State of the RGB view: the images in their colours, the limits of each, and how they mix. */

import type { DisplayLimits } from "@asdf-wasm/science/elements/values";
import { rounded } from "@asdf-wasm/science/format/format";
import type { Excerpt } from "@asdf-wasm/science/sections/section";
import { batch, computed, effect, signal } from "@preact/signals";
import type { Progress } from "../../../protocol/facts.ts";
import { ABORTED, problemOf } from "../../../protocol/notices.ts";
import type { ChannelRequest, Color, Composite, Lupton } from "../../../protocol/overlays.ts";
import type { IntervalName } from "../../../protocol/plane.ts";
import { SAMPLINGS, type Sampling } from "../../../protocol/sampling.ts";
import { elsewhereOf, type ImageElsewhere } from "../../../state/elsewhere.ts";
import type { Linked } from "../../../state/linked.ts";
import { apart, placeOf } from "../../../state/skyPlace.ts";
import type { ViewHost, ViewModel } from "../../../state/view.ts";
import type { Look } from "../display/look.ts";
import { keepCovered } from "../model/covering.ts";
import { ImageModel } from "../model/imageModel.ts";
import { type Channel, RGB_NAMES, rgbIn, rgbWords, TINTS, USUAL_Q } from "./rgbLink.ts";

type RgbHost = Pick<ViewHost, "ask" | "request" | "model">;

const OPAQUE = signal(1);
const UNSAVED = "Colours of other files are those that are stored: save these files first.";

/** A section that becomes a colour, of this file or of another. */
export interface ChannelChoice extends Omit<ChannelRequest, "node"> {
  readonly node: number | ImageElsewhere;
}

export class RgbModel implements ViewModel {
  /** Limits computed by the image's interval. */
  readonly #found = signal<Composite | undefined>(undefined);
  /** The arrays and planes that were chosen; none for the usual ones. */
  readonly chosen = signal<readonly Channel[]>([]);
  /** Typed limits that replace the computed ones. */
  readonly typed = signal<readonly (DisplayLimits | undefined)[]>([]);
  /** Whether each colour is stretched on its own, or brightness in common (Lupton et al. 2004). */
  readonly mixing = signal<"each" | "lupton">("each");
  readonly q = signal(USUAL_Q);
  /** Colours that replace the usual ones, in hexadecimal digits. */
  readonly tints = signal<readonly string[]>([]);
  /** How images get the pixels of the one on the stage. */
  readonly sampling = signal<Sampling>(SAMPLINGS[0]);
  readonly progress = signal<Progress | undefined>(undefined);
  #stopReading = () => {};
  /** Replaces the default stretch. */
  readonly stretch = signal<number | undefined>(undefined);
  /** Sections that turned out to have nothing to show, which are not chosen by default. */
  readonly #blank = signal<ReadonlySet<string>>(new Set());
  /** Why there are no colours. */
  readonly problem = signal("");
  /** What says that the images are not of one part of the sky. */
  readonly apart = signal("");
  /** The values of the pixel that is read out. */
  readonly here = signal<readonly number[]>([]);
  readonly linked: Linked = {
    names: RGB_NAMES,
    words: () =>
      rgbWords({
        chosen: this.chosen.value,
        typed: this.typed.value,
        mixing: this.mixing.value,
        stretch: this.stretch.value,
        q: this.q.value,
        tints: this.tints.value,
        sampling: this.sampling.value,
      }),
    follow: (words) => {
      const { chosen, typed, mixing, stretch, q, tints, sampling } = rgbIn(words);
      batch(() => {
        this.chosen.value = chosen;
        this.typed.value = typed;
        this.mixing.value = mixing;
        this.stretch.value = stretch;
        this.q.value = q;
        this.tints.value = tints;
        this.sampling.value = sampling;
      });
    },
  };
  readonly #host: RgbHost;
  readonly #image: ImageModel;

  constructor(host: RgbHost) {
    this.#host = host;
    this.#image = host.model(ImageModel);
  }

  /** Shows the colours over the image. Returns a function that removes them. */
  show(of: number, channels: readonly ChannelChoice[], look: Look): () => void {
    const undo = [
      effect(() => this.#locate(channels, this.#image.viewpoint.image.value)),
      effect(() => this.#read(of, channels, this.#image.display.automatic.value)),
      effect(() => void this.#readOut()),
      keepCovered(this.#image, {
        step: computed(() => this.#found.value?.step),
        paint: (excerpt) => this.#picture(excerpt, look),
        opacity: OPAQUE,
        shrinks: true,
      }),
    ];
    return () => {
      for (const stop of undo) {
        stop();
      }
      this.#found.value = undefined;
    };
  }

  clear(): void {
    this.#found.value = undefined;
    this.#blank.value = new Set();
    this.here.value = [];
    this.chosen.value = [];
    this.tints.value = [];
  }

  /** Whether a section was read and has one value everywhere. */
  isBlank(channel: ChannelChoice): boolean {
    return this.#blank.value.size > 0 && this.#blank.value.has(nameOf(channel));
  }

  /** The limits of each channel. */
  get limits(): readonly DisplayLimits[] {
    return this.#found.value?.limits.map((found, i) => this.typed.value[i] ?? found) ?? [];
  }

  /** What is to be known of images that are resampled. */
  get remarks(): string {
    return this.#found.value?.remarks.join(" ") ?? "";
  }

  /** The colour of a channel, in hexadecimal digits. */
  tintOf(i: number): string {
    return this.tints.value[i] ?? TINTS[i] ?? TINTS[0];
  }

  /** By default linear up to about the mean of the upper limits, as in astropy's zscale variant. */
  get lupton(): Lupton {
    const spans = this.limits.map(({ min, max }) => max - min);
    const usual = spans.reduce((sum, span) => sum + span / spans.length, 0);
    return { stretch: this.stretch.value ?? (usual > 0 ? usual : 1), q: this.q.value };
  }

  /** Returns to computed limits and stretch. */
  forgetTyped(): void {
    batch(() => {
      this.typed.value = [];
      this.stretch.value = undefined;
    });
  }

  /** Reads the sections. Returns a function that aborts it. */
  #read(of: number, channels: readonly ChannelChoice[], interval: IntervalName): () => void {
    const stopping = new AbortController();
    const sampling = this.sampling.value;
    this.#stopReading = () => stopping.abort(ABORTED);
    const onProgress = (progress: Progress): void => {
      if (!stopping.signal.aborted) {
        this.progress.value = progress;
      }
    };
    requestsOf(channels)
      .then((requests) =>
        this.#host.request(stopping.signal, (worker, signal) =>
          worker.composite.read({ channels: requests, of, sampling, interval }, signal, onProgress),
        ),
      )
      .then((found) => {
        const blank = channels.filter((_, i) => found.blank[i]).map(nameOf);
        batch(() => {
          this.#found.value = found;
          this.problem.value = "";
          if (blank.some((channel) => !this.#blank.value.has(channel))) {
            this.#blank.value = new Set([...this.#blank.value, ...blank]);
          }
        });
      })
      .catch((cause: unknown) => {
        this.problem.value = problemOf(cause);
      })
      .finally(() => {
        this.progress.value = undefined;
      });
    return () => stopping.abort(ABORTED);
  }

  /** Gives up reading. */
  stop(): void {
    this.#stopReading();
  }

  /** Finds how far apart the images are on the sky. Returns a function that gives it up. */
  #locate(
    [first, ...others]: readonly ChannelChoice[],
    size: Parameters<typeof apart>[2] | undefined,
  ): () => void {
    let isWanted = true;
    this.apart.value = "";
    if (this.sampling.value !== "pixel") {
      return () => {};
    }
    const placed = ({ node, section }: ChannelChoice) =>
      typeof node === "number"
        ? placeOf({ host: this.#host, node, section })
        : placeOf({ host: node.neighbour.host, node: node.node.id, section });
    const isOther = ({ node }: ChannelChoice) => idOf(node) !== idOf(first?.node);
    const find = async (): Promise<void> => {
      const away: number[] = [];
      const one = first && others.some(isOther) ? await placed(first) : undefined;
      for (const channel of one ? others : []) {
        const other = isOther(channel) ? await placed(channel) : undefined;
        away.push((one && other && size && (await apart(one, other, size))) ?? 0);
      }
      if (isWanted) {
        this.apart.value = apartText(away);
      }
    };
    find().catch((cause: unknown) => {
      this.problem.value = problemOf(cause);
    });
    return () => {
      isWanted = false;
    };
  }

  async #picture(excerpt: Excerpt, look: Look): Promise<ImageBitmap | undefined> {
    const { limits } = this;
    const mixing = this.mixing.value === "lupton" ? { lupton: this.lupton } : { levels: look.levels.value };
    const colors = limits.map((_, i) => colorIn(this.tintOf(i)));
    return this.#host.ask((worker) => worker.composite.picture({ limits, colors, mixing, excerpt }));
  }

  async #readOut(): Promise<void> {
    const at = this.#image.readout.value;
    const isKnown = at !== undefined && this.#found.value !== undefined;
    const values = isKnown ? await this.#host.ask((worker) => worker.composite.at(at)) : [];
    if (this.#image.readout.peek() === at) {
      this.here.value = values ?? [];
    }
  }
}

function colorIn(tint: string): Color {
  const number = Number.parseInt(tint, 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** The same for the same array. */
function idOf(node: ChannelChoice["node"] | undefined): string {
  return JSON.stringify(typeof node === "object" ? [node.id, node.name, node.node.id] : node);
}

/** How many pixels the other images are away from the first, in words; nothing for half a pixel. */
function apartText(away: readonly number[]): string {
  const found = away.flatMap((pixels, i) => {
    return pixels > 0.5 ? `${channelName(i + 1)} is up to ${rounded(pixels, 3)} pixels` : [];
  });
  return found.length > 0
    ? `On the sky, ${found.join(" and ")} away from Red: pixels are put over each other as they are stored.`
    : "";
}

/** What a channel is called. */
export function channelName(i: number): string {
  return ["Red", "Green", "Blue"][i] ?? `Image ${i + 1}`;
}

/** The same for the same section. */
function nameOf({ node, ...channel }: ChannelChoice): string {
  return idOf(node) + JSON.stringify(channel);
}

/** The channels as the worker reads them. */
function requestsOf(channels: readonly ChannelChoice[]): Promise<ChannelRequest[]> {
  return Promise.all(
    channels.map(async ({ node, ...channel }) => {
      const found = typeof node === "number" ? node : await elsewhereOf(node);
      if (found === undefined) {
        throw new Error(UNSAVED);
      }
      return { ...channel, node: found };
    }),
  );
}
