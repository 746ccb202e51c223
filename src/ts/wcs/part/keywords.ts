/** Moves the WCS of FITS keywords to a part of the image: the reference pixel, the scales, and the distortion SIP. */
import { AsdfError } from "../../api/error.ts";
import { entriesOf } from "../../api/path.ts";
import type { TreeValue } from "../../api/tree.ts";
import { isTreeMap } from "../../api/tree.ts";
import { setFloat } from "../../api/values.ts";
import { Header } from "../fits/header.ts";
import { type Keywords, keywordsOf } from "../paths.ts";
import type { PixelRange } from "./gwcs.ts";

/** The number of pixel axes of a header, and the shape of its image, if the header tells it. */
export function imageOfKeywords(
  keywords: Keywords,
  path: string,
): { inputs: number; shape: readonly number[] | undefined } {
  const inputs = new Header(keywords, path).axes;
  const lengths = Array.from({ length: inputs }, (_, axis) => Number(keywords.get(`NAXIS${axis + 1}`)));
  return { inputs, shape: lengths.every(Number.isInteger) ? lengths.reverse() : undefined };
}

/** Changes the keywords of an image into those of a part, of which `axes` are the ranges along each pixel axis. */
export function shiftKeywords(node: TreeValue, axes: readonly PixelRange[], path: string): void {
  const keywords = keywordsOf(node) ?? new Map<string, string | number>();
  const header = new Header(keywords, path);
  const step = (axis: number) => axes[axis - 1]?.step ?? 1;
  if (
    header.hasAny(/^CROTA/) &&
    !header.hasAny(/^(?:CD|PC)\d/) &&
    axes.some((axis) => axis.step !== step(1))
  ) {
    const message = "this WCS is rotated by CROTA: it cannot be cut by another step along each axis";
    throw new AsdfError("bad-selection", message, { path });
  }
  for (const [i, range] of axes.entries()) {
    const axis = i + 1;
    const pixel = header.number(`CRPIX${axis}`, 0);
    set(node, `CRPIX${axis}`, (pixel - 1 - range.start) / range.step + 1);
    if (keywords.has(`NAXIS${axis}`)) {
      set(node, `NAXIS${axis}`, range.length);
    }
  }
  for (const [keyword, value] of keywords) {
    const factor = factorOf(keyword, step);
    if (typeof value === "number" && factor !== 1) {
      set(node, keyword, value * factor);
    }
  }
}

/** By what the value of a keyword is multiplied, if pixels are `step` times as long along each axis. */
function factorOf(keyword: string, step: (axis: number) => number): number {
  const [, name = "", first = 0, second = 0] =
    /^(CD|PC|CDELT|AP?_|BP?_)(\d+)(?:_(\d+))?$/.exec(keyword) ?? [];
  const [i, j] = [Number(first), Number(second)];
  switch (name) {
    case "CD":
      return step(j);
    case "PC":
      return step(j) / step(i);
    case "CDELT":
      return step(i);
    case "A_":
    case "AP_":
      return step(1) ** (i - 1) * step(2) ** j;
    case "B_":
    case "BP_":
      return step(1) ** i * step(2) ** (j - 1);
    default:
      return 1;
  }
}

/** Sets a keyword in a map, or in a list of keyword, value and comment. */
function set(node: TreeValue, keyword: string, value: number): void {
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
