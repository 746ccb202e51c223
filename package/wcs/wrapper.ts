/**
 * Which nodes are a WCS made of another one: nodes of asdf-astropy (`astropy/wcs/wcs`, `slicedwcs`, `highlevelwcswrapper`) and of
 * ndcube (`resampledwcs`, `reorderedwcs`, `compoundwcs`). The inner WCS has other pixels: it belongs to no array.
 */
import type { Visit } from "../api/path.ts";
import { isTreeMap, type TreeMap, type TreeValue } from "../api/tree.ts";
import { tagOf } from "../api/values.ts";

const TAG = /^tag:(?:astropy\.org:astropy\/wcs|sunpy\.org:ndcube)\/(\w+)-[\d.]+$/;
const KINDS = [
  "wcs",
  "highlevelwcswrapper",
  "slicedwcs",
  "resampledwcs",
  "reorderedwcs",
  "compoundwcs",
] as const;

/** The kind of a wrapper; undefined for other nodes. */
export function wrapperOf(node: TreeValue): (typeof KINDS)[number] | undefined {
  const [, kind] = (isTreeMap(node) && TAG.exec(tagOf(node) ?? "")) || [];
  return KINDS.find((known) => known === kind);
}

/** Whether a node is a wrapper of any kind, even an unknown one. */
export function isWrapper(node: TreeValue): node is TreeMap {
  return isTreeMap(node) && (wrapperOf(node) !== undefined || isUnknown(node));
}

/** Whether a node holds the coordinates that an NDCube has besides its WCS: each is along some of the axes only. */
export function isExtra(node: TreeValue): node is TreeMap {
  return isTreeMap(node) && /\/extra_?coords-[\d.]+$/.test(tagOf(node) ?? "");
}

function isUnknown(node: TreeMap): boolean {
  const tag = tagOf(node) ?? "";
  return (
    node["wcs"] !== undefined && /wcs(?:wrapper)?-[\d.]+$/i.test(tag) && !tag.startsWith("tag:stsci.edu:")
  );
}

/** Whether a visited node is part of a wrapper, or of the coordinates that an NDCube has besides: not a WCS of an array. */
export function isWithin({ above }: Visit): boolean {
  for (let at = above; at !== undefined; at = at.above) {
    if (isWrapper(at.value) || isExtra(at.value)) {
      return true;
    }
  }
  return false;
}

/** The header of astropy's `WCS`, which is the header of its first HDU. */
export function headerIn(node: TreeMap): TreeValue {
  const [first = null] = Array.isArray(node["hdulist"]) ? node["hdulist"] : [];
  return isTreeMap(first) ? (first["header"] ?? null) : null;
}
