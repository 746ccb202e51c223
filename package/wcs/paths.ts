/** Which nodes of a tree describe world coordinates. */

import { entriesOf, pathOf, type Visit, walk } from "../api/path.ts";
import type { TreeMap, TreeValue } from "../api/tree.ts";
import { isTreeMap } from "../api/tree.ts";
import { tagOf } from "../api/values.ts";
import { keysIn, versionOf } from "./alternates.ts";
import { isExtra, isWithin, isWrapper, wrapperOf } from "./wrapper.ts";

/** The paths of all WCS: nodes `gwcs/wcs` in any version, sets of FITS keywords, and wrappers of either. */
export function wcsPathsIn(root: TreeValue): string[] {
  return isWcs(root) ? [""] : Array.from(wcsIn(root), pathOf);
}

/**
 * Visits every WCS below a node. A WCS inside a wrapper is not visited, because it has other pixels. With `others`, also what says something
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

/** Keywords of one axis: a WCS has two of these kinds, for the others the standard has defaults. */
const KINDS = [/^CTYPE1$/, /^CRPIX1$/, /^CRVAL1$/, /^(?:CDELT1|(?:CD|PC)(?:0?1_0?1|001001))$/];
/** A celestial axis with a projection; it needs the other one. */
const PROJECTED = /^(?:(RA|.LON|..LN)|DEC|.LAT|..LT)-+[A-Z]{3}/;

/** Keywords that occur several times, each with the name and the number of a record: `DP1 = 'EXTVER: 1'` is the keyword `DP1.EXTVER`. */
const RECORDS = /^(?:DP|DQ|D2IM)\d+$/i;
const RECORD = /^\s*([\w.]{1,60}):\s*([-+.\dEe]+)\s*$/;

/** The letters of the WCS that the keywords of a node define, the empty text for the primary one. */
export function keysAt(node: TreeValue): string[] {
  return keysIn(allKeywordsOf(node).keys());
}

/** The keywords that a node consists of: a map, or a list of keyword, value and comment; undefined if they define no WCS. */
export function keywordsOf(node: TreeValue): Keywords | undefined {
  return imageKeywords(allKeywordsOf(node));
}

/** Keywords, if they define the WCS of an image. */
export function imageKeywords(keywords: Keywords): Keywords | undefined {
  const names = [...keywords.keys()];
  const found = KINDS.filter((kind) => names.some((name) => kind.test(name))).length;
  const projected = names.flatMap((name) => {
    const type = /^CTYPE\d+$/.test(name) ? PROJECTED.exec(String(keywords.get(name))) : null;
    return type ? [type[1] !== undefined] : [];
  });
  const isPaired = projected.length === 0 || new Set(projected).size === 2;
  return found >= 2 && isPaired ? keywords : undefined;
}

/**
 * The keywords that a node consists of, whether or not they define a WCS. With a `key`, the keywords of an alternate version, named as in the
 * primary one; `path` is the path of the node, for errors.
 */
export function keywordsOfKey(node: TreeValue, key = "", path = ""): Keywords {
  const all = allKeywordsOf(node);
  return key === "" ? all : versionOf(all, key, path);
}

/** The keywords that a node consists of, of all versions. */
export function allKeywordsOf(node: TreeValue): Keywords {
  const keywords = new Map<string, string | number>();
  for (const [keyword, value] of cardsOf(node)) {
    const plain = typeof value === "bigint" ? Number(value) : value;
    if (typeof keyword === "string" && (typeof plain === "string" || typeof plain === "number")) {
      const isRecord = typeof plain === "string" && RECORDS.test(keyword);
      const [, record, number] = isRecord ? (RECORD.exec(plain) ?? []) : [];
      const name = record === undefined ? keyword : `${keyword}.${record}`;
      keywords.set(name.toUpperCase(), number === undefined ? plain : Number(number));
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
