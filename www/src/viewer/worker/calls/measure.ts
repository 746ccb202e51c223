/** Measuring in regions, as calls of the worker; what answers them is loaded with the first. */
import type { MeasureCalls, MeasureRequest } from "../../protocol/measure.ts";
import type { HeldFile } from "../held.ts";
import type { Measurement } from "../measure/measurement.ts";

export function measureCalls(held: HeldFile): MeasureCalls {
  return {
    measure: (task, request) => measured(held, task, request, (measurement) => measurement.statistics()),

    photometry: (task, request, background) =>
      measured(held, task, request, (measurement) => measurement.photometry(background)),

    radialProfile: (task, request, choice) =>
      measured(held, task, request, (measurement) => measurement.radial(choice)),

    pathProfile: (task, request, choice) =>
      measured(held, task, request, (measurement) => measurement.path(choice)),

    spectrum: (task, request, axis, by, onProgress) =>
      measured(held, task, request, (measurement) => measurement.spectrum(axis, by, onProgress)),

    histogramInside: (task, request, choice) =>
      measured(held, task, request, (measurement) => measurement.histogram(choice)),
  };
}

function measured<T>(
  held: HeldFile,
  task: number,
  request: MeasureRequest,
  work: (measurement: Measurement) => Promise<T>,
): Promise<T> {
  return held.stoppable(task, async (file, signal) => {
    const { Measurement } = await import("../measure/measurement.ts");
    const section = await file.world.withCoordinate(request.node, request.section);
    return work(new Measurement(file, { ...request, section }, signal));
  });
}
