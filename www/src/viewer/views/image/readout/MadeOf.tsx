/** How the values that are drawn were made: an axis collapsed, smoothed, binned. Nothing for an image as it is in the file. */

import type { Collapse } from "../../../protocol/computed/reductions.ts";
import type { Plane } from "../../../protocol/plane.ts";
import { filterTexts } from "../model/filters.ts";
import type { ImageModel } from "../model/model.ts";

const NAMES: Readonly<Record<Collapse["by"], string>> = {
  mean: "Mean",
  sum: "Sum",
  median: "Median",
  min: "Minimum",
  max: "Maximum",
  std: "Standard deviation",
  moment0: "Moment 0",
  moment1: "Moment 1",
  moment2: "Moment 2",
  width: "√ moment 2",
};

export function MadeOf({ image }: { image: ImageModel }) {
  const plane = image.plane.value;
  const text = plane ? textsOf(plane).join(" · ") : "";
  return text ? (
    <p class="made-of" role="note" aria-label="How this image is made">
      {text}
    </p>
  ) : null;
}

function textsOf({ section, filter, step }: Plane): string[] {
  const { collapse } = section;
  return [
    ...(collapse ? [collapseText(collapse)] : []),
    ...(filter ? filterTexts(filter) : []),
    ...(filter && step > 1 ? ["rough until zoomed in"] : []),
  ];
}

function collapseText({ by, axis, start, stop, along }: Collapse): string {
  const over = along ? ` over ${along.name || "the world coordinate"}` : "";
  return `${NAMES[by]}${over}, planes ${start} to ${stop - 1} of axis ${axis}`;
}
