/** Over the picture: the names of images that are too small to be seen, each a button that leads there, and what else must be said. */

import { many } from "@asdf-wasm/science/format/format";
import type { Layer } from "./sky/layer.ts";
import type { TogetherModel } from "./togetherModel.ts";

export function SkyMarks({ together }: { together: TogetherModel }) {
  const width = together.viewpoint.screen.value.width / devicePixelRatio;
  return together.seen.value.marks.map(({ layers, at }) => (
    <button
      key={layers[0]?.source.key}
      type="button"
      class={at.x > width / 2 ? "sky-mark leftwards" : "sky-mark"}
      style={{ left: `${at.x}px`, top: `${at.y}px` }}
      title={`Go to ${layers.map(nameOf).join(", ")}`}
      onClick={() => together.goToAll(layers)}
    >
      {layers.slice(0, 1).map(nameOf)}
      {layers.length > 1 && ` and ${many(layers.length - 1, "other")}`}
    </button>
  ));
}

/** What must be said of what is seen, and what is not. */
export function sightRemark({ seen, members, placed }: TogetherModel): string {
  const { shown, inView, marks } = seen.value;
  const isSettled = members.value.every(({ place, problem }) => place.value || problem.value !== "");
  if (placed.value.length === 0) {
    return isSettled && members.value.length > 0 ? "No image has a place on the sky" : "";
  }
  if (shown > 0 && inView === 0) {
    return "No image is in view: Fit shows all";
  }
  const marked = marks.reduce((sum, { layers }) => sum + layers.length, 0);
  return marked > 0 && marked === inView
    ? `The images are so far apart that they are marks: ${shown > 1 ? "each leads" : "it leads"} to its image`
    : "";
}

function nameOf({ detector, source }: Layer): string {
  return detector.value || source.name.value;
}
