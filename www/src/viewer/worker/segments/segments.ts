/** The segments of an image of labels, found by reading all of it, in strips. */
import { addLabels, type LabelRows, SegmentOutline } from "@asdf-wasm/science/elements/segments";
import { elementsOf, readSection } from "@asdf-wasm/science/sections/reading";
import { allOf, sizeOf } from "@asdf-wasm/science/sections/section";
import type { ArrayData } from "asdf-wasm";
import type { LabelsRequest, SegmentPaint } from "../../protocol/over/segments.ts";
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

export async function pictureOf(
  { arrays }: OpenFile,
  { node, section, labels, colors, step }: SegmentPaint,
  signal: AbortSignal,
): Promise<ImageBitmap> {
  const [path, array] = arrays.readableAt(node);
  const excerpt = allOf(array, section, step);
  const values = labelsOf(await readSection(path, array, section, excerpt, { signal }));
  const picture = new ImageData(Math.ceil(excerpt.width / step), Math.ceil(excerpt.height / step));
  const painted = new DataView(picture.data.buffer);
  // Of rows with the same label the first one counts, as for a click.
  const colorOf = new Map(
    Array.from(labels, (label, row) => [label, colors[row] ?? 0] as const).toReversed(),
  );
  colorOf.delete(0);
  for (let i = 0; i < values.length; i += 1) {
    const color = colorOf.get(Number(values[i]));
    if (color !== undefined) {
      painted.setUint32(4 * i, color * 256 + 255);
    }
  }
  return createImageBitmap(picture);
}

/** The label of a pixel. */
export async function labelAt(
  { arrays }: OpenFile,
  { node, section, x, y }: LabelsRequest & { readonly x: number; readonly y: number },
  signal: AbortSignal,
): Promise<number> {
  const [path, array] = arrays.readableAt(node);
  const excerpt = { x, y, width: 1, height: 1, step: 1 };
  return Number(labelsOf(await readSection(path, array, section, excerpt, { signal }))[0]);
}

/** What is masked is background. */
function labelsOf(part: ArrayData): LabelRows["values"] {
  const { values, mask } = elementsOf(part);
  const labels: LabelRows["values"] = values;
  return mask?.includes(1) ? Float64Array.from(labels, (label, i) => (mask[i] ? 0 : Number(label))) : labels;
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
    take({ values: labelsOf(await readSection(path, array, section, excerpt, { signal })), width, y });
  }
  return height;
}
