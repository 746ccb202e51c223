/** Measuring in regions, as calls of the worker; what answers them is loaded with the first. */
import type { MeasureCalls, MeasureRequest } from "../../protocol/measure.ts";
import type { Answers } from "../held.ts";
import type { Measurement } from "../measure/measurement.ts";
import type { OpenFile } from "../opened.ts";

export const measureAnswers: Answers<MeasureCalls> = {
  statistics: async (file, request, signal) => (await measuring(file, request, signal)).statistics(),

  photometry: async (file, request, signal) =>
    (await measuring(file, request, signal)).photometry(request.background),

  radial: async (file, request, signal) => (await measuring(file, request, signal)).radial(request),

  path: async (file, request, signal) => (await measuring(file, request, signal)).path(request),

  spectrum: async (file, request, signal, onProgress) =>
    (await measuring(file, request, signal)).spectrum(request.axis, request.by, onProgress),

  async rows(file, request, signal, onProgress) {
    const { measuredRows } = await import("../measure/rows.ts");
    const section = await file.world.withCoordinate(request.node, request.section);
    return measuredRows(file, { ...request, section }, signal, onProgress);
  },

  histogram: async (file, request, signal) => (await measuring(file, request, signal)).histogram(request),
};

async function measuring(file: OpenFile, request: MeasureRequest, signal: AbortSignal): Promise<Measurement> {
  const { Measurement } = await import("../measure/measurement.ts");
  const section = await file.world.withCoordinate(request.node, request.section);
  return new Measurement(file, { ...request, section }, signal);
}
