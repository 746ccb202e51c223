/**
 * The images of all open files on one plane: which they are, in what order they lie, how they are drawn. Files that were opened together
 * with this one, and have not been looked at, are opened for it.
 */

import { many } from "@asdf-wasm/science/format/format";
import { batch, computed, type Signal, signal, untracked } from "@preact/signals";
import { histogram } from "asdf-wasm/image";
import type { TreeNode } from "../../protocol/facts.ts";
import { problemOf } from "../../protocol/notices.ts";
import type { PlaneLimits } from "../../protocol/plane.ts";
import { inDigits, type Linked, numberIn, type Words } from "../../state/linked.ts";
import type { ViewHost, ViewModel, WaitingFile } from "../../state/view.ts";
import { Viewpoint } from "../image/camera/viewpoint.ts";
import { type DisplayedImage, DisplayModel, type ShownLimits } from "../image/display/displayModel.ts";
import { imagesElsewhere } from "../image/model/elsewhere.ts";
import { LinkedImage } from "../image/model/linkedImage.ts";
import { Layer, type LayerPlace, type LayerSource } from "./layer.ts";
import { REACH, TangentPlane } from "./plane.ts";
import { SkyReading } from "./reading.ts";

/** The most files that are opened for one picture. */
const MOST = 40;
/** Files that are opened at a time. */
const LANES = 3;

/** A place on the sky, and how closely it is looked at. */
interface SkySight {
  readonly sky: readonly [number, number];
  readonly zoom: number;
}

export class TogetherModel implements ViewModel {
  readonly display = new DisplayModel();
  readonly viewpoint = new Viewpoint(false);
  /** In the order of the tabs. */
  readonly layers = signal<readonly Layer[]>([]);
  /** The keys of layers that were put above or below others, from the lowest. */
  readonly order = signal<readonly string[]>([]);
  readonly plane = signal<TangentPlane | undefined>(undefined);
  readonly overlaps: Signal<"order" | "nearest"> = signal("order");
  readonly ownLimits = signal(false);
  /** Whether pixels with the flag DO_NOT_USE are left out. */
  readonly leavesOut = signal(false);
  /** What is being opened, and what could not be. */
  readonly opening = signal("");
  readonly refusals = signal<readonly string[]>([]);
  /** Counts what has come. */
  readonly come = signal(0);
  readonly reading = new SkyReading({
    onChange: () => {
      this.come.value += 1;
      void this.#findLimits();
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
  readonly #automatic = signal<PlaneLimits | undefined>(undefined);
  /** As far as controls of the display need it. */
  readonly image: DisplayedImage = {
    display: this.display,
    plane: signal(undefined),
    complete: signal(undefined),
    limits: computed<ShownLimits | undefined>(() => {
      const { interval, manual } = this.display;
      const found = this.#automatic.value;
      return found && interval.value === "manual" && manual.value ? { ...found, ...manual.value } : found;
    }),
    histogram: async (around, bins) => {
      const data = this.#sample();
      const { min, max } = around ?? this.#automatic.peek()?.extremes ?? { min: 0, max: 0 };
      const part = { data, shape: [data.length], stride: [1] };
      return min < max
        ? { min, max, counts: histogram(part, { min, max, bins }).counts, sampled: 1 }
        : undefined;
    },
  };
  readonly #host: ViewHost;
  /** Where a link leads, until all images are there or a person moves. */
  #next: SkySight | undefined;
  /** The layers that a link hides, and the order in which it puts them, by their numbers, which hold once all files are open. */
  readonly #wanted = signal<{ readonly off: string; readonly order: string } | undefined>(undefined);
  #finding: Promise<void> | undefined;
  #isOpening = false;
  /** The files that were opened, or could not be. */
  readonly #tried = new Set<string>();

  readonly #words = new LinkedImage(this.display, this.viewpoint, {
    plane: signal(undefined),
    isShown: () => true,
    filter: signal(undefined),
    apply: () => {},
    standsFor: () => -1,
  });
  readonly linked: Linked = {
    names: [...this.#words.names, ...OWN].map(named),
    words: (node) => prefixed({ ...this.#words.words(node), ...this.#ownWords() }),
    follow: (words, node) => {
      const own = Object.fromEntries(
        [...this.#words.names, ...OWN].flatMap((name) => {
          const word = words[named(name)];
          return word === undefined ? [] : [[name, word]];
        }),
      );
      this.#words.follow(own, node);
      this.#follow(own);
    },
  };

  constructor(host: ViewHost) {
    this.#host = host;
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

  /** Opens the files that wait, a few at a time. */
  async open(waiting: readonly WaitingFile[]): Promise<void> {
    const next = () => this.#host.waiting.peek().find(({ id }) => !this.#tried.has(id));
    if (this.#isOpening || waiting.length === 0) {
      return;
    }
    this.#isOpening = true;
    const lane = async (): Promise<void> => {
      for (let file = next(); file && this.#tried.size < MOST; file = next()) {
        this.#tried.add(file.id);
        const left = this.#host.waiting.peek().length;
        this.opening.value = `Opening ${file.name}: ${many(left, "file is", "files are")} left`;
        try {
          await file.open();
        } catch (cause) {
          this.refusals.value = [
            ...this.refusals.peek(),
            `${file.name} cannot be opened: ${problemOf(cause)}`,
          ];
        }
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    const left = this.#host.waiting.peek().filter(({ id }) => !this.#tried.has(id)).length;
    this.opening.value =
      left > 0 ? `${many(left, "more file is", "more files are")} not opened: choose their tabs` : "";
    this.#isOpening = false;
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

  /** The limits that a layer is drawn with. */
  limitsOf(layer: Layer): PlaneLimits | undefined {
    const own = this.ownLimits.value && this.display.interval.value !== "manual";
    return own ? layer.limits.value : this.image.limits.value;
  }

  /** Finds limits anew. */
  async renewLimits(): Promise<void> {
    for (const layer of this.layers.peek()) {
      layer.limits.value = undefined;
    }
    await this.#findLimits();
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
      this.refusals.value = [];
      this.#automatic.value = undefined;
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
      layer.isShown.value = !listed(off).includes(number);
    }
    this.order.value =
      order === undefined
        ? this.order.peek()
        : listed(order).flatMap((number) => layers[number]?.source.key ?? []);
  }

  /** A person moved: where a link leads is left. */
  leave(): void {
    this.#next = undefined;
  }

  #sample(): Float32Array<ArrayBuffer> {
    const samples = this.placed.peek().flatMap(({ isShown, sample }) => (isShown.peek() ? [sample] : []));
    const all = new Float32Array(samples.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const sample of samples) {
      all.set(sample, at);
      at += sample.length;
    }
    return all;
  }

  /** One search at a time; what comes meanwhile is searched afterwards. */
  async #findLimits(): Promise<void> {
    const before = this.#finding;
    if (before) {
      return;
    }
    const of = (values: Float32Array<ArrayBuffer>) =>
      this.#host.ask((worker) => worker.image.limitsOf({ values, interval: this.display.automatic.peek() }));
    const find = async (): Promise<void> => {
      for (let seen = -1; seen !== this.come.peek(); ) {
        seen = this.come.peek();
        const values = this.#sample();
        if (values.length > 0) {
          this.#automatic.value = (await of(values)) ?? this.#automatic.peek();
        }
        for (const layer of this.ownLimits.peek() ? this.placed.peek() : []) {
          if (!layer.limits.peek() && layer.sample.length > 0) {
            layer.limits.value = await of(layer.sample);
          }
        }
      }
    };
    this.#finding = find();
    await this.#finding;
    this.#finding = undefined;
  }

  #ownWords(): Words {
    const layers = this.layers.value;
    const numbers = (some: readonly Layer[]) => some.map((layer) => layers.indexOf(layer)).join();
    const wanted = this.#wanted.value;
    const sight = this.#sight();
    return {
      ...(sight && {
        at: [...sight.sky.map((degrees) => degrees.toFixed(8)), inDigits(sight.zoom, 6)].join(),
      }),
      ...words("off", wanted?.off ?? numbers(layers.filter(({ isShown }) => !isShown.value))),
      ...words("order", wanted?.order ?? (this.order.value.length > 0 ? numbers(this.ordered.value) : "")),
      ...words("overlaps", this.overlaps.value === "nearest" ? "nearest" : ""),
      ...words("limits-of", this.ownLimits.value ? "each" : ""),
      ...words("flags", this.leavesOut.value ? "out" : ""),
    };
  }

  #sight(): SkySight | undefined {
    const [plane, sight] = [this.plane.value, this.viewpoint.sight];
    return this.#next ?? (plane && sight && { sky: plane.skyAt(sight), zoom: sight.zoom });
  }

  #follow(words: Words): void {
    const [longitude, latitude, zoom] = (words["at"] ?? "").split(",").map(numberIn);
    const isPlace = longitude !== undefined && latitude !== undefined && zoom !== undefined && zoom > 0;
    this.#next = isPlace ? { sky: [longitude, latitude], zoom } : undefined;
    batch(() => {
      this.#wanted.value = { off: words["off"] ?? "", order: words["order"] ?? "" };
      this.#arrange();
      this.overlaps.value = words["overlaps"] === "nearest" ? "nearest" : "order";
      this.ownLimits.value = words["limits-of"] === "each";
      this.leavesOut.value = words["flags"] === "out";
    });
    this.#place();
  }
}

const FAR = `It is more than ${REACH}° away from the middle of all images, where this plane does not reach.`;

/** Words of its own, beside those of an image. All begin with `sky.`. */
const OWN = ["at", "off", "order", "overlaps", "limits-of", "flags"] as const;

function named(name: string): string {
  return `sky.${name}`;
}

function prefixed(words: Words): Words {
  return Object.fromEntries(Object.entries(words).map(([name, word]) => [named(name), word]));
}

function words(name: (typeof OWN)[number], word: string): Words {
  return word === "" ? {} : { [name]: word };
}

function listed(word = ""): readonly number[] {
  return word.split(",").flatMap((text) => numberIn(text) ?? []);
}

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
