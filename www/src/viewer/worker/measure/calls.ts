/** Measuring in regions, as calls of the worker; what answers them is loaded with the first. */
import type { MeasureCalls, MeasureRequest } from "../../protocol/measure.ts";
import { stoppable } from "../opened.ts";
import { withCoordinate } from "../world.ts";
import type { Measurement } from "./measurement.ts";

export const measureCalls: MeasureCalls = {
  measure: (task, request) => measured(task, request, (measurement) => measurement.statistics()),

  photometry: (task, request, background) =>
    measured(task, request, (measurement) => measurement.photometry(background)),

  radialProfile: (task, request, choice) =>
    measured(task, request, (measurement) => measurement.radial(choice)),

  pathProfile: (task, request, choice) => measured(task, request, (measurement) => measurement.path(choice)),

  spectrum: (task, request, axis, by, onProgress) =>
    measured(task, request, (measurement) => measurement.spectrum(axis, by, onProgress)),

  histogramInside: (task, request, choice) =>
    measured(task, request, (measurement) => measurement.histogram(choice)),
};

function measured<T>(
  task: number,
  request: MeasureRequest,
  work: (measurement: Measurement) => Promise<T>,
): Promise<T> {
  return stoppable(task, async (signal) => {
    const { Measurement } = await import("./measurement.ts");
    const section = await withCoordinate(request.node, request.section);
    return work(new Measurement({ ...request, section }, signal));
  });
}
