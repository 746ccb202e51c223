/** The part of an image around a direction on the sky. */
import {
  type AsdfFile,
  convertSky,
  isSkySystem,
  parseDirection,
  type Selection,
  type SkySystem,
  slice,
  type Warning,
} from "asdf-wasm";
import { misuse, Problem } from "../exit.ts";

export interface SkyWindow {
  /** A direction in ICRS, as people write it. */
  readonly center: string;
  /** One length, or width and height: `30arcsec`, `2x1arcmin`, `200px`; without a unit arcseconds. */
  readonly size: string;
  /** The path of the WCS; without it the nearest one in the tree. */
  readonly wcs: string | undefined;
}

const ARCSECONDS: Readonly<Record<string, number>> = {
  "": 1,
  arcsec: 1,
  '"': 1,
  arcmin: 60,
  "'": 60,
  deg: 3600,
};

/** Selects rows and columns of the last two axes; the other axes are taken whole. `tell` tells what the WCS leaves out. */
export async function skyWindow(
  file: AsdfFile,
  path: string,
  shape: readonly number[],
  { center, size, wcs: wcsPath = nearestWcs(file, path) }: SkyWindow,
  tell: (warning: Warning) => void,
): Promise<Selection> {
  const direction = parseDirection(center);
  if (!direction) {
    throw misuse(`\`${center}\` is no direction: write it as \`17:59:36 +65:57:12\` or \`269.9 65.953\``);
  }
  if (shape.length < 2 || wcsPath === undefined) {
    throw new Problem(`\`${path}\` is no image with a WCS`);
  }
  const wcs = await file.wcs(wcsPath);
  try {
    for (const warning of wcs.warnings) {
      tell(warning);
    }
    const { sky } = wcs;
    if (!sky || wcs.pixelAxes !== 2 || wcs.worldAxes !== 2) {
      throw new Problem(`the WCS at \`${wcsPath}\` does not give a direction on the sky for two pixel axes`);
    }
    const [longitude = 0, latitude = 0] =
      sky.reference === ""
        ? direction
        : convertSky("icrs", systemOf(sky.reference), Float64Array.from(direction));
    const world = sky.longitude === 0 ? [longitude, latitude] : [latitude, longitude];
    const [x = Number.NaN, y = Number.NaN] = wcs.worldToPixel(...world);
    const scale = wcs.pixelScale(x, y);
    const [width, height] = extentOf(size, Number.isNaN(scale) ? 1 : scale);
    const columns = within(x, width, shape.at(-1) ?? 0);
    const rows = within(y, height, shape.at(-2) ?? 0);
    if (!columns || !rows) {
      const where = Number.isNaN(x + y) ? "" : `: it would be at x ${x.toFixed(1)}, y ${y.toFixed(1)}`;
      throw new Problem(`${center} is outside of \`${path}\`${where}`);
    }
    return [...shape.slice(0, -2).map(() => null), slice(...rows), slice(...columns)];
  } finally {
    wcs.close();
  }
}

function systemOf(reference: string): SkySystem {
  if (!isSkySystem(reference)) {
    throw new Problem(`directions of the WCS are in ${reference}, to which ICRS cannot be converted here`);
  }
  return reference;
}

/** Width and height in pixels. */
function extentOf(size: string, scale: number): readonly [width: number, height: number] {
  const [, first, second, unit = ""] =
    /^\s*([\d.]+)\s*(?:[x×]\s*([\d.]+)\s*)?(px|arcsec|arcmin|deg|"|')?\s*$/.exec(size) ?? [];
  const each = unit === "px" ? 1 : (ARCSECONDS[unit] ?? Number.NaN) / scale;
  const [width, height] = [Number(first) * each, Number(second ?? first) * each];
  if (!(width > 0 && height > 0)) {
    throw misuse(`\`${size}\` is no size: write it as 30arcsec, 2x1arcmin or 200px`);
  }
  return [width, height];
}

/** The pixels of a window that are in the image. The centre of the first pixel is 0. */
function within(centre: number, extent: number, length: number): readonly [number, number] | undefined {
  const start = Math.max(Math.round(centre - (extent - 1) / 2), 0);
  const stop = Math.min(Math.round(centre - (extent - 1) / 2) + Math.max(Math.round(extent), 1), length);
  return stop > start ? [start, stop] : undefined;
}

/** The WCS whose path has the most keys in common with the path of the array. */
export function nearestWcs(file: AsdfFile, path: string): string | undefined {
  const keys = path.split("/");
  const shared = (other: string) => {
    const apart = other.split("/").findIndex((key, i) => key !== keys[i]);
    return apart < 0 ? keys.length : apart;
  };
  return file.wcsPaths().sort((one, other) => shared(other) - shared(one))[0];
}
