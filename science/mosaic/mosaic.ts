/** Many images as one: what it is made of is decided first, and its pixels are made, row by row, when they are read. */
import { MosaicError, type SkyGrid, sharedBy, type Window, wholeOf } from "./grid.ts";
import { offsetsOf, thinned } from "./matching.ts";
import type { Kernel, Piece } from "./piece.ts";
import {
  inOneUnit,
  type LeftOut,
  middleOf,
  type Placed,
  placed,
  planeAround,
  reasonOf,
  windowOf,
  withinReach,
} from "./placing.ts";
import { type Resampler, resamplerOf, rowsOf } from "./resampling.ts";
import { isSingle, type SkyImage } from "./skyImage.ts";
import { TangentPlane } from "./tangentPlane.ts";

/** What a pixel is where images overlap: of the first image that has it, their mean, or of the one whose centre is nearest. */
export type Overlap = "first" | "mean" | "nearest-centre";

/** What is subtracted from images: nothing, the level that their metadata have, or also what makes them equal where they overlap. */
export type Background = "none" | "meta" | "match";

/** How images become a mosaic. */
export interface MosaicChoice {
  /** By default `"bilinear"`. */
  readonly kernel: Kernel;
  /** By default `"nearest-centre"`. */
  readonly order: Overlap;
  /** By default `"none"`. */
  readonly background: Background;
}

/** How much is done. */
export interface MosaicProgress {
  readonly done: number;
  /** Rows, or images whose backgrounds are compared. */
  readonly total: number;
}

/** How it is followed and stopped. */
export interface MosaicControl {
  readonly onProgress?: ((progress: MosaicProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Pixels of a mosaic, row by row. */
export interface MosaicPixels {
  /** NaN where no image is. */
  readonly values: Float64Array<ArrayBuffer>;
  /** How much of each pixel images cover: of the mean the sum over all. */
  readonly weight: Float32Array<ArrayBuffer>;
  /** The number of the image that each pixel is of, in `images`; 65535 where none is. Not for the mean. */
  readonly which: Uint16Array<ArrayBuffer> | undefined;
}

/** Rows of a mosaic, from the row `y` on. */
export interface MosaicRows extends MosaicPixels {
  readonly y: number;
  readonly height: number;
}

/** In `which`, where no image is. */
const NO_IMAGE = 65_535;

interface Source {
  readonly name: string;
  readonly resampler: Resampler;
  /** Where it is in the target, and the pixel of its centre. */
  readonly window: Window;
  readonly center: readonly [x: number, y: number];
  readonly offset: number;
}

/** A mosaic: what it is made of, and its pixels, which are made when they are read. */
export class Mosaic implements MosaicChoice {
  /** The grid of its pixels. */
  readonly target: SkyGrid;
  readonly kernel: Kernel;
  readonly order: Overlap;
  readonly background: Background;
  readonly unit: string | undefined;
  /** The datatype that holds the values of all images. */
  readonly dtype: "float32" | "float64";
  readonly #leftOut: LeftOut[];
  readonly #sources: readonly Source[];
  readonly #lost = new Set<Source>();
  /** Those that gave values to some pixel. */
  readonly #seen = new Set<Source>();

  /** @internal Use `mosaic()`. */
  constructor(
    target: SkyGrid,
    { kernel, order, background }: MosaicChoice,
    { unit, dtype }: Pick<Mosaic, "unit" | "dtype">,
    sources: readonly Source[],
    leftOut: LeftOut[],
  ) {
    this.target = target;
    this.kernel = kernel;
    this.order = order;
    this.background = background;
    this.unit = unit;
    this.dtype = dtype;
    this.#sources = sources;
    this.#leftOut = leftOut;
  }

  /** Whether weights are other numbers than 0 and 1. */
  get hasShares(): boolean {
    return this.kernel === "exact" || (this.order === "mean" && this.#sources.length > 1);
  }

  /** Its images in order, and what was subtracted from each, in `unit`. */
  get images(): readonly { readonly name: string; readonly offset: number }[] {
    return this.#sources.map(({ name, offset }) => ({ name, offset }));
  }

  /** The images that are not in it, with the reason. That one cannot be read, or has no pixel in it, is known once the rows are made. */
  get leftOut(): readonly LeftOut[] {
    return this.#leftOut;
  }

  /** Its rows from the first on: a part of it is in memory. */
  async *rows({ signal, onProgress }: MosaicControl = {}): AsyncGenerator<MosaicRows> {
    for (const window of rowsOf(this.target)) {
      yield await this.#made(window, signal);
      onProgress?.({ done: window.y + window.height, total: this.target.shape[0] });
    }
    for (const source of this.#sources) {
      if (!this.#seen.has(source) && !this.#lost.has(source)) {
        this.#leaveOut(source, "no pixel of it is in the mosaic");
      }
    }
  }

  #leaveOut(source: Source, reason: string): void {
    this.#lost.add(source);
    this.#leftOut.push({ name: source.name, reason });
  }

  /** All of it. */
  async read(control: MosaicControl = {}): Promise<MosaicPixels> {
    const { width } = wholeOf(this.target);
    const { values, weight, which } = emptyRows(wholeOf(this.target), this.order);
    for await (const rows of this.rows(control)) {
      values.set(rows.values, rows.y * width);
      weight.set(rows.weight, rows.y * width);
      which?.set(rows.which ?? [], rows.y * width);
    }
    return { values, weight, which };
  }

  async #made(window: Window, signal: AbortSignal | undefined): Promise<MosaicRows> {
    const made = emptyRows(window, this.order);
    const add = adder(made, window, this.order);
    for (const [number, source] of this.#sources.entries()) {
      const shared = this.#lost.has(source) ? undefined : sharedBy(source.window, window);
      if (shared) {
        try {
          const piece = await source.resampler(shared, signal);
          add(piece, number, source.center);
          if (piece.footprint.some((share) => share > 0)) {
            this.#seen.add(source);
          }
        } catch (thrown) {
          signal?.throwIfAborted();
          const from = window.y > 0 ? `, from row ${window.y} of the mosaic on` : "";
          this.#leaveOut(source, `it cannot be read${from}: ${reasonOf(thrown)}`);
        }
      }
    }
    finish(made.values, made.weight);
    return made;
  }
}

function emptyRows({ y, width, height }: Window, order: Overlap): MosaicRows {
  const length = width * height;
  return {
    y,
    height,
    values: new Float64Array(length),
    weight: new Float32Array(length),
    which: order === "mean" ? undefined : new Uint16Array(length).fill(NO_IMAGE),
  };
}

/** Adds pieces of images to rows: sums of values times weights, and of weights. */
function adder({ values, weight, which }: MosaicRows, rows: Window, order: Overlap) {
  const distances = new Float64Array(order === "nearest-centre" ? values.length : 0).fill(Infinity);
  return (piece: Piece, number: number, center: readonly [number, number]): void => {
    for (let i = 0; i < piece.values.length; i += 1) {
      const share = piece.footprint[i] ?? 0;
      if (share === 0) {
        continue;
      }
      const [x, y] = [piece.x + (i % piece.width), piece.y + Math.floor(i / piece.width)];
      const at = (y - rows.y) * rows.width + x - rows.x;
      const value = piece.values[i] ?? Number.NaN;
      if (!which) {
        values[at] = (values[at] ?? 0) + value;
        weight[at] = (weight[at] ?? 0) + share;
        continue;
      }
      const distance = order === "first" ? number : (x - center[0]) ** 2 + (y - center[1]) ** 2;
      if (order === "first" ? weight[at] === 0 : distance < (distances[at] ?? 0)) {
        distances[at] = distance;
        values[at] = value;
        weight[at] = share;
        which[at] = number;
      }
    }
  };
}

/** Sums become means; NaN where there is nothing. */
export function finish(values: Float64Array, weight: Float32Array | Float64Array): void {
  for (let i = 0; i < values.length; i += 1) {
    values[i] = (values[i] ?? 0) / (weight[i] ?? 0);
  }
}

/** Options of `mosaic`. */
export interface MosaicOptions extends Partial<MosaicChoice>, MosaicControl {
  /** What it is resampled to; by default the smallest tangent plane around all images, north up. */
  readonly target?: SkyGrid | undefined;
  /** Without a target: the side of a pixel in arcseconds; by default the side of the finest pixels. */
  readonly scale?: number | undefined;
  /** The unit of the mosaic; by default the first that all images can have. */
  readonly unit?: string | undefined;
}

/** Decides what a mosaic is made of. Of images only those whose backgrounds are matched are read. */
export async function planned(
  images: readonly SkyImage[],
  {
    target: wanted,
    scale,
    unit: inUnit,
    kernel = "bilinear",
    order = "nearest-centre",
    background = "none",
    ...control
  }: MosaicOptions,
): Promise<Mosaic> {
  const leftOut: LeftOut[] = [];
  const { system, places } = placed(images, kernel, wanted, leftOut);
  const { unit, places: alike } = inOneUnit(places, inUnit, leftOut);
  const center = wanted instanceof TangentPlane ? wanted.center : middleOf(alike);
  const near = wanted && !(wanted instanceof TangentPlane) ? alike : withinReach(alike, center, leftOut);
  if (near.length === 0) {
    const reasons = leftOut.map(({ name, reason }) => `${name}: ${reason}`).join("; ");
    throw new MosaicError(`there is no image to make a mosaic of${reasons === "" ? "" : `: ${reasons}`}`);
  }
  const target = wanted ?? planeAround(near, middleOf(near), system, scale);
  const calibrated = near.map(({ image, factor }) => ({
    factor,
    background: background === "none" ? 0 : (image.background ?? 0),
  }));
  const matched =
    background === "match" ? await matchedBy(near, calibrated, target, control) : near.map(() => 0);
  const sources = near.flatMap((place, i): Source[] => {
    const { factor, background: level } = calibrated[i] ?? { factor: 1, background: 0 };
    const window = windowOf(place, target);
    if (!window) {
      leftOut.push({ name: place.name, reason: "it is outside of the target" });
      return [];
    }
    const offset = level * factor + (matched[i] ?? 0);
    const [x = 0, y = 0] = target.toPixels(Float64Array.from(place.center));
    const resampler = resamplerOf(place.image, target, kernel, { factor, background: offset / factor });
    return [{ name: place.name, resampler, window, center: [x, y], offset }];
  });
  const dtype = near.every(({ image }) => isSingle(image)) ? "float32" : "float64";
  return new Mosaic(target, { kernel, order, background }, { unit, dtype }, sources, leftOut);
}

/** What makes images equal where they overlap, found on a part of the pixels. An image that cannot be read takes no part. */
async function matchedBy(
  places: readonly Placed[],
  calibrated: readonly { readonly factor: number; readonly background: number }[],
  target: SkyGrid,
  { signal, onProgress }: MosaicControl,
): Promise<readonly number[]> {
  const grid = thinned(target);
  const pieces: (Piece | undefined)[] = [];
  for (const [i, place] of places.entries()) {
    const window = windowOf(place, grid);
    try {
      const resampler = resamplerOf(place.image, grid, "nearest", calibrated[i]);
      pieces.push(window && (await resampler(window, signal)));
    } catch {
      signal?.throwIfAborted();
      // Its rows will tell why.
      pieces.push(undefined);
    }
    onProgress?.({ done: i + 1, total: places.length });
  }
  return offsetsOf(pieces);
}
