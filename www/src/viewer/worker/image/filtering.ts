/** Planes and excerpts whose drawn values are smoothed or binned; the elements beside them stay as they are. */

import { filtered, type Numbers, reachOf } from "@asdf-wasm/science/compute/filter";
import type { Filter } from "@asdf-wasm/science/compute/reductions";
import { isComplex, partOf } from "@asdf-wasm/science/elements/complex";
import { buffersOf, memoryFor } from "@asdf-wasm/science/elements/pixels";
import type { ComplexPart, Elements, Frame, PlaneValues } from "@asdf-wasm/science/elements/values";
import { breather } from "@asdf-wasm/science/sections/breathing";
import { elementsOf, readSection } from "@asdf-wasm/science/sections/reading";
import type { Excerpt, ReadableArray, Section } from "@asdf-wasm/science/sections/section";
import { sizeOf } from "@asdf-wasm/science/sections/section";
import { transfer } from "comlink";
import type { Progress } from "../../protocol/facts.ts";
import type { Pixels } from "../../protocol/plane.ts";
import { fitsFloat32, narrow } from "./planes.ts";

/** The values to draw of an excerpt that was read. Progress is the share that has been smoothed. */
export function filteredPart(
  elements: { readonly values: PlaneValues; readonly mask?: Uint8Array | undefined },
  part: ComplexPart | undefined,
  { x, y, width, height, step }: Excerpt,
  filter: Filter,
  signal: AbortSignal,
  onProgress?: (progress: Progress) => void,
): Promise<Numbers> {
  const grid = { x, y, step, columns: Math.ceil(width / step), rows: Math.ceil(height / step) };
  const breathe = breather(signal, (done) => onProgress?.({ loaded: done, total: 1, phase: "smooth" }));
  return filtered(numbersOf(elements, part), grid, filter, breathe);
}

/** Reads an excerpt with as much around it as the filter reaches. */
export async function readFiltered(
  path: string,
  array: ReadableArray,
  section: Section,
  part: ComplexPart | undefined,
  { x, y, width, height, step }: Excerpt,
  frame: Frame,
  filter: Filter,
  signal: AbortSignal,
): Promise<Elements & Pick<Pixels, "display">> {
  const [rows, columns] = sizeOf(array, section);
  const reach = Math.ceil(reachOf(filter) / step);
  const [left, low] = [Math.min(reach, Math.floor(x / step)), Math.min(reach, Math.floor(y / step))];
  const wide: Excerpt = {
    x: x - left * step,
    y: y - low * step,
    step,
    width: Math.min(width + (left + reach) * step, columns - x + left * step),
    height: Math.min(height + (low + reach) * step, rows - y + low * step),
  };
  const read = elementsOf(await readSection(path, array, section, wide, { signal }));
  const drawn = await filteredPart(read, part, wide, filter, signal);
  const complex = isComplex(array.dtype);
  const window = {
    left,
    low,
    stride: Math.ceil(wide.width / step),
    columns: Math.ceil(width / step),
    rows: Math.ceil(height / step),
  };
  const values = windowOf(read.values, window, complex ? 2 : 1);
  const mask = read.mask && windowOf(read.mask, window, 1);
  const display = narrow(windowOf(drawn, window, 1), undefined, undefined, frame);
  return transfer({ values, mask, complex, display }, buffersOf(values, mask, display));
}

interface Window {
  readonly left: number;
  readonly low: number;
  readonly stride: number;
  readonly columns: number;
  readonly rows: number;
}

/** A window of elements that take `places` places each, in memory of its own. */
function windowOf<T extends PlaneValues>(
  values: T,
  { left, low, stride, columns, rows }: Window,
  places: number,
): T {
  const target = memoryFor(values, columns * rows * places);
  const to: { [index: number]: unknown } = target;
  for (let y = 0; y < rows; y += 1) {
    const from = ((low + y) * stride + left) * places;
    for (let i = 0; i < columns * places; i += 1) {
      to[y * columns * places + i] = values[from + i];
    }
  }
  return target;
}

/** The elements as numbers, NaN where they are masked. */
export function numbersOf(
  { values, mask }: { readonly values: PlaneValues; readonly mask?: Uint8Array | undefined },
  part: ComplexPart | undefined,
): Numbers {
  const parts = part ? partOf(values, part) : values;
  const numbers = fitsFloat32(parts) ? Float32Array.from(parts, Number) : Float64Array.from(parts, Number);
  for (let i = 0; mask && i < numbers.length; i += 1) {
    numbers[i] = mask[i] ? Number.NaN : (numbers[i] ?? Number.NaN);
  }
  return numbers;
}
