/**
 * What to show of a file first: what a person most likely opened it for. Arrays and tables compete by kind, size, name
 * and place; what a WCS is made of does not. A file without any is shown at its largest map. Only the tree decides:
 * nothing is read.
 */
import { NdArray, tagOf } from "asdf-wasm";
import { isCompanion, isFlags, isTable } from "../../protocol/kinds.ts";
import { columnMapOf } from "./columnMap.ts";
import { type Entry, holdsObjects, nameOf } from "./entries.ts";
import type { EntryTree } from "./entryTree.ts";
import { countOf, datatypeName, elementsOf, isImage } from "./values.ts";

const SCIENCE = /^(data|sci|science)$/i;
const SIGNAL = /^(flux|fluxes|intensity|signal|counts|spectrum|image|cube|primary)$/i;
/** What others are plotted against. */
const COORDINATE = /^(x|wave(length)?s?|lambda|freq(uenc(y|ies))?|energy|velocity|times?|index|bins?)$/i;
/** Maps that say how the file was made. */
const PROVENANCE = /^(asdf_library|asdf\/library|history)$/;
const WCS = /[:/](gwcs|wcs|transform)[/-]/;

/** An image of fewer pixels is more likely a matrix; one that is narrower, a list of vectors. */
const MATRIX = 2 ** 8;
const NARROW = 8;
/** More elements say nothing more, and a plane of so many takes too long to read unasked. */
const LARGE = 2 ** 24;
const VAST = 2 ** 27;
/** The tree is not unfolded through a collection of more entries. */
const CROWD = 10_000;

export function firstShown(tree: EntryTree): Entry | undefined {
  const roman = tree.follow("roman/data");
  if (roman && isImage(roman.value)) {
    return roman;
  }
  const places = new Places();
  let best: { readonly entry: Entry; readonly worth: number } | undefined;
  let wcs: Entry | undefined;
  for (const entry of tree.walk(holdsObjects)) {
    // A plain scalar is neither an array nor a table, and most entries are such.
    if (typeof entry.value !== "object") {
      continue;
    }
    wcs ??= isWcs(entry) && !places.isPart(entry.parent) ? entry : undefined;
    const worth = worthOf(entry, places);
    if (worth > (best?.worth ?? Number.NEGATIVE_INFINITY)) {
      best = { entry, worth };
    }
  }
  return best?.entry ?? wcs ?? largestMap(tree);
}

/** Remembers which collections belong to something else: siblings are many. */
class Places {
  readonly #parts = new Map<Entry, boolean>();

  /** Whether what is there belongs to a table, a WCS, the provenance or a crowd. */
  isPart(entry: Entry | undefined): boolean {
    const above: Entry[] = [];
    let at = entry;
    while (at && !this.#parts.has(at)) {
      above.push(at);
      at = at.parent;
    }
    let isPart = at !== undefined && this.#parts.get(at) === true;
    for (const one of above.reverse()) {
      isPart ||= isTable(tagOf(one.value)) || isWcs(one) || isProvenance(one) || countOf(one.value) > CROWD;
      this.#parts.set(one, isPart);
    }
    return isPart;
  }
}

/** Grows with how likely a person wants to see it; minus infinity for what is neither an array nor a table. */
function worthOf(entry: Entry, places: Places): number {
  const { value, parent } = entry;
  const kind = kindOf(entry);
  if (!kind || places.isPart(parent)) {
    return Number.NEGATIVE_INFINITY;
  }
  const name = nameOf(entry);
  const size = Math.log2(Math.min(kind.size, LARGE)) / 2;
  return kind.worth + size + nameWorth(name, value) - depthOf(entry) / 4 - (isLaterItem(parent) ? 1 : 0);
}

/** What an array or a table is worth by what it is, and the number of its elements or rows. */
function kindOf({ value, parent }: Entry): { readonly worth: number; readonly size: number } | undefined {
  if (value instanceof NdArray) {
    const { size, shape, dtype } = value;
    const elements = elementsOf(dtype);
    if (size === 0 || elements === "texts" || (value.ndim === 0 && elements === "numbers")) {
      return undefined;
    }
    return { worth: elements === "records" ? 10 : isImage(value) ? imageWorth(shape, size) : 6, size };
  }
  if (isTable(tagOf(value))) {
    return { worth: 10, size: 1 };
  }
  // The root is no row of the tree.
  const columns = parent && columnMapOf(value);
  return columns?.isWhole ? { worth: 10, size: columns.rows } : undefined;
}

function imageWorth(shape: readonly number[], size: number): number {
  const [, second = 0] = shape.toSorted((a, b) => b - a);
  const plane = (shape.at(-1) ?? 0) * (shape.at(-2) ?? 0);
  return plane > VAST ? -3 : size < MATRIX || second <= NARROW ? 6 : 12;
}

function nameWorth(key: string, value: unknown): number {
  const isArray = value instanceof NdArray;
  if (
    isCompanion({ key }) ||
    isFlags({ key, array: isArray ? { datatype: datatypeName(value.dtype) } : undefined })
  ) {
    return -10;
  }
  if (SCIENCE.test(key)) {
    return 10;
  }
  return !isArray ? 0 : SIGNAL.test(key) ? 8 : COORDINATE.test(key) ? -2 : 0;
}

function isWcs({ label, value }: Entry): boolean {
  return WCS.test(tagOf(value) ?? "") || (label === "wcs" && countOf(value) > 0);
}

function isProvenance({ label, parent }: Entry): boolean {
  return parent !== undefined && parent.parent === undefined && PROVENANCE.test(label);
}

/** Whether it is in an item of a list that is not the first: one of many slits, spectra, detectors. */
function isLaterItem(entry: Entry | undefined): boolean {
  for (let at = entry; at?.parent; at = at.parent) {
    if (Array.isArray(at.parent.value) && at.key !== 0) {
      return true;
    }
  }
  return false;
}

function depthOf({ parent }: Entry): number {
  return parent ? 1 + depthOf(parent) : 0;
}

/** The map or list of the first level with the most items; a crowd or the provenance only if there is nothing else. */
function largestMap(tree: EntryTree): Entry | undefined {
  const roots = tree.below(tree.root);
  const others = roots.filter((entry) => !isProvenance(entry));
  const fit = others.filter(({ value }) => countOf(value) <= CROWD);
  let largest = fit[0] ?? others[0] ?? roots[0];
  let most = countOf(largest?.value);
  for (const entry of fit) {
    const count = countOf(entry.value);
    if (count > most) {
      [largest, most] = [entry, count];
    }
  }
  return largest;
}
