/**
 * The entry `asdf-wasm/regions`: regions of an image, in pixels; reading and writing files of them, DS9's, CASA's and JSON, in pixels
 * and on the sky.
 */
import type { HeaderCard, Wcs } from "asdf-wasm";
import { isCrtf, isInCrtf, readCrtf, writeCrtf } from "./regions/files/crtf.ts";
import type { FigureSystem, FileProblem } from "./regions/files/figure.ts";
import { readJson, writeJson } from "./regions/files/json.ts";
import { inPixels, onSky, toRegions } from "./regions/files/onSky.ts";
import { inImage, physicalIn, SAME } from "./regions/files/physical.ts";
import { readReg } from "./regions/files/readReg.ts";
import { writeReg } from "./regions/files/writeReg.ts";
import type { NewRegion } from "./regions/region.ts";
import { skyMapOf } from "./wcs/skyMap.ts";

export { areaOf, isInside } from "./regions/geometry.ts";
export type { NewRegion as Region, Position, RegionKind, RegionShape } from "./regions/region.ts";
export type { FileProblem };

/** Coordinates in which files of DS9 and CASA are written: pixels, or directions on the sky. */
export type RegionSystem = Exclude<FigureSystem, "own">;

/** Options of `readRegions`. */
export interface ReadRegionsOptions {
  /** The WCS of the image, with two pixel axes and two of the sky: without it, regions on the sky have no place. */
  readonly wcs?: Wcs | undefined;
  /** The header of the image, if it is one of FITS: physical coordinates of DS9 are placed by it. */
  readonly cards?: readonly HeaderCard[] | undefined;
}

/** What a file of regions holds. */
export interface ReadRegions {
  readonly regions: readonly NewRegion[];
  /** What cannot be read, by its line, or by its place in the list of a JSON file. */
  readonly problems: readonly FileProblem[];
  /** How many regions have no place on the image: on the sky without a WCS, or where the image has no such position. */
  readonly unplaced: number;
  /** How many are left out because the file has more than 20,000 points. */
  readonly leftOut: number;
}

/** Options of `writeRegions`. */
export interface WriteRegionsOptions {
  /** Default `ds9`; `crtf` is CASA's, without ecliptic positions. JSON is always in pixels. */
  readonly format?: "ds9" | "crtf" | "json" | undefined;
  /** Of files of DS9 and CASA. Default `pixel`. */
  readonly system?: RegionSystem | undefined;
  /** The WCS of the image: needed by all systems but `pixel`. */
  readonly wcs?: Wcs | undefined;
}

/**
 * Reads the text of a file of regions, DS9's (`.reg`), CASA's (`.crtf`) or JSON as `writeRegions()` writes it. Shapes are in 0-based pixels; a shape on
 * the sky becomes one in pixels by the scale and the rotation at its centre, as astropy's regions does it.
 *
 * @throws TypeError or SyntaxError for JSON that holds no regions
 *
 * @example
 * const { regions, problems } = await readRegions(await file.text(), { wcs });
 */
export async function readRegions(
  text: string,
  { wcs, cards }: ReadRegionsOptions = {},
): Promise<ReadRegions> {
  if (text.trimStart().startsWith("{")) {
    return { ...readJson(text), unplaced: 0 };
  }
  const { figures, ...rest } = isCrtf(text) ? readCrtf(text) : readReg(text);
  const header = cards?.map(({ keyword, value }) => ({ keyword, value: String(value ?? "") }));
  const physical = header ? physicalIn(header, 1, 2) : SAME;
  const placed = figures.flatMap((figure) =>
    figure.isPhysical ? (physical ? inImage(figure, physical) : []) : figure,
  );
  const found = await toRegions(placed, wcs && skyMapOf(wcs));
  const regions = found.filter((region) => region !== undefined);
  return { regions, ...rest, unplaced: figures.length - regions.length };
}

/**
 * Regions as the text of a file.
 *
 * @throws RangeError if a region has no position in the system that was asked for
 *
 * @example
 * const text = await writeRegions(regions, { system: "icrs", wcs });
 */
export async function writeRegions(
  regions: readonly NewRegion[],
  { format = "ds9", system = "pixel", wcs }: WriteRegionsOptions = {},
): Promise<string> {
  if (format === "json") {
    return writeJson(regions);
  }
  if (format === "crtf" && !isInCrtf(system)) {
    throw new RangeError(`files of CASA have no positions in the system ${system}`);
  }
  const write = format === "crtf" ? writeCrtf : writeReg;
  if (system === "pixel") {
    return write(inPixels(regions));
  }
  const map = wcs && skyMapOf(wcs);
  const figures = map ? await onSky(regions, system, map) : [];
  const known = figures.filter((figure) => figure !== undefined);
  if (known.length < regions.length) {
    throw new RangeError(`${regions.length - known.length} regions have no position in the system ${system}`);
  }
  return write(known);
}
