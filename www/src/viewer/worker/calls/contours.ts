/** Contours as the page asks for them. */
import type { ContourCalls } from "../../protocol/over/contours.ts";
import type { HeldFile } from "../held.ts";

export function contourCalls(held: HeldFile): ContourCalls {
  return {
    contours: (task, request) =>
      held.stoppable(task, async ({ arrays, kept, world }, signal) => {
        const { readContours } = await import("../image/contouring.ts");
        const section = await world.withCoordinate(request.node, request.section);
        return readContours(kept, ...arrays.readableAt(request.node), { ...request, section }, signal);
      }),

    background: () =>
      held.answer(async ({ feeds }) => {
        const { backgroundOf } = await import("@asdf-wasm/science/compute/contour");
        const values = feeds.stage?.sample?.taken();
        return values && backgroundOf(values);
      }),
  };
}
