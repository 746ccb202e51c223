/** Where the rows of the chosen table are: read from the table, and placed in the image or on the plane of the sky. */

import type { Span } from "@asdf-wasm/science/sections/section";
import type { Motion, MotionColumns } from "@asdf-wasm/science/tables/motion";
import type { PositionColumns } from "@asdf-wasm/science/tables/positions";
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { ABORTED } from "../../../protocol/notices.ts";
import { countInside, countLost } from "./draw/places.ts";
import { RowTiles } from "./draw/tiles.ts";
import { read } from "./reading.ts";
import { fromEdge, type Surface } from "./surface.ts";
import type { CatalogueSource } from "./tables.ts";

export interface Chosen extends CatalogueSource {
  readonly columns: PositionColumns;
  /** The rows that are read, of a table of which those in view are; by default all. */
  readonly spans?: readonly Span[] | undefined;
}

/** A table as it is drawn at first: of one that is stored by parts of the sky nothing is known to be in view. */
export function chosenOf(source: CatalogueSource, columns: PositionColumns): Chosen {
  return { ...source, columns, ...(source.table.isOnSky && "sky" in columns.place && { spans: [] }) };
}

/** The row that stands at a place among those that were read, and the other way round. */
export function rowAt({ spans }: Chosen, place: number): number {
  let left = place;
  for (const { start, stop } of spans ?? []) {
    if (left < stop - start) {
      return start + left;
    }
    left -= stop - start;
  }
  return spans ? -1 : place;
}

export function placeOf({ spans }: Chosen, row: number): number {
  let before = 0;
  for (const { start, stop } of spans ?? []) {
    if (row >= start && row < stop) {
      return before + row - start;
    }
    before += stop - start;
  }
  return spans ? -1 : row;
}

interface Placed {
  readonly chosen: Chosen;
  /** How many rows have no position in the table. */
  readonly lost: number;
  /** Pairs x, y of the image, with 0 at the edge of the first pixel. */
  readonly points: Float64Array;
}

interface Tiled {
  readonly points: Float64Array;
  readonly tiles: RowTiles;
}

/** In degrees. */
const ARCSECOND = 1 / 3600;
/** As many rows are visited in no time. */
const FEW = 20_000;

export class RowPlaces {
  readonly problem = signal("");
  /** The date at which rows are, where that is not the date of the table: a Julian year. */
  readonly date = signal<number | undefined>(undefined);
  /** Where the rows are, while that is known for the image that is shown. */
  readonly points: ReadonlySignal<Float64Array | undefined>;
  /** How many rows are in the image, and how many have no position. */
  readonly inside: ReadonlySignal<number | undefined>;
  readonly lost = computed(() => this.#placed.value?.lost ?? 0);
  /** The same rows by tiles, where there are so many that only those in view are visited. */
  readonly tiles: ReadonlySignal<RowTiles | undefined>;
  readonly #surface: Surface;
  readonly #placed = signal<Placed | undefined>(undefined);
  readonly #tiled = signal<Tiled | undefined>(undefined);
  readonly dispose: () => void;

  constructor(chosen: ReadonlySignal<Chosen | undefined>, surface: Surface) {
    this.#surface = surface;
    this.points = computed(() => {
      const placed = this.#placed.value;
      return placed && placed.chosen === chosen.value ? placed.points : undefined;
    });
    this.inside = computed(() => {
      const [points, size] = [this.points.value, surface.viewpoint.image.value];
      return points && size && countInside(points, size);
    });
    this.tiles = computed(() => {
      const tiled = this.#tiled.value;
      return tiled && tiled.points === this.points.value ? tiled.tiles : undefined;
    });
    const stopTiling = effect(() => {
      const points = this.points.value;
      const stopping = new AbortController();
      if (points && points.length > 2 * FEW) {
        untracked(() => void this.#tile(points, stopping.signal));
      }
      return () => stopping.abort(ABORTED);
    });
    const stopPlacing = effect(() => {
      const wanted = chosen.value;
      const placing = wanted && "sky" in wanted.columns.place ? surface.placing.value : undefined;
      const stopping = new AbortController();
      if (wanted) {
        untracked(() => void this.#place(wanted, placing, stopping.signal));
      }
      return () => stopping.abort(ABORTED);
    });
    this.dispose = () => {
      stopTiling();
      stopPlacing();
    };
  }

  clear(): void {
    this.problem.value = "";
    this.#placed.value = undefined;
    this.#tiled.value = undefined;
  }

  async #place(chosen: Chosen, placing: Surface["placing"]["value"], stop: AbortSignal): Promise<void> {
    const { place } = chosen.columns;
    const obstacle = obstacleTo(place, placing !== undefined, this.#surface.hasPixels);
    if (obstacle !== undefined) {
      // What was known is of another image.
      batch(() => {
        this.problem.value = obstacle;
        this.#placed.value = undefined;
      });
      return;
    }
    const found = await read(this.problem, stop, async () => {
      const pairs = await this.pairsOf(chosen, stop);
      return { chosen, lost: countLost(pairs), points: await this.#pointsAt(chosen, pairs, placing) };
    });
    if (!stop.aborted) {
      batch(() => {
        this.#placed.value = found;
        if (found) {
          this.problem.value = "";
        }
      });
    }
  }

  /**
   * Two conjugate semi-diameters x, y of the ellipse of the error of each row, in pixels of the image: those of the table, by where one
   * arcsecond to the east and the north of the row is.
   */
  async errorsOf(chosen: Chosen, points: Float64Array, stop: AbortSignal): Promise<Float64Array | undefined> {
    const { host, table, spans } = chosen;
    const [columns, isOnSky] = [table.errors, !("first" in chosen.columns.place)];
    return (
      columns &&
      read(this.problem, stop, async () => {
        const request = { node: table.node, spans, columns, isOnSky };
        const errors = await host.request(stop, (worker, signal) => worker.catalogue.errors(request, signal));
        if (!isOnSky) {
          return errors;
        }
        const east = await this.#pointsAt(chosen, await this.pairsOf(chosen, stop, [ARCSECOND, 0]));
        const north = await this.#pointsAt(chosen, await this.pairsOf(chosen, stop, [0, ARCSECOND]));
        return errors.map((_, i) => {
          const [diameter, at] = [i - (i % 2), 2 * Math.floor(i / 4) + (i % 2)];
          const start = points[at] ?? Number.NaN;
          const [e, n] = [(east[at] ?? Number.NaN) - start, (north[at] ?? Number.NaN) - start];
          return (errors[diameter] ?? 0) * e + (errors[diameter + 1] ?? 0) * n;
        });
      })
    );
  }

  /** Pairs of numbers of the table's rows: degrees of ICRS, or as the image has them, for the sky. */
  async pairsOf(
    { host, table, spans, columns }: Chosen,
    stop: AbortSignal,
    aside?: readonly [east: number, north: number],
  ): Promise<Float64Array> {
    const motion = columns.atDate && table.motion && (await this.#motionOf(table.motion));
    const request = { node: table.node, spans, columns, motion, ...(aside && { aside }) };
    return host.request(stop, (worker, signal) => worker.catalogue.positions(request, signal));
  }

  async #pointsAt(
    { columns: { place } }: Chosen,
    pairs: Float64Array,
    placing = this.#surface.placing.peek(),
  ): Promise<Float64Array> {
    const points =
      "first" in place
        ? fromEdge(pairs.map((value) => value - place.first))
        : await placing?.(pairs, "sky" in place && place.sky === "own" ? "own" : "icrs");
    if (!points) {
      throw new Error("The positions cannot be converted into the reference system of the image");
    }
    return points;
  }

  async #tile(points: Float64Array, stop: AbortSignal): Promise<void> {
    const tiles = await read(this.problem, stop, () => RowTiles.of(points, stop));
    if (tiles) {
      this.#tiled.value = { points, tiles };
    }
  }

  async #motionOf(columns: MotionColumns): Promise<Motion> {
    const year = await this.#surface.date();
    if (year === undefined) {
      throw new Error("The image does not say its date, at which rows would be");
    }
    this.date.value = year;
    return { columns, year };
  }
}

/** Why rows cannot be placed. */
function obstacleTo(
  place: PositionColumns["place"],
  isOnSky: boolean,
  hasPixels: boolean,
): string | undefined {
  if ("unknown" in place) {
    return `${place.unknown}: choose what the positions are`;
  }
  return "first" in place
    ? hasPixels
      ? undefined
      : "Pixels belong to one image: choose columns of positions on the sky"
    : isOnSky
      ? undefined
      : "This image has no world coordinates: choose columns of pixels";
}
