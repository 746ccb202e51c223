/**
 * The images of all open files on one plane: which they are, in what order they lie, how they are drawn. Files that were opened together
 * with this one are opened for it.
 */

import { batch, computed, type Signal, signal, untracked } from "@preact/signals";
import type { TreeNode } from "../../protocol/facts.ts";
import type { Linked } from "../../state/linked.ts";
import type { ViewHost, ViewModel } from "../../state/view.ts";
import { Viewpoint } from "../image/camera/viewpoint.ts";
import { type DisplayedImage, DisplayModel } from "../image/display/displayModel.ts";
import { imagesElsewhere } from "../image/model/elsewhere.ts";
import { LinkedImage } from "../image/model/linkedImage.ts";
import { Layer, type LayerPlace, type LayerSource } from "./layer.ts";
import { Opening } from "./opening.ts";
import { REACH, TangentPlane } from "./plane.ts";
import { SkyReading } from "./reading.ts";
import { SkyLimits } from "./skyLimits.ts";
import {
  inSky,
  linkIn,
  NAMES,
  numbersIn,
  type Overlaps,
  prefixed,
  type SkyLink,
  type SkySight,
  unprefixed,
  wordsOf,
} from "./togetherLink.ts";

export class TogetherModel implements ViewModel {
  readonly display = new DisplayModel();
  readonly viewpoint = new Viewpoint(false);
  /** In the order of the tabs. */
  readonly layers = signal<readonly Layer[]>([]);
  /** The keys of layers that were put above or below others, from the lowest. */
  readonly order = signal<readonly string[]>([]);
  readonly plane = signal<TangentPlane | undefined>(undefined);
  readonly overlaps: Signal<Overlaps> = signal("order");
  /** Whether pixels with the flag DO_NOT_USE are left out. */
  readonly leavesOut = signal(false);
  /** Counts what has come. */
  readonly come = signal(0);
  readonly reading = new SkyReading({
    onChange: () => {
      this.come.value += 1;
      void this.limits.find();
    },
    leavesOut: () => this.leavesOut.peek(),
  });
  /** From the lowest to the highest. */
  readonly ordered = computed(() => {
    const order = this.order.value;
    const at = ({ source }: Layer) => order.indexOf(source.key);
    return this.layers.value.toSorted((a, b) => at(a) - at(b));
  });
  /** All of them with places. */
  readonly placed = computed(() => this.ordered.value.filter(({ place }) => place.value !== undefined));
  /** Open files whose tabs show no image, by their names. */
  readonly imageless = computed(() => {
    const images = new Set(imagesElsewhere(this.#host).map(({ id }) => id));
    return this.#host.neighbours.value.flatMap(({ id, name }) => (images.has(id) ? [] : [name.value]));
  });
  readonly limits = new SkyLimits({
    display: this.display,
    layers: this.placed,
    come: this.come,
    ask: (request) => this.#host.ask((worker) => worker.image.limitsOf(request)),
  });
  /** As far as controls of the display need it. */
  readonly image: DisplayedImage = {
    display: this.display,
    plane: signal(undefined),
    complete: signal(undefined),
    limits: this.limits.shown,
    histogram: (around, bins) => this.limits.histogram(around, bins),
  };
  /** The files that were opened together with this one. */
  readonly opening: Opening;
  readonly #host: ViewHost;
  /** Where a link leads, until all images are there or a person moves. */
  #next: SkySight | undefined;
  /** The layers that a link hides, and the order in which it puts them, by their numbers, which hold once all files are open. */
  readonly #wanted = signal<{ readonly off: string; readonly order: string } | undefined>(undefined);

  readonly #words = new LinkedImage(this.display, this.viewpoint, {
    plane: signal(undefined),
    isShown: () => true,
    filter: signal(undefined),
    apply: () => {},
    standsFor: () => -1,
  });
  readonly linked: Linked = {
    names: inSky([...this.#words.names, ...NAMES]),
    words: (node) => prefixed({ ...this.#words.words(node), ...wordsOf(this.#link()) }),
    follow: (words, node) => {
      const own = unprefixed(words);
      this.#words.follow(own, node);
      this.#follow(linkIn(own));
    },
  };

  constructor(host: ViewHost) {
    this.#host = host;
    this.opening = new Opening(host);
    this.viewpoint.north.value = () => this.viewpoint.upright();
    this.leavesOut.subscribe(() => this.reading.restart());
  }

  /** Takes the images that are open now, this file's first. */
  gather(node: TreeNode): void {
    const sources = [ofHost(this.#host, this.#host.name, "", node, () => {}), ...this.#elsewhere()];
    untracked(() => this.#take(sources));
  }

  #take(sources: readonly LayerSource[]): void {
    const before = new Map(this.layers.peek().map((layer) => [layer.source.key, layer]));
    const layers = sources.map((source) => before.get(source.key) ?? new Layer(source));
    if (layers.length === before.size && layers.every(({ source }) => before.has(source.key))) {
      return;
    }
    batch(() => {
      this.layers.value = layers;
      this.#arrange();
    });
    void this.#locate(layers.filter(({ source }) => !before.has(source.key)));
  }

  /** Moves a layer above or below its neighbour. */
  move(layer: Layer, by: 1 | -1): void {
    const keys = this.ordered.peek().map(({ source }) => source.key);
    const from = keys.indexOf(layer.source.key);
    const to = from + by;
    this.#wanted.value = undefined;
    if (to >= 0 && to < keys.length) {
      this.order.value = keys.toSpliced(from, 1).toSpliced(to, 0, layer.source.key);
    }
  }

  /** Arcseconds in a pixel of the plane: those of the first image. */
  get scale(): number {
    return this.#first?.scale ?? 1;
  }

  forgetNeighbour(): void {
    const open = new Set(this.#elsewhere().map(({ key }) => key));
    const [own, ...others] = this.layers.peek();
    this.layers.value = [...(own ? [own] : []), ...others.filter(({ source }) => open.has(source.key))];
    this.#place();
  }

  clear(): void {
    this.reading.stop();
    this.reading.layers = [];
    batch(() => {
      this.layers.value = [];
      this.order.value = [];
      this.plane.value = undefined;
      this.opening.refusals.value = [];
      this.limits.clear();
      this.viewpoint.forget();
    });
    this.#words.clear();
    [this.#next, this.#wanted.value] = [undefined, undefined];
  }

  #elsewhere(): readonly LayerSource[] {
    return imagesElsewhere(this.#host).map(({ id, node, neighbour }) =>
      ofHost(neighbour.host, neighbour.name, id, node, neighbour.show),
    );
  }

  /** The first image with a place decides upon the system and the scale. */
  async #locate(layers: readonly Layer[]): Promise<void> {
    const locate = async (layer: Layer): Promise<void> => {
      await layer.locate(this.#first?.facts);
      this.#place();
    };
    // Some may be gone.
    this.#place();
    const others = [...layers];
    while (others[0] && !this.#first) {
      await locate(others[0]);
      others.shift();
    }
    await Promise.all(others.map(locate));
  }

  /** The place of the first image that has one. */
  get #first(): LayerPlace | undefined {
    return this.layers
      .peek()
      .find(({ place }) => place.peek())
      ?.place.peek();
  }

  /** Puts the plane where the images are. */
  #place(): void {
    const placed = this.layers.peek().flatMap(({ place }) => place.peek() ?? []);
    const [first] = placed;
    const camera = this.viewpoint.camera.peek();
    const before = this.plane.peek();
    const sight =
      this.#next ??
      (before && this.viewpoint.sight ? { sky: before.skyAt(camera), zoom: camera.zoom } : undefined);
    if (first) {
      const sums = placed.map(({ mesh }) => mesh.sum);
      const middle = [0, 1, 2].map((i) =>
        sums.reduce((sum, each) => sum + (each[i] ?? 0) / Math.hypot(...each), 0),
      );
      const unframed = new TangentPlane(Math.hypot(...middle) > 0.01 ? middle : (sums[0] ?? []), first.scale);
      for (const layer of this.layers.peek()) {
        const sum = layer.place.peek()?.mesh.sum;
        if (sum && !unframed.reaches(sum)) {
          layer.problem.value = FAR;
          layer.place.value = undefined;
        }
      }
      const points = this.layers.peek().flatMap(({ place }) => place.peek()?.mesh.on(unframed).points ?? []);
      const plane = unframed.framed(points);
      batch(() => {
        this.plane.value = plane;
        this.viewpoint.setImage(plane.size);
        this.viewpoint.see(sight && { ...plane.pointAt(sight.sky), zoom: sight.zoom });
      });
    }
    this.reading.layers = this.placed.peek();
    this.come.value += 1;
  }

  /** Shows or hides a layer. */
  show(layer: Layer, isShown: boolean): void {
    this.#wanted.value = undefined;
    layer.isShown.value = isShown;
  }

  /** Hides layers, and puts them in an order, as a link has it. */
  #arrange(): void {
    const { off, order } = this.#wanted.peek() ?? {};
    const layers = this.layers.peek();
    for (const [number, layer] of off === undefined ? [] : layers.entries()) {
      layer.isShown.value = !numbersIn(off).includes(number);
    }
    this.order.value =
      order === undefined
        ? this.order.peek()
        : numbersIn(order).flatMap((number) => layers[number]?.source.key ?? []);
  }

  /** A person moved: where a link leads is left. */
  leave(): void {
    this.#next = undefined;
  }

  #link(): SkyLink {
    const layers = this.layers.value;
    const numbers = (some: readonly Layer[]) => some.map((layer) => layers.indexOf(layer)).join();
    const wanted = this.#wanted.value;
    return {
      sight: this.#sight(),
      off: wanted?.off ?? numbers(layers.filter(({ isShown }) => !isShown.value)),
      order: wanted?.order ?? (this.order.value.length > 0 ? numbers(this.ordered.value) : ""),
      overlaps: this.overlaps.value,
      ownLimits: this.limits.own.value,
      leavesOut: this.leavesOut.value,
    };
  }

  #sight(): SkySight | undefined {
    const [plane, sight] = [this.plane.value, this.viewpoint.sight];
    return this.#next ?? (plane && sight && { sky: plane.skyAt(sight), zoom: sight.zoom });
  }

  #follow({ sight, off, order, overlaps, ownLimits, leavesOut }: SkyLink): void {
    this.#next = sight;
    batch(() => {
      this.#wanted.value = { off, order };
      this.#arrange();
      this.overlaps.value = overlaps;
      this.limits.own.value = ownLimits;
      this.leavesOut.value = leavesOut;
    });
    this.#place();
  }
}

const FAR = `It is more than ${REACH}° away from the middle of all images, where this plane does not reach.`;

function ofHost(
  host: ViewHost,
  name: LayerSource["name"],
  id: string,
  node: TreeNode,
  show: () => void,
): LayerSource {
  const section = host.section.current.value;
  const key = [id, node.id, JSON.stringify(section), host.part.value].join(":");
  return { key, name, host, node, section, part: host.part.value, show };
}
