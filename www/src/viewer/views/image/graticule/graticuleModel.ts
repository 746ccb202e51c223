/**
 * Meridians and parallels over the image, and the directions of north and east: requested for the view, one request at
 * a time, so that the newest is not delayed.
 */

import { isSameShape } from "@asdf-wasm/science/elements/shapes";
import type {
  Graduation,
  Graticule,
  GraticuleRequest,
  LocalScale,
} from "@asdf-wasm/science/graticule/request";
import type { SkyFrame } from "@asdf-wasm/science/wcs/facts";
import { isSolar } from "@asdf-wasm/science/wcs/systems";
import { computed, effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import type { WcsAt } from "../../../protocol/wcs.ts";
import type { Linked } from "../../../state/linked.ts";
import {
  compassShown,
  gridShown,
  notation,
  type OnOff,
  skyFrame,
} from "../../../state/settings/skySettings.ts";
import type { ViewHost, ViewModel } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";
import type { Viewpoint } from "../camera/viewpoint.ts";
import { ImageModel } from "../model/imageModel.ts";
import { directions, northUp } from "./directions.ts";
import { linkedSky } from "./linkedSky.ts";
import { graduationFor, requestFor, steady } from "./request.ts";

/** The arguments of a request. */
interface Wanted {
  readonly at: WcsAt;
  readonly frame: SkyFrame;
  readonly graduation: Graduation;
  readonly request: GraticuleRequest;
}

export interface Drawn extends Graticule {
  /** What it was requested for. */
  readonly wanted: Wanted;
}

export class GraticuleModel implements ViewModel {
  /** Whether anything is shown. */
  readonly isOn: ReadonlySignal<boolean>;
  /** The answer to the newest request, if it was for the same array. */
  readonly drawn: ReadonlySignal<Drawn | undefined>;
  readonly linked: Linked;
  readonly #answer = signal<Drawn | undefined>(undefined);
  readonly #viewpoint: Viewpoint;
  readonly #world: WorldModel;
  readonly #ask: ViewHost["ask"];
  readonly #stop: readonly (() => void)[];

  constructor(host: Pick<ViewHost, "ask" | "model">) {
    this.#viewpoint = host.model(ImageModel).viewpoint;
    this.#world = host.model(WorldModel);
    this.#ask = (question) => host.ask(question);
    this.drawn = computed(() => {
      const { value: drawn } = this.#answer;
      const { value: at } = this.#world.at;
      return drawn && at && isSamePlane(drawn.wanted.at, at) ? drawn : undefined;
    });
    const { grid, compass, north } = this.#viewpoint;
    const isOnSky = computed(() => this.#system() !== undefined);
    this.isOn = computed(() => isOnSky.value && (grid.value || compass.value));
    this.linked = linkedSky(this.#viewpoint, () => isOnSky.value);
    const text = computed(() => JSON.stringify(this.isOn.value ? (this.#wanted() ?? null) : null));
    this.#stop = [
      remember(grid, gridShown),
      remember(compass, compassShown),
      this.#keep(computed((): Wanted | null => JSON.parse(text.value))),
      effect(() => {
        north.value = isOnSky.value ? () => void this.#turn() : undefined;
      }),
    ];
  }

  clear(): void {
    this.#answer.value = undefined;
  }

  dispose(): void {
    for (const stop of this.#stop) {
      stop();
    }
  }

  /** The local scale with east where it is on the sky, which on the Sun is against the longitudes. */
  eastwards({ east, north }: LocalScale): LocalScale {
    const sign = isSolar(this.#reference) ? -1 : 1;
    return { east: { x: sign * east.x, y: sign * east.y }, north };
  }

  /** Requests what is wanted, and after a change while waiting, what is wanted then. */
  #keep(wanted: ReadonlySignal<Wanted | null>): () => void {
    const again = signal(0);
    let isWaiting = false;
    return effect(() => {
      again.value;
      const { value: now } = wanted;
      if (isWaiting || !now) {
        return;
      }
      isWaiting = true;
      void this.#request(now).then((answer) => {
        isWaiting = false;
        this.#answer.value = answer && { ...answer, wanted: now };
        again.value += wanted.peek() === now ? 0 : 1;
      });
    });
  }

  /** The array's place on the sky, if it has one, and how positions there are written. */
  #system() {
    const { at, facts } = this.#world;
    const frames = facts.value?.sky?.isOnStage ? facts.value.sky.frames : [];
    const frame = frames.includes(skyFrame.value) ? skyFrame.value : frames[0];
    const graduation = frame && graduationFor(frame, this.#reference, notation.value === "decimal");
    return at.value && frame && graduation ? { at: at.value, frame, graduation } : undefined;
  }

  get #reference(): string {
    return this.#world.facts.value?.frames.at(-1)?.reference ?? "";
  }

  #wanted(): Wanted | undefined {
    const { camera, screen, image, grid } = this.#viewpoint;
    const system = this.#system();
    if (!system || !image.value || screen.value.width <= 1) {
      return undefined;
    }
    const { value: size } = screen;
    const view = steady(camera.value, size);
    return { ...system, request: requestFor(view, size, image.value, devicePixelRatio, grid.value) };
  }

  #request({ at, frame, graduation, request }: Wanted): Promise<Graticule | undefined> {
    return this.#ask((worker) => worker.wcs.graticule({ at, frame, graduation, request }));
  }

  /** Turns north up and east to the left, as they are in the middle of the view. */
  async #turn(): Promise<void> {
    const { camera, screen, image } = this.#viewpoint;
    const system = untracked(() => this.#system());
    const size = image.peek();
    if (system && size) {
      const request = requestFor(camera.peek(), screen.peek(), size, devicePixelRatio, false);
      const local = (await this.#request({ ...system, request }))?.local;
      const found = local && directions(this.eastwards(local));
      if (found) {
        this.#viewpoint.orient(northUp(found));
      }
    }
  }
}

/** Whether only the indices of a section differ: the lines are nearly the same. */
function isSamePlane(one: WcsAt, other: WcsAt): boolean {
  return (
    one.node === other.node && one.path === other.path && isSameShape(one.section.axes, other.section.axes)
  );
}

/** Sets a switch as it was left, and keeps how it is left next. */
function remember(shown: Signal<boolean>, setting: Signal<OnOff>): () => void {
  shown.value = setting.peek() === "on";
  return effect(() => {
    setting.value = shown.value ? "on" : "off";
  });
}
