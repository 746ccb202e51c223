/** Which nodes of a tree describe world coordinates. */
import { entriesOf, pathOf, type Visit, walk } from "../api/path.ts";
import type { TreeMap, TreeValue } from "../api/tree.ts";
import { isTreeMap } from "../api/tree.ts";
import { tagOf } from "../api/values.ts";
import { isExtra, isWithin, isWrapper, wrapperOf } from "./wrapper.ts";

/** The paths of all WCS: nodes `gwcs/wcs` in any version, sets of FITS keywords, and wrappers of either. */
export function wcsPathsIn(root: TreeValue): string[] {
  return isWcs(root) ? [""] : Array.from(wcsIn(root), pathOf);
}

/**
 * Visits every WCS below a node. What is inside a wrapper is none: its pixels are others. With `others`, also what says something
 * of the elements of arrays in a way that is not known.
 */
export function* wcsIn(root: TreeValue, others = false): Generator<Visit> {
  for (const visit of walk(root)) {
    const isOther = others && (isWrapper(visit.value) || isExtra(visit.value));
    if ((isOther || isWcs(visit.value)) && !isWithin(visit)) {
      yield visit;
    }
  }
}

/** Whether a node describes world coordinates. */
function isWcs(node: TreeValue): boolean {
  return isGwcs(node) || wrapperOf(node) !== undefined || keywordsOf(node) !== undefined;
}

/** Whether a node is a gwcs: one of asdf-wcs-schemas, or of the older standard. */
export function isGwcs(node: TreeValue): node is TreeMap {
  return isTreeMap(node) && /^tag:stsci\.edu:(?:gwcs|asdf\/wcs)\/wcs-/.test(tagOf(node) ?? "");
}

/** Whether a node is a transform by itself. */
export function isTransform(node: TreeValue): boolean {
  return isTreeMap(node) && /transform|^tag:stsci\.edu:(?:gwcs|jwst_pipeline)\//.test(tagOf(node) ?? "");
}

/** The keywords of a FITS header, in capitals. */
export type Keywords = ReadonlyMap<string, string | number>;

/** Keywords without which there is no WCS. */
const NEEDED = ["CTYPE1", "CTYPE2", "CRPIX1", "CRPIX2", "CRVAL1", "CRVAL2"];

/** The keywords that a node consists of: a map, or a list of keyword, value and comment; undefined if they define no WCS. */
export function keywordsOf(node: TreeValue): Keywords | undefined {
  const keywords = allKeywordsOf(node);
  const isScaled = ["CD1_1", "CDELT1"].some((keyword) => keywords.has(keyword));
  return isScaled && NEEDED.every((keyword) => keywords.has(keyword)) ? keywords : undefined;
}

/** The keywords that a node consists of, whether or not they define a WCS. */
export function allKeywordsOf(node: TreeValue): Keywords {
  const keywords = new Map<string, string | number>();
  for (const [keyword, value] of cardsOf(node)) {
    const plain = typeof value === "bigint" ? Number(value) : value;
    if (typeof keyword === "string" && (typeof plain === "string" || typeof plain === "number")) {
      keywords.set(keyword.toUpperCase(), plain);
    }
  }
  return keywords;
}

/** Keywords with their values. A list that is no header is left after its first item. */
function* cardsOf(node: TreeValue): Generator<readonly [TreeValue, TreeValue]> {
  if (!Array.isArray(node)) {
    yield* entriesOf(node);
    return;
  }
  for (const card of node) {
    if (!Array.isArray(card) || card.length > 3 || (card.length > 0 && typeof card[0] !== "string")) {
      return;
    }
    const [keyword = null, value = null] = card;
    yield [keyword, value];
  }
}
