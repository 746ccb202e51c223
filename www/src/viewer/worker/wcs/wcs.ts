/** A WCS as the package gives it. */
import type { AsdfFile } from "asdf-wasm";
import type { WcsFrame } from "../../protocol/wcs.ts";

export interface Wcs {
  readonly pixelAxes: number;
  readonly worldAxes: number;
  readonly frames: readonly WcsFrame[];
  readonly boundingBox: readonly (readonly [number, number] | null)[];
  readonly invertible: boolean;
  toWorld(pixels: Float64Array): Float64Array;
  toPixels(world: Float64Array): Float64Array;
}

interface WithWcs {
  wcsPaths(): string[];
  wcs(path: string): Promise<Wcs>;
}

function hasWcs(file: AsdfFile): file is AsdfFile & WithWcs {
  return "wcsPaths" in file && "wcs" in file;
}

export function wcsPaths(file: AsdfFile): string[] {
  return hasWcs(file) ? file.wcsPaths() : [];
}

export async function wcsOf(file: AsdfFile, path: string): Promise<Wcs> {
  if (!hasWcs(file)) {
    throw new Error("this build reads no world coordinates");
  }
  return file.wcs(path);
}

/** Converts pairs of longitude and latitude between reference systems. */
export type Conversion = (from: string, to: string, positions: Float64Array) => Float64Array;

export const convertSky: Conversion = () => {
  throw new Error("this build converts no positions");
};
