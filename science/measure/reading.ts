/**
 * The elements that a measurement needs: the rectangle around its region, and somewhat more where that costs little, so that a region
 * that is dragged finds its next pixels here. A very large rectangle is read in strips, each time again.
 */
import { drawnPart, partOf } from "../elements/complex.ts";
import { isSameShape } from "../elements/shapes.ts";
import type { ComplexPart } from "../elements/values.ts";
import { bytes } from "../format/format.ts";
import type { RegionShape } from "../regions/region.ts";
import { elementsOf, readSection } from "../sections/reading.ts";
import { type ReadableArray, type Section, sizeOf } from "../sections/section.ts";
import { type Tile, valueAt } from "./gather.ts";
import { type Bounds, shared } from "./membership.ts";
import { MeasureError } from "./results.ts";

/** The most elements that are kept, and the number of elements of a strip. */
const KEPT = 2 ** 24;
const STRIP = 2 ** 22;
/** The least that is read around a region, in pixels. */
const AROUND = 64;
/** Bytes that are read from a server without being asked for. */
const UNASKED = 2 ** 26;

/** An array that is measured in. */
export interface Source {
  readonly path: string;
  readonly array: ReadableArray;
  readonly isRemote: boolean;
}

export interface Sources {
  readonly data: Source;
  readonly flags: Source | undefined;
}

/** What is measured in an array. */
export interface Measuring {
  readonly section: Section;
  /** The part of complex numbers. */
  readonly part: ComplexPart;
  readonly shape: RegionShape;
  /** Pixels with any of these bits in a bit mask of the same shape do not count. */
  readonly flags?: { readonly bits: number } | undefined;
  /** Whether a great many bytes may be read from a server; without it, that fails with the code `much-to-read`. */
  readonly all?: boolean | undefined;
}

type Asked = Omit<Measuring, "shape">;

interface Kept {
  readonly sources: Sources;
  readonly key: string;
  readonly tile: Tile;
}

/** What was read for the last measurements. */
export interface KeptReader {
  reader?: Reader;
}

export class Reader {
  #kept: Kept[] = [];

  /** Parts of a section that together hold a rectangle; one, unless it is very large. */
  async *tiles(sources: Sources, asked: Asked, wanted: Bounds, signal: AbortSignal): AsyncGenerator<Tile> {
    const { data } = sources;
    allow(data, wanted.width * wanted.height, asked);
    if (wanted.width * wanted.height <= KEPT) {
      yield await this.#tile(sources, asked, wanted, signal);
      return;
    }
    const rows = Math.max(1, Math.floor(STRIP / wanted.width));
    for (let row = 0; row < wanted.height; row += rows) {
      const strip = { ...wanted, y: wanted.y + row, height: Math.min(rows, wanted.height - row) };
      yield await read(sources, asked, strip, signal);
    }
  }

  async #tile(sources: Sources, asked: Asked, wanted: Bounds, signal: AbortSignal): Promise<Tile> {
    const key = JSON.stringify([asked.section, asked.part]);
    const isSame = (kept: Kept) =>
      kept.key === key &&
      kept.sources.data.array === sources.data.array &&
      kept.sources.flags?.array === sources.flags?.array;
    const known = this.#kept.find((kept) => isSame(kept) && contains(kept.tile, wanted));
    const bits = asked.flags?.bits ?? 0;
    if (known) {
      const { flags } = known.tile;
      return flags ? { ...known.tile, flags: { ...flags, bits } } : known.tile;
    }
    const tile = await read(sources, asked, aroundOf(sources.data, asked, wanted), signal);
    // Data and their errors.
    this.#kept = [{ sources, key, tile }, ...this.#kept.filter((kept) => !isSame(kept)).slice(0, 1)];
    return tile;
  }
}

/** Refuses to read a great deal from a server unasked. */
export function allow(
  { array, isRemote }: Source,
  elements: number,
  { all, section: { collapse } }: Pick<Asked, "all" | "section">,
): void {
  const planes = collapse ? collapse.stop - collapse.start : 1;
  const cost = elements * planes * (array.nbytes / Math.max(array.size, 1));
  if (isRemote && cost > UNASKED && !all) {
    throw new MeasureError("much-to-read", `This reads ${bytes(cost)}.`, "warning");
  }
}

/** A rectangle, with what is read along with it. */
function aroundOf({ array, isRemote }: Source, { section }: Asked, wanted: Bounds): Bounds {
  const [height, width] = sizeOf(array, section);
  const all = { x: 0, y: 0, width, height };
  if (array.compression || section.collapse) {
    // All that is before an element is decoded with it, and planes are collapsed only once.
    return width * height <= KEPT ? all : wanted;
  }
  if (isRemote) {
    return wanted;
  }
  const [across, up] = [wanted.width, wanted.height].map((size) => Math.max(AROUND, size >> 1));
  const [dx = 0, dy = 0] = [across, up];
  const more = shared(all, {
    ...{ x: wanted.x - dx, y: wanted.y - dy },
    ...{ width: wanted.width + 2 * dx, height: wanted.height + 2 * dy },
  });
  return more.width * more.height <= KEPT ? more : wanted;
}

async function read(
  { data, flags }: Sources,
  { section, part, flags: chosen }: Asked,
  bounds: Bounds,
  signal: AbortSignal,
): Promise<Tile> {
  const excerpt = { ...bounds, step: 1 };
  const { values, mask } = elementsOf(await readSection(data.path, data.array, section, excerpt, { signal }));
  const drawn = drawnPart(data.array, part);
  const words =
    flags && elementsOf(await readSection(flags.path, flags.array, section, excerpt, { signal })).values;
  return {
    ...bounds,
    values: drawn ? partOf(values, drawn) : values,
    mask,
    flags: words && { words, bits: chosen?.bits ?? 0 },
  };
}

/** Throws where an array cannot be measured in. */
export function check({ data, flags }: Sources, { section }: Asked): void {
  const { dtype, shape } = data.array;
  if (typeof dtype !== "string") {
    throw new MeasureError("not-numbers", "Only numbers can be measured.");
  }
  if (section.axes.length < 2) {
    throw new MeasureError("not-an-image", "Regions are measured in images.");
  }
  if (flags && !isSameShape(flags.array.shape, shape)) {
    throw new MeasureError("other-shape", `${flags.path} has another shape than ${data.path}.`);
  }
}

function contains(outer: Bounds, inner: Bounds): boolean {
  const common = shared(outer, inner);
  return common.width === inner.width && common.height === inner.height;
}

/** Elements of a tile as numbers; NaN for those that do not count. */
export function numberAt(tile: Tile, x: number, y: number): number {
  return valueAt(tile, (y - tile.y) * tile.width + x - tile.x);
}
