/** The segments of an image of labels, found by reading all of it, in strips. */
import { addLabels, type LabelRows, SegmentOutline } from "@asdf-wasm/science/elements/segments";
import { elementsOf, readSection } from "@asdf-wasm/science/sections/reading";
import { sizeOf } from "@asdf-wasm/science/sections/section";
import type { LabelsRequest } from "../../protocol/over/segments.ts";
import type { OpenFile } from "../opened.ts";

/** The elements of a strip. */
const STRIP = 2 ** 22;

export async function labelsIn(
  file: OpenFile,
  request: LabelsRequest,
  signal: AbortSignal,
): Promise<Float64Array<ArrayBuffer>> {
  const labels = new Set<number>();
  await eachStrip(file, request, signal, (rows) => addLabels(rows, labels));
  return Float64Array.from(labels).sort();
}

export async function outlineOf(
  file: OpenFile,
  { label, ...request }: LabelsRequest & { readonly label: number },
  signal: AbortSignal,
): Promise<Float64Array<ArrayBuffer>> {
  const outline = new SegmentOutline(label);
  outline.end(await eachStrip(file, request, signal, (rows) => outline.add(rows)));
  return Float64Array.from(outline.edges);
}

/** The label of a pixel. */
export async function labelAt(
  { arrays }: OpenFile,
  { node, section, x, y }: LabelsRequest & { readonly x: number; readonly y: number },
  signal: AbortSignal,
): Promise<number> {
  const [path, array] = arrays.readableAt(node);
  const excerpt = { x, y, width: 1, height: 1, step: 1 };
  return Number(elementsOf(await readSection(path, array, section, excerpt, { signal })).values[0]);
}

/** Returns the number of rows. */
async function eachStrip(
  { arrays }: OpenFile,
  { node, section }: LabelsRequest,
  signal: AbortSignal,
  take: (rows: LabelRows) => void,
): Promise<number> {
  const [path, array] = arrays.readableAt(node);
  const [height, width] = sizeOf(array, section);
  const rows = Math.max(1, Math.floor(STRIP / Math.max(width, 1)));
  for (let y = 0; y < height; y += rows) {
    const excerpt = { x: 0, y, width, height: Math.min(rows, height - y), step: 1 };
    const { values } = elementsOf(await readSection(path, array, section, excerpt, { signal }));
    take({ values, width, y });
  }
  return height;
}
