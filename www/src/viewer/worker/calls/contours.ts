/** Contours as the page asks for them. */
import type { ContourCalls } from "../../protocol/over/contours.ts";
import type { Answers } from "../held.ts";

export const contourAnswers: Answers<ContourCalls> = {
  async trace({ arrays, kept, world }, request, signal) {
    const { readContours } = await import("../image/contouring.ts");
    const section = await world.withCoordinate(request.node, request.section);
    return readContours(kept, ...arrays.readableAt(request.node), { ...request, section }, signal);
  },

  async scale({ arrays, world }, request, signal) {
    const { readScale } = await import("../image/contouring.ts");
    const section = await world.withCoordinate(request.node, request.section);
    return readScale(...arrays.readableAt(request.node), { ...request, section }, signal);
  },
};
