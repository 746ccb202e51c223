/**
 * Rotations by `CROTAi`, for a part whose steps along the two celestial axes differ: its pixels have other proportions than those of the
 * whole, which the matrix `PCi_j` can express and an angle cannot.
 */
import { AsdfError } from "../../api/error.ts";
import { keysIn, versionOf } from "../alternates.ts";
import { celestialAxes } from "../fits/axes.ts";
import { rotationOf } from "../fits/matrix.ts";
import { Header } from "../header/header.ts";
import type { Keywords } from "../paths.ts";
import type { RangeOf } from "./moved.ts";

/** The keywords `CROTAi`, of all versions of the WCS, that a matrix replaces, each with the elements in its place, which are those of the whole. */
export function replacedRotations(
  keywords: Keywords,
  rangeOf: RangeOf,
): ReadonlyMap<string, readonly (readonly [keyword: string, value: number])[]> {
  const replaced = new Map<string, (readonly [string, number])[]>();
  for (const key of keysIn(keywords.keys())) {
    const version = versionOf(keywords, key, "");
    const angles = [...version.keys()].filter((keyword) => /^CROTA\d+$/.test(keyword));
    const elements = angles.length > 0 ? elementsOf(version, rangeOf) : [];
    for (const [i, angle] of elements.length > 0 ? angles.entries() : []) {
      const own = i === 0 ? elements : [];
      replaced.set(
        angle + key,
        own.map(([keyword, value]) => [keyword + key, value]),
      );
    }
  }
  return replaced;
}

function elementsOf(keywords: Keywords, rangeOf: RangeOf): (readonly [keyword: string, value: number])[] {
  try {
    const header = new Header(keywords, "");
    const sky = celestialAxes(header);
    const step = (axis: number) => rangeOf(axis + 1)?.step ?? 1;
    const isOther = sky !== undefined && step(sky.longitude) !== step(sky.latitude);
    const elements = isOther ? rotationOf(header, sky) : [];
    return elements.every(([, , value]) => Number.isFinite(value))
      ? elements.map(([i, j, value]) => [`PC${i}_${j}`, value])
      : [];
  } catch (thrown) {
    if (thrown instanceof AsdfError) {
      // A malformed header has no positions, with or without the angle.
      return [];
    }
    throw thrown;
  }
}
