/** Contours as the page asks for them. */
import type { ContourCalls } from "../../protocol/over/contours.ts";
import { answer, readableAt, stoppable } from "../opened.ts";
import { withCoordinate } from "../world.ts";
import { planeSample } from "./image.ts";

export const contourCalls: ContourCalls = {
  contours: (task, request) =>
    stoppable(task, async (signal) => {
      const { readContours } = await import("./contouring.ts");
      const section = await withCoordinate(request.node, request.section);
      return readContours(...readableAt(request.node), { ...request, section }, signal);
    }),

  background: () =>
    answer(async () => {
      const { backgroundOf } = await import("../compute/contour.ts");
      const values = planeSample();
      return values && backgroundOf(values);
    }),
};
