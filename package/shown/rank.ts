/**
 * What a file was most likely opened for. Arrays and tables compete by kind, size, name and place; what a WCS is made of
 * does not. A file without any is shown at its largest map. Only the tree decides: nothing is read.
 */
import { arrayOf } from "../api/described.ts";
import { isStruct, nameOf as nameOfType } from "../api/elements.ts";
import { NdArray } from "../api/ndarray.ts";
import { entriesOf, keyText } from "../api/path.ts";
import { componentsOf, isTreeMap, type TreeValue } from "../api/tree.ts";
import { tagOf } from "../api/values.ts";
import { columnMap } from "./column-map.ts";
import { isCompanion, isFlags } from "./names.ts";

const SCIENCE = /^(data|sci|science)$/i;
const SIGNAL = /^(flux|fluxes|intensity|signal|counts|spectrum|image|cube|primary)$/i;
/** What others are plotted against. */
const COORDINATE = /^(x|wave(length)?s?|lambda|freq(uenc(y|ies))?|energy|velocity|times?|index|bins?)$/i;
/** Maps that say how the file was made. */
const PROVENANCE = /^(asdf_library|asdf\/library|history)$/;
const WCS = /[:/](gwcs|wcs|transform)[/-]/;
const TABLE = /\/(table|column)-\d/;
const QUANTITY = /\/quantity-\d/;
/** The version in the key of an HDU. */
const VERSION = /,\d+$/;

/** An image of fewer pixels is more likely a matrix; one that is narrower, a list of vectors. */
const MATRIX = 2 ** 8;
const NARROW = 8;
/** More elements say nothing more, and a plane of so many takes too long to read unasked. */
const LARGE = 2 ** 24;
const VAST = 2 ** 27;
/** What is in a collection of more entries is not looked at. */
const CROWD = 10_000;
/** The science array of a file of Roman. */
const ROMAN = ["roman", "data"];

/** A node of the tree and its rank. */
export interface Ranked {
  readonly path: string;
  readonly value: TreeValue;
  /** Grows with how likely a person wants to see it. */
  readonly worth: number;
}

/** A map, a sequence, an array, or the like, and its place in the tree. */
interface Place {
  readonly label: string;
  readonly value: object;
  readonly above: Place | undefined;
  readonly depth: number;
  /** Whether it belongs to a table, a WCS or the provenance. */
  readonly isPart: boolean;
  /** Whether it is in an item of a list that is not the first: one of many slits, spectra, detectors. */
  readonly isLater: boolean;
}

/** Whether it can be drawn as an image. */
export function isImage(value: unknown): value is NdArray {
  return value instanceof NdArray && value.size > 0 && value.ndim >= 2 && isNumeric(value);
}

/** The images of a tree, those first for which it was most likely opened. */
export function imagesIn(root: TreeValue): { readonly path: string; readonly array: NdArray }[] {
  const images = [...rankedIn(root)].flatMap(({ path, value, worth }) =>
    isImage(value) ? [{ path, array: value, worth }] : [],
  );
  return images.toSorted((one, other) => other.worth - one.worth).map(({ path, array }) => ({ path, array }));
}

/** The array, table, WCS or map for which a file was most likely opened; undefined if its tree is empty. */
export function mainNodeIn(root: TreeValue): Ranked | undefined {
  let best: Ranked | undefined;
  let wcs: Place | undefined;
  const notice = (place: Place) => {
    wcs ??= isWcs(place) && !place.isPart ? place : undefined;
  };
  const roots: [TreeValue, TreeValue][] = [];
  for (const entry of entriesOf(root)) {
    if (roots.push(entry) > CROWD) {
      break;
    }
  }
  // What is in a crowd is not looked at.
  for (const ranked of roots.length > CROWD ? [] : rankedIn(root, notice)) {
    best = best && best.worth >= ranked.worth ? best : ranked;
  }
  return best ?? (wcs ? ranking(wcs, 0) : largestOf(roots));
}

/** Arrays and tables that compete, in document order. */
function* rankedIn(root: TreeValue, notice?: (place: Place) => void): Generator<Ranked> {
  for (const place of placesIn(root)) {
    notice?.(place);
    const worth = place.isPart ? undefined : worthOf(place);
    if (worth !== undefined) {
      yield ranking(place, worth);
    }
  }
}

/** Every value that is more than a plain scalar. One in several places is entered at the first only. */
function* placesIn(root: TreeValue): Generator<Place> {
  if (typeof root !== "object" || root === null) {
    return;
  }
  const seen = new Set<object>();
  const waiting: Place[] = [
    { label: "", value: arrayOf(root) ?? root, above: undefined, depth: 0, isPart: false, isLater: false },
  ];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    yield place;
    if (!seen.has(place.value)) {
      seen.add(place.value);
      // One by one: a call takes no arguments without number.
      for (const inner of below(place).reverse()) {
        waiting.push(inner);
      }
    }
  }
}

function below(above: Place): Place[] {
  // An array of many files may have arrays in its description: tiles.
  const { value } = above;
  const collection = (value instanceof NdArray && value.files && componentsOf(value)) || value;
  if (!Array.isArray(collection) && !(collection instanceof Map) && !isTreeMap(collection)) {
    return [];
  }
  if (countOf(collection) > CROWD) {
    return [];
  }
  const isPart = above.isPart || TABLE.test(tagOf(collection) ?? "") || isWcs(above) || isProvenance(above);
  const places: Place[] = [];
  for (const [key, value] of entriesOf(collection)) {
    if (typeof value === "object" && value !== null) {
      places.push({
        label: labelOf(key),
        value: arrayOf(value) ?? value,
        above,
        depth: above.depth + 1,
        isPart,
        isLater: above.isLater || (Array.isArray(collection) && key !== 0),
      });
    }
  }
  return places;
}

function ranking(place: Place, worth: number): Ranked {
  return { path: pathOf(place), value: place.value as TreeValue, worth };
}

/** Undefined for what is neither an array nor a table. */
function worthOf(place: Place): number | undefined {
  const kind = kindOf(place);
  if (!kind) {
    return undefined;
  }
  if (isImage(place.value) && isAt(place, ROMAN)) {
    return Infinity;
  }
  const size = Math.log2(Math.min(kind.size, LARGE)) / 2;
  const isLater = place.above?.isLater ?? false;
  return kind.worth + size + nameWorth(place) - place.depth / 4 - (isLater ? 1 : 0);
}

/** What an array or a table is worth by what it is, and the number of its elements or rows. */
function kindOf({ value, above }: Place): { readonly worth: number; readonly size: number } | undefined {
  if (value instanceof NdArray) {
    const { size, shape, dtype, ndim } = value;
    const isText = !isNumeric(value) && !isStruct(dtype);
    if (size === 0 || isText || (ndim === 0 && isNumeric(value))) {
      return undefined;
    }
    return { worth: isStruct(dtype) ? 10 : isImage(value) ? imageWorth(shape, size) : 6, size };
  }
  if (TABLE.test(tagOf(value) ?? "")) {
    // A column has data, a table columns.
    const isEmpty = isTreeMap(value) && value["data"] === undefined && countOf(value["columns"]) === 0;
    return isEmpty ? undefined : { worth: 10, size: 1 };
  }
  // The root is no row of the viewer's tree.
  const columns = above && columnMap(value as TreeValue);
  return columns?.isWhole ? { worth: 10, size: columns.rows } : undefined;
}

function imageWorth(shape: readonly number[], size: number): number {
  const [, second = 0] = shape.toSorted((a, b) => b - a);
  const plane = (shape.at(-1) ?? 0) * (shape.at(-2) ?? 0);
  return plane > VAST ? -3 : size < MATRIX || second <= NARROW ? 6 : 12;
}

function nameWorth(place: Place): number {
  const name = nameOf(place);
  const array = place.value instanceof NdArray ? place.value : undefined;
  if (isCompanion(name) || (array && isFlags(name, nameOfType(array.dtype)))) {
    return -10;
  }
  if (SCIENCE.test(name) || array?.files) {
    return 10;
  }
  return !array ? 0 : SIGNAL.test(name) ? 8 : COORDINATE.test(name) ? -2 : 0;
}

/** The name by which an array is known: its own, the name of the quantity whose value it is, or the name of its HDU without the version. */
function nameOf({ label, value, above }: Place): string {
  if (label === "value" && above && QUANTITY.test(tagOf(above.value) ?? "")) {
    return above.label;
  }
  const isOfHdu = label === "data" && value instanceof NdArray && value.hdu !== undefined;
  return isOfHdu && above?.depth === 1 && Object.hasOwn(above.value, "header")
    ? above.label.replace(VERSION, "")
    : label;
}

function labelOf(key: TreeValue): string {
  return typeof key === "string" ? key : keyText(key);
}

function isNumeric({ dtype }: NdArray): boolean {
  return typeof dtype === "string";
}

function isWcs({ label, value }: Place): boolean {
  return WCS.test(tagOf(value) ?? "") || (label === "wcs" && countOf(value) > 0);
}

function isProvenance({ label, depth }: Pick<Place, "label" | "depth">): boolean {
  return depth === 1 && PROVENANCE.test(label);
}

function isAt(place: Place, keys: readonly string[]): boolean {
  return keys.length === place.depth && pathOf(place) === keys.join("/");
}

function pathOf(place: Place): string {
  const keys: string[] = [];
  for (let at = place; at.above; at = at.above) {
    keys.unshift(keyText(at.label));
  }
  return keys.join("/");
}

/** The map or list of the first level, as far as it is looked at, with the most items; a crowd or the provenance only if there is nothing else. */
function largestOf(roots: readonly [TreeValue, TreeValue][]): Ranked | undefined {
  const others = roots.filter(([key]) => !isProvenance({ label: labelOf(key), depth: 1 }));
  let largest = others[0] ?? roots[0];
  let most = -1;
  for (const one of others) {
    const count = countOf(one[1]);
    if (count > most && count <= CROWD) {
      [largest, most] = [one, count];
    }
  }
  return largest && { path: keyText(labelOf(largest[0])), value: largest[1], worth: 0 };
}

function countOf(value: unknown): number {
  if (value instanceof Map) {
    return value.size;
  }
  return Array.isArray(value) ? value.length : isTreeMap(value) ? Object.keys(value).length : 0;
}
