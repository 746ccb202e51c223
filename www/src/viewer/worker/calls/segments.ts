/** Segments of images of labels as the page asks for them; what answers is loaded with the first call. */
import { transfer } from "comlink";
import type { SegmentCalls } from "../../protocol/over/segments.ts";
import type { Answers } from "../held.ts";

export const segmentAnswers: Answers<SegmentCalls> = {
  async labels(file, request, signal) {
    const labels = await (await import("../segments/segments.ts")).labelsIn(file, request, signal);
    return transfer(labels, [labels.buffer]);
  },

  at: async (file, request, signal) =>
    (await import("../segments/segments.ts")).labelAt(file, request, signal),

  async picture(file, request, signal) {
    const picture = await (await import("../segments/segments.ts")).pictureOf(file, request, signal);
    return transfer(picture, [picture]);
  },

  async outline(file, request, signal) {
    const edges = await (await import("../segments/segments.ts")).outlineOf(file, request, signal);
    return transfer(edges, [edges.buffer]);
  },
};
