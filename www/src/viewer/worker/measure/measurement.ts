/** A measurement in a region of an array of a file: finds the arrays that it needs, and reads them. */

import { aperturesAt } from "@asdf-wasm/science/catalogue/apertures";
import { collapsedUnit } from "@asdf-wasm/science/compute/reductions";
import { isComplex, unitOf } from "@asdf-wasm/science/elements/complex";
import type { HistogramChoice } from "@asdf-wasm/science/measure/bins";
import { ARCSEC2, calibrationOf, type FluxScale, fluxOf, fluxScale } from "@asdf-wasm/science/measure/flux";
import { histogramInside } from "@asdf-wasm/science/measure/histogram";
import { membershipOf } from "@asdf-wasm/science/measure/membership";
import { pathProfileOf } from "@asdf-wasm/science/measure/pathProfile";
import { type Errors, middleOf, photometryOf } from "@asdf-wasm/science/measure/photometry";
import { radialOf } from "@asdf-wasm/science/measure/radial";
import {
  check,
  type KeptReader,
  Reader,
  type Source,
  type Sources,
} from "@asdf-wasm/science/measure/reading";
import { boundsIn, isCut, statisticsOf, type Tiles } from "@asdf-wasm/science/measure/regionStatistics";
import type {
  BackgroundChoice,
  CollapsedBy,
  Measured,
  PathChoice,
  Photometry,
  RadialChoice,
} from "@asdf-wasm/science/measure/results";
import { spectrumOf } from "@asdf-wasm/science/measure/spectrum";
import type { ComputedColumn } from "@asdf-wasm/science/tables/beside";
import { changeOf } from "@asdf-wasm/science/wcs/local";
import type { AsdfFile } from "asdf-wasm";
import type { Progress } from "../../protocol/facts.ts";
import type { Line } from "../../protocol/lines.ts";
import type { MeasureRequest, RadialLines, RegionHistogram } from "../../protocol/measure.ts";
import type { Arrays } from "../arrays.ts";
import type { Nodes } from "../tree/nodes.ts";
import { errorAmong, isError } from "../tree/siblings.ts";
import type { World } from "../world.ts";
import { lineOf } from "./lineOf.ts";

/** How many times larger or smaller than the nominal one a pixel is at most by distortion. */
const MOST_DISTORTED = 1.5;

/** World coordinates along an axis. */
interface Along {
  readonly name: string;
  readonly unit: string;
  readonly values: ArrayLike<number>;
}

/** What a measurement needs of the open file. */
interface MeasuredFile {
  readonly file: AsdfFile;
  readonly nodes: Nodes;
  readonly arrays: Arrays;
  readonly world: World;
  readonly isRemote: boolean;
  readonly kept: KeptReader;
}

export class Measurement {
  readonly #file: MeasuredFile;
  readonly #reader: Reader;
  readonly #request: MeasureRequest;
  readonly #signal: AbortSignal;
  readonly #sources: Sources;

  constructor(file: MeasuredFile, request: MeasureRequest, signal: AbortSignal) {
    this.#file = file;
    file.kept.reader ??= new Reader();
    this.#reader = file.kept.reader;
    // What several planes make together has no flags of its own.
    const flags = request.section.collapse ? undefined : request.flags;
    this.#request = { ...request, flags };
    this.#signal = signal;
    this.#sources = { data: this.#sourceOf(request.node), flags: flags && this.#sourceOf(flags.node) };
    check(this.#sources, request);
  }

  async statistics(): Promise<Measured> {
    const { shape } = this.#request;
    const bounds = boundsIn(this.#sources.data, this.#request);
    const found = await statisticsOf(this.#tiles, bounds, membershipOf(shape));
    const pixel = await this.#pixelArea();
    const skyArea = pixel === undefined ? undefined : pixel * found.count;
    return { ...found, unit: this.#unit(), skyArea, cut: isCut(shape, bounds) };
  }

  async photometry(background: BackgroundChoice): Promise<Photometry> {
    const { data } = this.#sources;
    const found = await photometryOf(data, this.#tiles, this.#errors(), this.#request, background);
    const scale = await this.#fluxScale();
    return { ...found, unit: this.#unit(), flux: scale && fluxOf(scale, found) };
  }

  /** Photometry in a circle like that of the request at each of many positions. */
  rows(
    pixels: Float64Array,
    background: BackgroundChoice,
    onProgress: (share: number) => void,
  ): Promise<readonly ComputedColumn[]> {
    const { shape } = this.#request;
    return aperturesAt(pixels, {
      ...{ data: this.#sources.data, tiles: this.#tiles, errors: this.#errors(), asked: this.#request },
      ...{ radius: shape.kind === "circle" ? shape.radius : Number.NaN, background },
      ...{ unit: this.#unit(), onProgress, signal: this.#signal },
    });
  }

  async radial(choice: RadialChoice): Promise<RadialLines> {
    const found = await radialOf(this.#sources.data, this.#tiles, this.#request, choice);
    const common = { axisName: "radius", alongUnit: "px", unit: this.#unit() };
    return {
      ...found,
      profile: lineOf({ ...common, ...found.profile, name: "Radial profile", quantity: "mean" }),
      growth: lineOf({ ...common, ...found.growth, name: "Curve of growth", quantity: "sum inside" }),
    };
  }

  async path(choice: PathChoice): Promise<Line> {
    const { data } = this.#sources;
    const found = await pathProfileOf(data, this.#tiles, this.#request, choice);
    const words = { quantity: "value", axisName: "distance", alongUnit: "px", unit: this.#unit() };
    return lineOf({ ...words, ...found, name: data.path });
  }

  async spectrum(axis: number, by: CollapsedBy, onProgress?: (progress: Progress) => void): Promise<Line> {
    const along = await this.#along(axis);
    const told = (loaded: number, total: number) => onProgress?.({ loaded, total, phase: "planes" });
    const y = await spectrumOf(this.#sources, this.#request, axis, by, this.#signal, told);
    return lineOf({
      name: this.#sources.data.path,
      quantity: by,
      unit: this.#unit(),
      y,
      ...(along
        ? {
            axisName: along.name,
            alongUnit: along.unit,
            along: along.name,
            x: Float64Array.from(along.values),
          }
        : { axisName: `index on axis ${axis}`, x: Float64Array.from(y, (_, index) => index) }),
    });
  }

  async histogram(choice: HistogramChoice): Promise<RegionHistogram> {
    const found = await histogramInside(this.#sources.data, this.#tiles, this.#request, choice);
    return { ...found, unit: this.#unit() };
  }

  readonly #tiles: Tiles = (bounds) => this.#reader.tiles(this.#sources, this.#request, bounds, this.#signal);

  #unit(): string | undefined {
    const { node, part, section } = this.#request;
    const unit = unitOf(this.#file.arrays.arrayNode(node).array, part);
    return section.collapse ? collapsedUnit(section.collapse, unit) : unit;
  }

  /** The array of errors beside, for real numbers. */
  #errors(): Errors | undefined {
    const { node } = this.#request;
    const { arrays } = this.#file;
    const { array } = this.#sources.data;
    const hasNone = isComplex(String(array.dtype)) || this.#request.section.collapse;
    const found = hasNone ? undefined : errorAmong(arrays.arraysBeside(node), arrays.name(node), array.shape);
    if (!found) {
      return undefined;
    }
    const sources = { data: this.#sourceOf(found.node.id), flags: undefined };
    const asked = { ...this.#request, flags: undefined };
    return {
      tiles: (bounds) => this.#reader.tiles(sources, asked, bounds, this.#signal),
      squared: found.squared,
      name: found.node.key,
    };
  }

  /** The coordinates along an axis, from a sibling array or the WCS in use. */
  async #along(axis: number): Promise<Along | undefined> {
    const { node, section, shape, wcs } = this.#request;
    const length = this.#sources.data.array.shape[axis] ?? 0;
    const { arrays, world } = this.#file;
    const beside = await world.beside(arrays.stageNode(node), axis, this.#signal);
    if (beside) {
      return { ...beside, values: [...beside.values] };
    }
    const { x, y } = middleOf(shape);
    const [down = 0, across = 0] = section.axes;
    const at = section.index.with(down, Math.round(y)).with(across, Math.round(x));
    const indices = Float64Array.from({ length }, (_, index) => index);
    // Without coordinates, the line is drawn over indices.
    return world.along({ node: arrays.stageNode(node), axis, at, wcs }, indices).catch(() => undefined);
  }

  /** What a sum is as a flux density; nothing where the known area of a pixel is not the area of these pixels, as in binned images. */
  async #fluxScale(): Promise<FluxScale | undefined> {
    const { node, section } = this.#request;
    const { file, nodes, arrays } = this.#file;
    const { array } = this.#sources.data;
    const isSum = section.collapse && !["mean", "median"].includes(section.collapse.by);
    if (
      isSum ||
      arrays.stageNode(node) !== node ||
      isComplex(String(array.dtype)) ||
      isError(nodes.name(node))
    ) {
      return undefined;
    }
    const calibration = calibrationOf(file, nodes.path(node), nodes.array(node).hdu);
    const scale = fluxScale({ unit: this.#unit(), ...calibration });
    const pixel = scale?.area && (await this.#pixelArea());
    const ratio = pixel && scale?.area ? scale.area / (pixel * ARCSEC2) : 1;
    return Math.abs(Math.log(ratio)) < Math.log(MOST_DISTORTED) ? scale : undefined;
  }

  /** The area of a pixel in the middle of the region in square arcseconds. */
  async #pixelArea(): Promise<number | undefined> {
    const { node, section, shape, wcs } = this.#request;
    if (wcs === undefined) {
      return undefined;
    }
    const { x, y } = middleOf(shape);
    const corners = Float64Array.of(x - 0.5, y - 0.5, x + 0.5, y - 0.5, x - 0.5, y + 0.5);
    const { arrays, world } = this.#file;
    const sky = await world.coordinates
      .toSky({ node: arrays.stageNode(node), path: wcs, section }, corners, "own")
      .catch(() => undefined);
    if (!sky) {
      return undefined;
    }
    const [[a, b], [c, d]] = changeOf(sky.subarray(0, 2), sky.subarray(2, 4), sky.subarray(4, 6), 1);
    const area = Math.abs(a * d - b * c) * 3600 ** 2;
    return area > 0 ? area : undefined;
  }

  #sourceOf(node: number): Source {
    const { arrays, isRemote } = this.#file;
    const [path, array] = arrays.readableAt(node);
    return { path, array, isRemote };
  }
}
