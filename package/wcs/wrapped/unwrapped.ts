/**
 * A wrapped WCS as a gwcs: astropy's `SlicedLowLevelWCS` and ndcube's `ResampledLowLevelWCS`, `ReorderedLowLevelWCS` and
 * `CompoundLowLevelWCS` as transforms before and after the transforms of the WCS inside.
 */
import type { Warning } from "../../api/blocks.ts";
import { AsdfError } from "../../api/error.ts";
import { NdArray } from "../../api/ndarray.ts";
import { isTreeMap, Reference, type TreeMap, type TreeValue } from "../../api/tree.ts";
import { tagOf } from "../../api/values.ts";
import { beside, remapped, shifted, transform } from "../fits/nodes.ts";
import { gwcsOf } from "../fits/wcs.ts";
import { allKeywordsOf, isGwcs, type Keywords, keywordsOf } from "../paths.ts";
import { tablesIn } from "../tables.ts";
import { headerIn, wrapperOf } from "../wrapper.ts";
import { completed, gwcsOfFlat, type Interval, type Signal, selected, withFlat } from "./flat.ts";

/** How deep wrappers may nest. */
const DEPTH = 16;

/** Unwraps the WCS at a path; warnings are of what the FITS keywords inside leave out. */
export async function unwrapped(
  node: TreeValue,
  path: string,
  options: Signal,
): Promise<{ readonly gwcs: TreeMap; readonly warnings: readonly Warning[] }> {
  const unwrapping = new Unwrapping(path, options);
  return { gwcs: await unwrapping.gwcs(node, 0), warnings: [...unwrapping.warnings.values()] };
}

class Unwrapping {
  /** By their messages: several parts may leave out the same. */
  readonly warnings = new Map<string, Warning>();
  readonly #path: string;
  readonly #options: Signal;

  constructor(path: string, options: Signal) {
    this.#path = path;
    this.#options = options;
  }

  async gwcs(given: TreeValue, depth: number): Promise<TreeMap> {
    const node = given instanceof Reference ? await given.resolve(this.#options) : given;
    const keywords = keywordsOf(node);
    if (depth > DEPTH) {
      throw this.#malformed(`WCS wrap one another deeper than ${DEPTH}`);
    }
    if (keywords) {
      return this.#ofKeywords(keywords, []);
    }
    if (isGwcs(node)) {
      return node;
    }
    if (!isTreeMap(node)) {
      throw this.#malformed("this is no WCS");
    }
    const inner = (wcs: TreeValue | undefined) => this.gwcs(wcs ?? null, depth + 1);
    switch (wrapperOf(node)) {
      case "wcs":
        return this.#ofKeywords(allKeywordsOf(headerIn(node)), node["hdulist"] ?? null);
      case "highlevelwcswrapper":
        return inner(node["wcs"]);
      case "slicedwcs":
        return this.#sliced(await inner(node["wcs"]), node["slices_array"] ?? null);
      case "resampledwcs":
        return this.#resampled(await inner(node["wcs"]), node);
      case "reorderedwcs":
        return this.#reordered(await inner(node["wcs"]), node);
      case "compoundwcs": {
        const parts = Array.isArray(node["wcs"]) ? node["wcs"] : [];
        return this.#compound(await Promise.all(parts.map(inner)), node["mapping"] ?? null);
      }
      default: {
        const message = `the WCS ${tagOf(node) ?? ""} is not supported`;
        throw new AsdfError("unsupported-transform", message, { path: this.#path });
      }
    }
  }

  /** `hdus` are the nodes of the HDUs that may hold tables of the keywords. */
  async #ofKeywords(keywords: Keywords, hdus: TreeValue): Promise<TreeMap> {
    const tables = () => tablesIn(Array.isArray(hdus) ? hdus : []);
    const { gwcs, warnings } = await gwcsOf(keywords, this.#path, tables, this.#options.signal);
    for (const warning of warnings) {
      this.warnings.set(warning.message, warning);
    }
    return gwcs;
  }

  #sliced(inner: TreeMap, slices: TreeValue): Promise<TreeMap> {
    return withFlat(inner, this.#path, this.#options, (flat) => {
      const { pixelAxes, worldAxes, pixels, world, box, depends } = flat;
      const listed = Array.isArray(slices) ? slices : [];
      // They are in the order of numpy: the last one is of x.
      const starts = Array.from({ length: pixelAxes }, (_, axis) =>
        this.#start(listed[pixelAxes - 1 - axis]),
      );
      const axes = [...starts.keys()];
      const kept = axes.filter((axis) => !starts[axis]?.isIndex);
      const first = starts.map(({ start }) => start);
      const found = Array.from({ length: worldAxes }, (_, axis) => axis).filter((axis) =>
        kept.some((pixel) => depends(axis, pixel)),
      );
      if (kept.length === 0 || found.length === 0) {
        throw this.#malformed("its slices leave no axis");
      }
      const isOutside = axes.some((axis) => {
        const [least, greatest] = box[axis] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
        return (
          !kept.includes(axis) && ((first[axis] as number) < least || (first[axis] as number) > greatest)
        );
      });
      const nowhere: Interval = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      const limits = kept.map((axis) =>
        isOutside ? nowhere : along(box[axis], (x) => x - (first[axis] ?? 0)),
      );
      const before = [
        shifted(kept.map((axis) => first[axis] ?? 0)),
        ...(kept.length < pixelAxes ? [completed(kept, first)] : []),
      ];
      const after = found.length < worldAxes ? [selected(found, flat.at(first))] : [];
      return gwcsOfFlat(
        [...before, flat.transform, ...after],
        [{ frame: pixels, placeOf: placeIn(kept) }],
        [{ frame: world, placeOf: placeIn(found) }],
        limits,
      );
    });
  }

  /** Where a slice begins; an index takes its axis away. */
  #start(slice: TreeValue | undefined): { readonly start: number; readonly isIndex: boolean } {
    if (typeof slice === "number" || typeof slice === "bigint") {
      return { start: Number(slice), isIndex: true };
    }
    const { start = null, step = null } = isTreeMap(slice ?? null) ? (slice as TreeMap) : {};
    if (Number(step ?? 1) !== 1 || Number(start ?? 0) < 0 || !Number.isInteger(Number(start ?? 0))) {
      throw this.#malformed("a slice of it has a step or a negative start");
    }
    return { start: Number(start ?? 0), isIndex: false };
  }

  async #resampled(inner: TreeMap, node: TreeMap): Promise<TreeMap> {
    const [factors, offsets] = [
      await this.#numbers(node, "factor", 1),
      await this.#numbers(node, "offset", 0),
    ];
    return withFlat(inner, this.#path, this.#options, ({ transform: to, pixelAxes, worldAxes, ...flat }) => {
      const axes = Array.from({ length: pixelAxes }, (_, axis) => axis);
      const of = (list: readonly number[], axis: number) => list[list.length === 1 ? 0 : axis];
      const scales = axes.map((axis) => of(factors, axis) ?? Number.NaN);
      // The edge of the first pixel is `offset` from the edge of the first one inside.
      const starts = axes.map((axis) => (of(offsets, axis) ?? Number.NaN) + (scales[axis] ?? 0) / 2 - 0.5);
      if (scales.some((scale) => !(Math.abs(scale) > 0)) || starts.some(Number.isNaN)) {
        throw this.#malformed("it has not one factor and one offset for each axis");
      }
      const scaled = beside(scales.map((factor) => transform("scale", { factor })));
      const box = axes.map((axis) =>
        along(flat.box[axis], (x) => (x - (starts[axis] ?? 0)) / (scales[axis] ?? 1)),
      );
      return gwcsOfFlat(
        [scaled, shifted(starts), to],
        [{ frame: flat.pixels, placeOf: same }],
        [{ frame: flat.world, placeOf: same }],
        box,
      );
    });
  }

  async #reordered(inner: TreeMap, node: TreeMap): Promise<TreeMap> {
    const pixelOrder = await this.#numbers(node, "pixel_order");
    const worldOrder = await this.#numbers(node, "world_order");
    return withFlat(inner, this.#path, this.#options, ({ transform: to, pixelAxes, worldAxes, ...flat }) => {
      if (!isOrder(pixelOrder, pixelAxes) || !isOrder(worldOrder, worldAxes)) {
        throw this.#malformed("its orders do not name each axis once");
      }
      return gwcsOfFlat(
        [
          remapped(
            pixelOrder.map((_, axis) => pixelOrder.indexOf(axis)),
            pixelAxes,
          ),
          to,
          remapped(worldOrder, worldAxes),
        ],
        [{ frame: flat.pixels, placeOf: placeIn(pixelOrder) }],
        [{ frame: flat.world, placeOf: placeIn(worldOrder) }],
        pixelOrder.map((axis) => flat.box[axis] ?? null),
      );
    });
  }

  async #compound(inner: readonly TreeMap[], mapping: TreeValue): Promise<TreeMap> {
    const flats = await Promise.all(
      inner.map((wcs) => withFlat(wcs, this.#path, this.#options, (flat) => flat)),
    );
    const count = flats.reduce((sum, { pixelAxes }) => sum + pixelAxes, 0);
    const given = mapping === null ? [] : await this.#list(mapping);
    const order = given.length > 0 ? given : Array.from({ length: count }, (_, axis) => axis);
    const axes = Math.max(...order) + 1;
    if (count === 0 || order.length !== count || !isOrder([...new Set(order)], axes)) {
      throw this.#malformed("its mapping does not name a pixel axis for each axis inside");
    }
    let [pixel, world] = [0, 0];
    const limits: (Interval | null)[] = Array.from({ length: axes }, () => null);
    const pixelFrames = [];
    const worldFrames = [];
    for (const flat of flats) {
      const [firstPixel, firstWorld] = [pixel, world];
      const isFirst = (axis: number) => order.indexOf(order[axis] ?? -1) === axis;
      pixelFrames.push({
        frame: flat.pixels,
        placeOf: (axis: number) => (isFirst(axis + firstPixel) ? order[axis + firstPixel] : undefined),
      });
      worldFrames.push({ frame: flat.world, placeOf: (axis: number) => axis + firstWorld });
      for (const [axis, interval] of flat.box.entries()) {
        const place = order[axis + firstPixel] ?? 0;
        limits[place] = both(limits[place] ?? null, interval);
      }
      [pixel, world] = [pixel + flat.pixelAxes, world + flat.worldAxes];
    }
    const parts = [remapped(order, axes), beside(flats.map((flat) => flat.transform))];
    return gwcsOfFlat(parts, pixelFrames, worldFrames, limits);
  }

  /** The numbers at a key: a list, an array or a single one. */
  async #numbers(node: TreeMap, key: string, otherwise?: number): Promise<number[]> {
    const value = node[key] ?? null;
    return value === null && otherwise !== undefined ? [otherwise] : this.#list(value);
  }

  async #list(value: TreeValue): Promise<number[]> {
    const read = value instanceof NdArray ? (await value.read([], this.#options)).data : undefined;
    const items: readonly unknown[] = read ? [...read] : Array.isArray(value) ? value : [value];
    const numbers = items.map((item) => (typeof item === "bigint" ? Number(item) : item));
    if (!numbers.every((item) => typeof item === "number")) {
      throw this.#malformed("numbers were expected");
    }
    return numbers;
  }

  #malformed(message: string): AsdfError {
    return new AsdfError("bad-tree", `the wrapped WCS is malformed: ${message}`, { path: this.#path });
  }
}

const same = (axis: number): number => axis;

/** The place of an axis among those kept. */
function placeIn(kept: readonly number[]): (axis: number) => number | undefined {
  return (axis) => (kept.includes(axis) ? kept.indexOf(axis) : undefined);
}

function isOrder(order: readonly number[], count: number): boolean {
  return order.length === count && [...order].sort((a, b) => a - b).every((axis, i) => axis === i);
}

/** An interval in other pixels. */
function along(interval: Interval | null | undefined, move: (x: number) => number): Interval | null {
  const ends = interval?.map(move) ?? [];
  return interval ? [Math.min(...ends), Math.max(...ends)] : null;
}

/** What two intervals have in common. */
function both(one: Interval | null, other: Interval | null): Interval | null {
  return one && other ? [Math.max(one[0], other[0]), Math.min(one[1], other[1])] : (one ?? other);
}
