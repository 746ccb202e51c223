/** Where the regions of the sky are in an image, by its own WCS; and where on the sky the regions of an image are. */

import type { Figure } from "@asdf-wasm/science/regions/files/figure";
import { numbersOf } from "@asdf-wasm/science/regions/linkText";
import type { NewRegion, Region, RegionShape } from "@asdf-wasm/science/regions/region";
import { systemLabel, systemOf } from "@asdf-wasm/science/wcs/world";
import { computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import type { SkyRegion, SkyRegions } from "../../regions/skyRegions.ts";
import { frameOf, type SkyPlace, skyMapOf } from "./skyMap.ts";

/** A region as it was before a gesture changes it. */
interface Unmoved {
  readonly id: number;
  readonly figure: Figure;
  readonly shape: RegionShape;
}

/** The shape of a region in the image, undefined where that has no such position; and the points on the sky that it was found for. */
interface Found {
  readonly points: Figure["points"];
  readonly shape: RegionShape | undefined;
}

interface Placed {
  readonly image: SkyPlace | undefined;
  readonly found: ReadonlyMap<number, Found>;
}

const NONE: Placed["found"] = new Map();

export class Placing {
  /** The regions that have a place in the image, with their shapes there. */
  readonly placed = computed<readonly Region[]>(() => {
    const [moved, image] = [this.#moved.value, this.#image.value];
    const placed = image && isSameArray(this.#placed.value.image, image) ? this.#placed.value.found : NONE;
    return this.#sky.all.value.flatMap(({ id, figure }) => {
      const { name, color, excluded } = figure;
      const shape = moved.get(id) ?? placed.get(id)?.shape;
      return shape ? [{ id, shape, name, color, ...(excluded && { excluded }) }] : [];
    });
  });
  /** Those that have none, and why. */
  readonly unplaced = computed<readonly (SkyRegion & { readonly why: string })[]>(() => {
    const [image, none, { image: of, found }] = [this.#image.value, this.#none.value, this.#placed.value];
    return this.#sky.all.value.flatMap(({ id, figure }) => {
      const isNowhere = image !== undefined && of === image && found.has(id) && !found.get(id)?.shape;
      const why = image ? isNowhere && reason(figure, image) : none;
      return why ? [{ id, figure, why }] : [];
    });
  });
  readonly #sky: SkyRegions;
  readonly #image: ReadonlySignal<SkyPlace | undefined>;
  readonly #none: ReadonlySignal<string>;
  readonly #placed = signal<Placed>({ image: undefined, found: NONE });
  /** Shapes that a gesture gives, until it is known where on the sky they are. */
  readonly #moved = signal<ReadonlyMap<number, RegionShape>>(new Map());
  readonly #stop: () => void;
  #unmoved: Unmoved | undefined;
  #isSettling = false;
  #placing: Promise<void> | undefined;

  /** `none`: why there is no image on the sky, once that is known. */
  constructor(sky: SkyRegions, image: ReadonlySignal<SkyPlace | undefined>, none: ReadonlySignal<string>) {
    [this.#sky, this.#image, this.#none] = [sky, image, none];
    this.#stop = effect(() => {
      if (sky.all.value.length > 0 && image.value) {
        untracked(() => void this.#place());
      }
    });
  }

  dispose(): void {
    this.#stop();
  }

  /** Gives a region another shape: here at once, and everywhere when it is known where that is on the sky. */
  move(id: number, shape: RegionShape, isFurther: boolean): void {
    const figure = this.#sky.figure(id);
    const before = this.placed.peek().find((region) => region.id === id);
    if (figure && before && !(isFurther && this.#unmoved?.id === id)) {
      this.#unmoved = { id, figure, shape: before.shape };
    }
    this.#moved.value = new Map(this.#moved.peek()).set(id, shape);
    void this.#settle();
  }

  /** Forgets what is still being moved. */
  rest(): void {
    this.#moved.value = new Map();
    this.#unmoved = undefined;
  }

  /** Regions of the image as figures on the sky; undefined where it has no position. */
  async onSky(
    regions: readonly NewRegion[],
    system?: Figure["system"],
  ): Promise<readonly (Figure | undefined)[]> {
    const image = this.#image.peek();
    const map = skyMapOf(image);
    if (!image || !map) {
      return regions.map(() => undefined);
    }
    const own = frameOf(image.facts, "icrs") === undefined ? "own" : "icrs";
    const frame = system === undefined || system === "pixel" ? own : system;
    const { onSky } = await import("@asdf-wasm/science/regions/files/onSky");
    const figures = await onSky(regions, frame, map);
    const reference = systemOf(image.facts, "own");
    return figures.map((figure) => figure && (frame === "own" ? { ...figure, reference } : figure));
  }

  async #settle(): Promise<void> {
    if (this.#isSettling) {
      return;
    }
    this.#isSettling = true;
    for (let [next] = this.#moved.peek(); next; [next] = this.#moved.peek()) {
      const [id, shape] = next;
      const before = this.#sky.figure(id);
      const [figure] = before ? await this.onSky([{ ...before, shape }], before.system) : [];
      if (figure && this.#moved.peek().has(id)) {
        this.#sky.put(new Map([[id, this.#kept(id, shape, figure)]]));
        await this.#place();
      }
      if (this.#moved.peek().get(id) === shape) {
        const moved = new Map(this.#moved.peek());
        moved.delete(id);
        this.#moved.value = moved;
      }
    }
    this.#isSettling = false;
  }

  /** Sizes and angles that a gesture leaves alone stay those on the sky: pixels differ from place to place. */
  #kept(id: number, shape: RegionShape, figure: Figure): Figure {
    const before = this.#unmoved;
    if (before?.id !== id) {
      return figure;
    }
    const [own, its] = [sizesOf(shape), sizesOf(before.shape)];
    const sizes = figure.sizes.map((size, i) =>
      own[i] === its[i] ? (before.figure.sizes[i] ?? size) : size,
    );
    const isTurned = !("angle" in shape && "angle" in before.shape) || shape.angle !== before.shape.angle;
    return { ...figure, sizes, angle: isTurned ? figure.angle : before.figure.angle };
  }

  /** Finds the places of regions that have none yet, once what was asked for before is found. */
  async #place(): Promise<void> {
    const others = this.#placing;
    const placing = (async () => {
      await others;
      const image = this.#image.peek();
      const all = this.#sky.all.peek();
      const before = this.#placed.peek();
      const known = before.image === image ? before.found : NONE;
      const fresh = all.filter(({ id, figure }) => known.get(id)?.points !== figure.points);
      const shapes = image
        ? await shapesOf(
            fresh.map(({ figure }) => figure),
            image,
          )
        : [];
      if (this.#image.peek() === image) {
        const found = new Map(
          fresh.map(({ id, figure: { points } }, i) => [id, { points, shape: shapes[i] }]),
        );
        this.#placed.value = { image, found: new Map([...known, ...found]) };
      }
    })();
    this.#placing = placing;
    await placing;
  }
}

/** The shapes of figures on the sky in an image; undefined where it has no such position. */
export async function shapesOf(
  figures: readonly Figure[],
  image: SkyPlace,
): Promise<readonly (RegionShape | undefined)[]> {
  const { toRegions } = await import("@asdf-wasm/science/regions/files/onSky");
  const own = systemOf(image.facts, "own");
  const regions = await toRegions(figures, skyMapOf(image));
  return figures.map(({ reference }, i) =>
    reference === undefined || reference === own ? regions[i]?.shape : undefined,
  );
}

function sizesOf(shape: RegionShape): readonly number[] {
  return "points" in shape ? [] : numbersOf(shape).slice(2, 4);
}

function reason({ reference }: Figure, { facts }: SkyPlace): string {
  const own = systemOf(facts, "own");
  if (!facts.sky?.isOnStage) {
    return "the world coordinates of this image are no positions on the sky";
  }
  return reference === undefined || reference === own
    ? "this image has no such position"
    : `positions in ${systemLabel(reference)} are not known in ${systemLabel(own)}`;
}

/** Whether two are of one array, maybe of another of its planes. */
function isSameArray(one: SkyPlace | undefined, other: SkyPlace | undefined): boolean {
  return one?.at.node === other?.at.node && one?.at.path === other?.at.path;
}
