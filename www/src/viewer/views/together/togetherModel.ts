/**
 * The images of all open files on one plane: which they are, in what order they lie, how they are drawn. Files that were opened together
 * with this one are opened for it.
 */

import type { Kernel } from "@asdf-wasm/science/mosaic/piece";
import { exposureInName } from "@asdf-wasm/science/tree/exposures";
import { batch, computed, type Signal, signal, untracked } from "@preact/signals";
import type { TreeNode } from "../../protocol/facts.ts";
import { imagesElsewhere } from "../../state/elsewhere.ts";
import type { Linked } from "../../state/linked.ts";
import type { Neighbour, ViewHost, ViewModel } from "../../state/view.ts";
import { wholeImage } from "../image/camera/camera.ts";
import { Viewpoint, type ZoomedSight } from "../image/camera/viewpoint.ts";
import { type DisplayedImage, DisplayModel } from "../image/display/displayModel.ts";
import { LinkedImage } from "../image/model/linkedImage.ts";
import { Exposures } from "./exposures.ts";
import { Opening } from "./opening.ts";
import { seenOf } from "./seen.ts";
import { Layer, type LayerPlace, type LayerSource } from "./sky/layer.ts";
import { SkyLimits } from "./sky/limits.ts";
import { aroundAll, planeOf } from "./sky/mesh.ts";
import type { TangentPlane } from "./sky/plane.ts";
import { SkyReading } from "./sky/reading.ts";
import type { Overlaps } from "./sky/skyCanvas.ts";
import { SkyValues } from "./sky/values.ts";
import { SkyFlags } from "./skyFlags.ts";
import {
  inSky,
  linkIn,
  NAMES,
  numbersIn,
  prefixed,
  type SkyLink,
  type SkySight,
  unprefixed,
  wordsOf,
} from "./togetherLink.ts";

export class TogetherModel implements ViewModel {
  readonly display = new DisplayModel();
  readonly viewpoint = new Viewpoint(false, 0);
  /** In the order of the tabs. */
  readonly layers = signal<readonly Layer[]>([]);
  /** The keys of layers that were put above or below others, from the lowest. */
  readonly order = signal<readonly string[]>([]);
  readonly plane = signal<TangentPlane | undefined>(undefined);
  readonly overlaps: Signal<Overlaps> = signal("order");
  /** Whether pixels with the flag DO_NOT_USE are left out. */
  readonly leavesOut = signal(false);
  readonly flags: SkyFlags;
  /** Counts what has come. */
  readonly come = signal(0);
  readonly reading = new SkyReading({
    onChange: () => {
      this.come.value += 1;
    },
    onWhole: () => {
      this.flags.count(this.placed.peek());
      void this.limits.find();
    },
    leavesOut: () => this.leavesOut.peek(),
    hasFlags: () => this.flags.over.peek(),
  });
  /** How pixels become those of a mosaic that is exported, and their size in arcseconds; by default that of the finest image. */
  readonly kernel: Signal<Kernel> = signal("bilinear");
  readonly scale = signal<number | undefined>(undefined);
  /** From the lowest to the highest. */
  readonly ordered = computed(() => {
    const order = this.order.value;
    const at = ({ source }: Layer) => order.indexOf(source.key);
    return this.layers.value.toSorted((a, b) => at(a) - at(b));
  });
  /** Which of them are shown, where they are of several exposures. */
  readonly exposures: Exposures;
  readonly members = computed(() =>
    this.layers.value.filter(({ exposure }) => this.exposures.has(exposure.value)),
  );
  /** All of them on the plane. */
  readonly placed = computed(() =>
    this.ordered.value.filter(
      (layer) => layer.place.value && !layer.isFar.value && this.members.value.includes(layer),
    ),
  );
  /** Where those that are shown are on the screen. */
  readonly seen = computed(() => seenOf(this));
  /** Open files whose tabs show no image, by their names. */
  readonly imageless = computed(() => {
    const images = new Set(imagesElsewhere(this.#host).map(({ id }) => id));
    return this.#host.neighbours.value.flatMap(({ id, name }) => (images.has(id) ? [] : [name.value]));
  });
  readonly values = new SkyValues({ layers: this.placed, plane: this.plane });
  readonly limits = new SkyLimits({
    display: this.display,
    layers: this.placed,
    calibrated: this.values.of,
    ask: (request) => this.#host.ask((worker) => worker.image.limitsOf(request)),
  });
  /** What the controls of the display need of it. */
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
  /** The image that the plane is about, if not about all. */
  #about: Layer | undefined;
  /** Where a link leads, until all images are there or a person moves. */
  #next: SkySight | undefined;
  /** The layers that a link hides, and the order in which it puts them, by their numbers, which hold once all files are open. */
  readonly #wanted = signal<{ readonly off: string; readonly order: string } | undefined>(undefined);

  readonly #words = new LinkedImage(this.display, this.viewpoint, {
    plane: signal(undefined),
    hasArrived: () => true,
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
    this.flags = host.model(SkyFlags);
    this.exposures = new Exposures(host, this.layers);
    this.opening = new Opening(host, (name) => this.exposures.has(exposureInName(name)));
    this.exposures.shown.subscribe(() => untracked(() => this.#place()));
    this.viewpoint.north.value = () => this.viewpoint.upright();
    this.leavesOut.subscribe(() => this.reading.restart());
    this.flags.over.subscribe((isOver) => isOver && this.reading.restart());
  }

  /** Takes the images that are open now, this file's first. */
  gather(node: TreeNode): void {
    const sources = [sourceOf(this.#host, this.#host.uniqueName, node, undefined), ...this.#elsewhere()];
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
      this.reading.layers = this.placed.peek();
    }
  }

  /** Shows an image as large as it can be. The plane is about it from now on if it does not reach so far. */
  goTo(layer: Layer): void {
    this.leave();
    if (layer.isFar.peek()) {
      this.#about = layer;
      this.#place();
    }
    this.goToAll([layer]);
  }

  /** Shows some images on the plane, as large as they can be together. */
  goToAll(layers: readonly Layer[]): void {
    const plane = this.plane.peek();
    const all = plane && aroundAll(layers.flatMap(({ place }) => place.peek()?.mesh.on(plane).bounds ?? []));
    if (all) {
      const { screen, camera } = this.viewpoint;
      const { x, y, zoom } = wholeImage(all, screen.peek(), camera.peek());
      this.viewpoint.see({ x: all.x + x, y: all.y + y, zoom });
    }
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
      this.exposures.chosen.value = undefined;
      this.plane.value = undefined;
      this.opening.refusals.value = [];
      this.limits.clear();
      this.viewpoint.forget();
    });
    this.#words.clear();
    [this.#about, this.#next, this.#wanted.value] = [undefined, undefined, undefined];
  }

  #elsewhere(): readonly LayerSource[] {
    return imagesElsewhere(this.#host).map(({ node, neighbour }) =>
      sourceOf(neighbour.host, neighbour.name, node, neighbour),
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
    const layers = this.members.peek();
    const placed = layers.flatMap(({ place }) => place.peek() ?? []);
    const before = this.plane.peek();
    if (placed.length > 0) {
      const about = layers.includes(this.#about as Layer) ? this.#about?.place.peek()?.mesh : undefined;
      const plane = planeOf(placed, about);
      const sight = this.#next ?? (before && this.#sightOn(before, this.viewpoint.camera.peek()));
      batch(() => {
        for (const { place, isFar } of layers) {
          isFar.value = place.peek()?.mesh.on(plane).isSomewhere === false;
        }
        this.plane.value = plane;
        this.viewpoint.setImage(plane.size);
        this.viewpoint.see(sight && this.#sightIn(plane, sight));
      });
    }
    this.reading.layers = this.placed.peek();
    this.flags.count(this.placed.peek());
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
      background: this.values.background.value,
      ownLimits: this.limits.own.value,
      leavesOut: this.leavesOut.value,
      exposure: this.exposures.chosen.value,
    };
  }

  #sight(): SkySight | undefined {
    const [plane, sight] = [this.plane.value, this.viewpoint.camera.value];
    return this.#next ?? (plane && this.#sightOn(plane, sight));
  }

  /** Where a person looks, on the sky; the zoom is that of the first image. Undefined while all images are shown. */
  #sightOn(plane: TangentPlane, sight: ZoomedSight): SkySight | undefined {
    const { scale = plane.scale } = this.#first ?? {};
    return this.viewpoint.sight && { sky: plane.skyAt(sight), zoom: (sight.zoom * scale) / plane.scale };
  }

  #sightIn(plane: TangentPlane, { sky, zoom }: SkySight): ZoomedSight {
    const { scale = plane.scale } = this.#first ?? {};
    return { ...plane.pointAt(sky), zoom: (zoom * plane.scale) / scale };
  }

  #follow({ sight, off, order, overlaps, background, ownLimits, leavesOut, exposure }: SkyLink): void {
    this.#next = sight;
    batch(() => {
      this.#wanted.value = { off, order };
      this.#arrange();
      this.overlaps.value = overlaps;
      this.values.background.value = background;
      this.limits.own.value = ownLimits;
      this.leavesOut.value = leavesOut;
      this.exposures.chosen.value = exposure;
    });
    this.#place();
  }
}

function sourceOf(
  host: ViewHost,
  name: LayerSource["name"],
  node: TreeNode,
  neighbour: Neighbour | undefined,
): LayerSource {
  const section = host.section.current.value;
  const key = [neighbour?.id ?? "", node.id, JSON.stringify(section), host.part.value].join(":");
  const show = () => neighbour?.show();
  return { key, name, host, node, section, part: host.part.value, show, neighbour };
}
