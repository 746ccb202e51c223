/** The image's part of links: its settings taken from the models, and put into them; what is seen, once the plane arrives. */

import type { Filter } from "@asdf-wasm/science/compute/reductions";
import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Plane } from "../../../protocol/plane.ts";
import type { Linked, SeenPart, Words } from "../../../state/linked.ts";
import type { Sight, Viewpoint } from "../camera/viewpoint.ts";
import type { DisplayModel } from "../display/displayModel.ts";
import {
  AIDS,
  type Aid,
  type ImageSettings,
  isParametric,
  SETTING_NAMES,
  settingsOf,
  wordsOf,
} from "./settings.ts";

interface ShownImage {
  readonly plane: ReadonlySignal<Plane | undefined>;
  /** Whether the plane of the section of this node has arrived. */
  readonly hasArrived: (node: number) => boolean;
  /** How the drawn values are made, and what sets it. */
  readonly filter: ReadonlySignal<Filter | undefined>;
  readonly apply: (filter: Filter | undefined) => void;
  /** The node on the stage that a plane is shown for. */
  readonly standsFor: (plane: Plane) => number;
}

export class LinkedImage implements Linked {
  readonly names = SETTING_NAMES;
  readonly #display: DisplayModel;
  readonly #viewpoint: Viewpoint;
  readonly #shown: ShownImage;
  /** Where a link leads in a plane that has not arrived. */
  readonly #coming = signal<{ readonly node: number; readonly sight: Sight | undefined } | undefined>(
    undefined,
  );

  constructor(display: DisplayModel, viewpoint: Viewpoint, shown: ShownImage) {
    [this.#display, this.#viewpoint, this.#shown] = [display, viewpoint, shown];
  }

  words(node: number): Words {
    const coming = this.#coming.value;
    const settings = this.#settings(node);
    return wordsOf(coming?.node === node ? { ...settings, sight: coming.sight } : settings);
  }

  follow(words: Words, node: number): void {
    const settings = settingsOf(words);
    batch(() => {
      // Another filter makes another plane, which must arrive first.
      this.#apply(settings);
      const hasArrived = this.#shown.hasArrived(node);
      this.#coming.value = hasArrived ? undefined : { node, sight: settings.sight };
      if (hasArrived) {
        this.#viewpoint.see(settings.sight);
      }
    });
  }

  seen(node: number): SeenPart | undefined {
    const [plane, seen] = [this.#shown.plane.value, this.#viewpoint.seen];
    const isThis = plane && this.#shown.standsFor(plane) === node;
    return isThis && seen ? { ...seen, x: seen.x - 0.5, y: seen.y - 0.5 } : undefined;
  }

  /** A plane has arrived. Returns whether the settings are those of a link to it, or what was chosen since. */
  arrive(plane: Plane): boolean {
    const coming = this.#coming.peek();
    this.#coming.value = undefined;
    const isThis = coming?.node === this.#shown.standsFor(plane);
    if (isThis) {
      this.#viewpoint.seeNext(coming.sight);
    }
    return isThis;
  }

  clear(): void {
    this.#coming.value = undefined;
  }

  #settings(node: number): ImageSettings {
    const plane = this.#shown.plane.value;
    const {
      interval,
      manual,
      shared,
      stretch,
      parameters,
      colormap,
      inverted,
      contrast,
      bias,
      nan,
      shrinking,
    } = this.#display;
    const { camera, sight, side } = this.#viewpoint;
    const { angle, mirrored } = camera.value;
    const kind = stretch.value;
    const isOn = (aid: Aid) => this.#aid(aid).value;
    return {
      interval: interval.value,
      manual: interval.value === "manual" ? manual.value : undefined,
      shared: shared.value,
      stretch: kind,
      parameter: isParametric(kind) ? parameters.value[kind] : undefined,
      colormap: colormap.value,
      inverted: inverted.value,
      contrast: contrast.value,
      bias: bias.value,
      nan: nan.value,
      shrinking: shrinking.value,
      ...{ angle, mirrored },
      sight: plane && this.#shown.standsFor(plane) === node ? sight : undefined,
      aids: AIDS.filter(isOn),
      side: side.value,
      filter: this.#shown.filter.value,
    };
  }

  #apply(settings: ImageSettings): void {
    const display = this.#display;
    const { stretch, parameter, manual } = settings;
    batch(() => {
      display.interval.value = settings.interval;
      if (manual) {
        display.setLimits(manual);
      }
      display.shared.value = settings.shared;
      display.stretch.value = stretch;
      if (isParametric(stretch)) {
        const { [stretch]: _, ...others } = display.parameters.peek();
        display.parameters.value = parameter === undefined ? others : { ...others, [stretch]: parameter };
      }
      display.colormap.value = settings.colormap;
      display.inverted.value = settings.inverted;
      display.contrast.value = settings.contrast;
      display.bias.value = settings.bias;
      display.nan.value = settings.nan;
      display.shrinking.value = settings.shrinking;
      for (const aid of AIDS) {
        this.#aid(aid).value = settings.aids.includes(aid);
      }
      this.#viewpoint.side.value = settings.side;
      this.#shown.apply(settings.filter);
      this.#viewpoint.orient(settings);
    });
  }

  #aid(name: Aid): Signal<boolean> {
    const { cuts, magnifier, overview, pixelValues } = this.#viewpoint;
    return { adjust: this.#display.adjusting, cuts, magnifier, overview, values: pixelValues }[name];
  }
}
