/** Moves the WCS of FITS keywords to a part of the image: the reference pixel, the scales, and the distortion SIP. */
import { entriesOf } from "../../api/path.ts";
import type { TreeValue } from "../../api/tree.ts";
import { isTreeMap } from "../../api/tree.ts";
import { setFloat } from "../../api/values.ts";
import { Header } from "../header/header.ts";
import { allKeywordsOf, type Keywords } from "../paths.ts";
import type { PixelRange } from "./gwcs.ts";
import { missingKeywords, movedValue } from "./moved.ts";
import { replacedRotations } from "./rotation.ts";

/** The number of pixel axes of a header, and the shape of its image, if the header tells it. A WCS may have more axes than the image. */
export function imageOfKeywords(
  keywords: Keywords,
  path: string,
): { inputs: number; shape: readonly number[] | undefined } {
  const axes = Number(keywords.get("NAXIS"));
  const all = new Header(keywords, path).axes;
  const inputs = Number.isInteger(axes) && axes > 0 ? Math.min(axes, all) : all;
  const lengths = Array.from({ length: inputs }, (_, axis) => Number(keywords.get(`NAXIS${axis + 1}`)));
  return { inputs, shape: lengths.every(Number.isInteger) ? lengths.reverse() : undefined };
}

/** Changes the keywords of an image into the keywords of a part, of which `axes` are the ranges along each pixel axis. */
export function shiftKeywords(node: TreeValue, axes: readonly PixelRange[]): void {
  const rangeOf = (axis: number) => axes[axis - 1];
  const replaced = replacedRotations(allKeywordsOf(node), rangeOf);
  removeKeywords(node, (keyword) => replaced.has(keyword));
  for (const [keyword, value] of [...replaced.values()].flat()) {
    setKeyword(node, keyword, value);
  }
  const keywords = allKeywordsOf(node);
  for (const [keyword, value] of missingKeywords([...keywords.keys()], axes.length, rangeOf, [])) {
    setKeyword(node, keyword, value);
  }
  for (const [keyword, value] of keywords) {
    const length = /^NAXIS(\d+)$/.exec(keyword)?.[1];
    const number = typeof value === "number" ? value : Number(value.trim() || Number.NaN);
    const moved =
      length === undefined ? movedValue(keyword, number, rangeOf) : rangeOf(Number(length))?.length;
    if (moved !== undefined && Number.isFinite(moved) && moved !== value) {
      setKeyword(node, keyword, moved);
    }
  }
}

/** Sets a keyword in a map, or in a list of keyword, value and comment. */
export function setKeyword(node: TreeValue, keyword: string, value: number): void {
  if (Array.isArray(node)) {
    const card = node.find((each) => Array.isArray(each) && isKeyword(each[0], keyword));
    if (Array.isArray(card)) {
      put(card, 1, value);
    } else {
      node.push([keyword, value]);
    }
    return;
  }
  const [key = keyword] = Array.from(entriesOf(node), ([known]) => known).filter((known) =>
    isKeyword(known, keyword),
  );
  if (node instanceof Map) {
    node.set(key, value);
  } else if (isTreeMap(node)) {
    put(node, String(key), value);
  }
}

/** Takes keywords, named in capitals, out of a map, or out of a list of keyword, value and comment. */
export function removeKeywords(node: TreeValue, isRemoved: (keyword: string) => boolean): void {
  if (Array.isArray(node)) {
    const kept = node.filter((card) => !(Array.isArray(card) && isRemoved(String(card[0]).toUpperCase())));
    node.splice(0, node.length, ...kept);
    return;
  }
  for (const [key] of [...entriesOf(node)].filter(([key]) => isRemoved(String(key).toUpperCase()))) {
    if (node instanceof Map) {
      node.delete(key);
    } else if (isTreeMap(node)) {
      delete node[String(key)];
    }
  }
}

/** Sets a value; it is an integer or a float as the value before was. */
function put(
  collection: TreeValue[] | { [key: string]: TreeValue },
  key: string | number,
  value: number,
): void {
  Reflect.set(collection, key, value);
  if (!Number.isInteger(value)) {
    setFloat(collection, key);
  }
}

function isKeyword(key: TreeValue | undefined, keyword: string): boolean {
  return typeof key === "string" && key.toUpperCase() === keyword;
}
