/** What was drawn around points: as a path on the plot, and as a part of a choice. */

import type { OutlinedRows } from "@asdf-wasm/science/tables/choice";
import type { Box } from "../../../chart/frame.ts";
import type { PlotRequest } from "../../../protocol/plot.ts";
import { type Layout, placeAt } from "./layout.ts";
import type { Tool } from "./plotModel.ts";
import { type Point, simplified, valueAt } from "./space.ts";

/** In CSS pixels, and the most corners that are kept: links have them. */
const TOLERANCE = 1.5;
const MOST = 60;

/** In the space between the axes; the points are relative to the element. */
export function outlinePath(tool: Tool, points: readonly Point[], area: Box): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) {
    return "";
  }
  const [left, top] = [first.x - area.x, first.y - area.y];
  return tool === "lasso"
    ? `M${points.map(({ x, y }) => `${x - area.x} ${y - area.y}`).join("L")}z`
    : `M${left} ${top}H${last.x - area.x}V${last.y - area.y}H${left}z`;
}

export function outlineOf(
  kind: "box" | "lasso",
  points: readonly Point[],
  layout: Layout,
  { x, y, logX, logY, filters }: PlotRequest,
  isWithout: boolean,
): OutlinedRows | undefined {
  const { area } = layout.frame;
  const inside = points.map((point) => ({
    x: Math.min(Math.max(point.x, area.x), area.x + area.width),
    y: Math.min(Math.max(point.y, area.y), area.y + area.height),
  }));
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) {
    return undefined;
  }
  let corners = kind === "box" ? [first, last] : simplified(inside, TOLERANCE);
  for (let tolerance = 2 * TOLERANCE; corners.length > MOST; tolerance *= 2) {
    corners = simplified(inside, tolerance);
  }
  const outline = corners.flatMap((corner) => {
    const place = placeAt(layout, corner);
    return [valueAt(place.x, layout.part.x, logX), valueAt(place.y, layout.part.y, logY)];
  });
  return kind === "lasso" && corners.length < 3
    ? undefined
    : { kind, isWithout, x, y, logX, logY, outline, filters };
}
