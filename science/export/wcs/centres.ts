/** Where a WCS of the tree lets its projection touch the sky: candidates, which are then tried. */

import { NdArray, type TreeValue, tagOf } from "asdf-wasm";
import { entriesOf, textOf } from "../../tree/values.ts";
import type { Position } from "./tangent.ts";

/** A WCS of more nodes is not searched. */
const MOST = 10_000;

export function centresIn(wcs: TreeValue | undefined): Position[] {
  const found: Position[] = [];
  const seen = new Set<TreeValue>();
  const waiting = [wcs];
  for (let value = waiting.pop(); value !== undefined || waiting.length > 0; value = waiting.pop()) {
    if (typeof value !== "object" || value === null || value instanceof NdArray || seen.has(value)) {
      continue;
    }
    seen.add(value);
    const entries = entriesOf(value);
    // A header is a map, or a list of cards.
    const named = new Map(
      entries.map(([key, item]) => (isCard(item) ? [textOf(item[0] ?? null), item[1]] : [textOf(key), item])),
    );
    if (/\/rotate3d-/.test(tagOf(value) ?? "")) {
      found.push([degrees(named.get("phi")), degrees(named.get("theta"))]);
    }
    found.push([degrees(named.get("CRVAL1")), degrees(named.get("CRVAL2"))]);
    const crval = named.get("crval");
    if (Array.isArray(crval)) {
      found.push([degrees(crval[0]), degrees(crval[1])]);
    }
    for (const [, item] of seen.size < MOST ? entries : []) {
      waiting.push(item);
    }
  }
  return found.filter(([longitude, latitude]) => Number.isFinite(longitude) && Math.abs(latitude) <= 90);
}

function isCard(item: TreeValue): item is TreeValue[] {
  return Array.isArray(item) && typeof item[0] === "string" && /^CRVAL\d$/.test(item[0]);
}

/** A number, or a quantity in degrees. */
function degrees(value: TreeValue | undefined): number {
  if (typeof value === "number") {
    return value;
  }
  const inner = entriesOf(value ?? null).find(([key]) => key === "value")?.[1];
  return typeof inner === "number" ? inner : Number.NaN;
}
