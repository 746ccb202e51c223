/**
 * The entry `asdf-wasm/mosaic`: images resampled by their world coordinates, to the grid of another image or to a plane that touches the
 * sky, and many images as one. Images are read by windows, and results can be had row by row.
 */

import { type ExportedFile, exported } from "./export/exported.ts";
import type { SkyGrid } from "./mosaic/grid.ts";
import { finish, type Mosaic, type MosaicControl, type MosaicOptions, planned } from "./mosaic/mosaic.ts";
import type { Kernel } from "./mosaic/piece.ts";
import { type Conserved, resamplerOf, rowsOf } from "./mosaic/resampling.ts";
import type { SkyImage } from "./mosaic/skyImage.ts";
import { asAsdf, asFits, type TargetWcs } from "./mosaic/written.ts";

export type { ExportedFile } from "./export/exported.ts";
export { type FileImage, type FileImageOptions, imageOf } from "./mosaic/fileImage.ts";
export { gridOf, MosaicError, type SkyGrid } from "./mosaic/grid.ts";
export {
  type Background,
  Mosaic,
  type MosaicChoice,
  type MosaicControl,
  type MosaicOptions,
  type MosaicPixels,
  type MosaicProgress,
  type MosaicRows,
  type Overlap,
} from "./mosaic/mosaic.ts";
export type { Kernel } from "./mosaic/piece.ts";
export type { LeftOut } from "./mosaic/placing.ts";
export type { Conserved } from "./mosaic/resampling.ts";
export type { ImageSource, SkyImage } from "./mosaic/skyImage.ts";
export { TangentPlane, type TangentPlaneOptions } from "./mosaic/tangentPlane.ts";
export type { TargetWcs } from "./mosaic/written.ts";

/** Options of `reproject`. */
export interface ReprojectOptions extends MosaicControl {
  /** By default `"bilinear"`. */
  readonly kernel?: Kernel | undefined;
  /**
   * What the kernel `"exact"` keeps: `"brightness"`, values of a unit of area, which pixels of another size have as well (DN/s of a pixel
   * are not); or `"flux"`, values of whole pixels, whose sum stays the same. By default `"brightness"`.
   */
  readonly conserve?: Conserved | undefined;
}

/** A resampled image, row by row. */
export interface Reprojected {
  /** NaN where the image is not. */
  readonly values: Float64Array;
  /** The share of each pixel that the image covers. */
  readonly footprint: Float64Array;
  readonly shape: readonly [rows: number, columns: number];
}

/**
 * An image in the pixels of another grid, as astropy's `reproject_interp` and `reproject_exact` make it.
 *
 * @throws MosaicError if the image has no place on the sky, or the kernel needs an inverse that its WCS does not have
 *
 * @example
 * const image = { array: file.array("roman/data"), wcs: await file.wcs("roman/meta/wcs") };
 * const target = new TangentPlane({ center: [270.9, -0.2], scale: 0.11, shape: [500, 500] });
 * const { values, footprint } = await reproject(image, target, { kernel: "exact" });
 */
export async function reproject(
  image: SkyImage,
  target: SkyGrid,
  { kernel = "bilinear", conserve = "brightness", signal, onProgress }: ReprojectOptions = {},
): Promise<Reprojected> {
  const { shape } = target;
  const [values, footprint] = [new Float64Array(shape[0] * shape[1]), new Float64Array(shape[0] * shape[1])];
  const resampler = resamplerOf(image, target, kernel, undefined, conserve);
  for (const window of rowsOf(target)) {
    const piece = await resampler(window, signal);
    values.set(piece.values, window.y * window.width);
    footprint.set(piece.footprint, window.y * window.width);
    onProgress?.({ done: window.y + window.height, total: shape[0] });
  }
  finish(values, conserve === "flux" ? footprint.map(Math.sign) : footprint);
  return { values, footprint, shape };
}

/**
 * Images as one. Where each is, the plane and the unit are decided at once; pixels are made when they are read. Images without a WCS, too
 * far from the others, or in units that cannot be made the same, are left out, and `leftOut` says why.
 *
 * @throws MosaicError if no image remains, or the mosaic would be too large
 *
 * @example
 * const images = await Promise.all(files.map((file) => imageOf(file)));
 * const sky = await mosaic(images, { order: "nearest-centre", background: "match" });
 * const { values, which } = await sky.read();
 * for (const { name, reason } of sky.leftOut) console.warn(`${name}: ${reason}`);
 */
export function mosaic(images: readonly SkyImage[], options: MosaicOptions = {}): Promise<Mosaic> {
  return planned(images, options);
}

/** Options of `exportMosaic`. */
export interface ExportMosaicOptions extends Pick<MosaicControl, "onProgress"> {
  /** The WCS of the target, where this is no tangent plane. */
  readonly target?: TargetWcs | undefined;
}

/**
 * A mosaic as a file: FITS with the keywords of its plane, `BUNIT`, and the names of its images as history; or ASDF with a gwcs. Weights other
 * than 0 and 1 are beside the values. Rows of FITS are written as they are made; all of ASDF is in memory.
 *
 * @example
 * const sky = await mosaic(images, { kernel: "exact" });
 * const fits = await (await exportMosaic(sky, "fits")).blob();
 */
export async function exportMosaic(
  made: Mosaic,
  format: "fits" | "asdf",
  { target, onProgress }: ExportMosaicOptions = {},
): Promise<ExportedFile> {
  // Callers without types may name any.
  if (!["fits", "asdf"].includes(format)) {
    throw new TypeError(`\`${format}\` is not a format of mosaics: they are fits and asdf`);
  }
  return exported(await (format === "fits" ? asFits : asAsdf)(made, target, onProgress));
}
