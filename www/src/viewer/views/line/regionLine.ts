/** The line of the selected region: the profile along it, or the mean of its pixels along an axis that is not on the stage. */
import { useMemo } from "preact/hooks";
import type { Question } from "../../client/connection.ts";
import type { Line } from "../../protocol/lines.ts";
import type { MeasureRequest } from "../../protocol/measure.ts";
import { nameOf } from "../../regions/names.ts";
import { RegionsModel } from "../../state/regions.ts";
import type { ViewProps } from "../../state/view.ts";
import { WorldModel } from "../../state/world.ts";

export interface RegionLine {
  readonly label: string;
  readonly ask: Question<Line>;
}

/** Undefined if the selected region has no line along the axis. */
export function useRegionLine({ host, facts }: ViewProps, axis: number): RegionLine | undefined {
  const region = host.model(RegionsModel).selected.value;
  const section = host.section.current.value;
  const part = host.part.value;
  const wcs = host.model(WorldModel).facts.value?.path;
  return useMemo(() => {
    if (!region || section.axes.length < 2) {
      return undefined;
    }
    const { shape } = region;
    const name = nameOf(region);
    // What the image collapses is not collapsed here.
    const plane = { axes: section.axes, index: section.index };
    const request: MeasureRequest = { node: facts.id, section: plane, part, shape, wcs };
    if (shape.kind === "line" || shape.kind === "polyline") {
      return {
        label: `Along ${name}`,
        ask: async (worker, signal) => ({
          ...(await worker.measure.path({ ...request, width: 1, sampling: "bilinear" }, signal)),
          name: `Along ${name}`,
        }),
      };
    }
    if (section.axes.includes(axis)) {
      return undefined;
    }
    return {
      label: `Mean of ${name}`,
      ask: async (worker, signal) => ({
        ...(await worker.measure.spectrum({ ...request, axis, by: "mean" }, signal)),
        name: `Mean of ${name}`,
      }),
    };
  }, [region, section, part, wcs, facts, axis]);
}
