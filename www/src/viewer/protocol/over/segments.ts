/** Images of labels, as segmentation maps are: each pixel has the number of the source that it belongs to, or 0. */
import type { Section } from "@asdf-wasm/science/sections/section";

export interface LabelsRequest {
  readonly node: number;
  readonly section: Section;
}

/** Segments in the colours of their rows. */
export interface SegmentPaint extends LabelsRequest {
  /** The label of each row, and its colour as red, green and blue of eight bits each. */
  readonly labels: Float64Array;
  readonly colors: Uint32Array;
  /** The picture has one of so many pixels along each axis. */
  readonly step: number;
}

export interface SegmentCalls {
  /** A picture of the segments that rows have, transparent elsewhere. */
  picture(request: SegmentPaint, signal: AbortSignal): Promise<ImageBitmap>;
  /** All labels but 0, in increasing order. */
  labels(request: LabelsRequest, signal: AbortSignal): Promise<Float64Array>;
  /** The label of a pixel. */
  at(
    request: LabelsRequest & { readonly x: number; readonly y: number },
    signal: AbortSignal,
  ): Promise<number>;
  /** The edges of a segment: x, y of the start and of the end of each, with 0 at the edge of the first pixel. */
  outline(request: LabelsRequest & { readonly label: number }, signal: AbortSignal): Promise<Float64Array>;
}
