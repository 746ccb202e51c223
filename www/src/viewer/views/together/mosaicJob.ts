/** The images that the view of the sky shows as a mosaic, by the rules that are chosen there. */

import type { MosaicJob } from "../../protocol/exports.ts";
import type { Layer } from "./sky/layer.ts";
import { REACH } from "./sky/plane.ts";
import type { TogetherModel } from "./togetherModel.ts";

const ORDERS = { order: "first", mean: "mean", nearest: "nearest-centre" } as const;

/** Undefined while no image has a place. */
export function mosaicJob(together: TogetherModel, format: MosaicJob["format"]): MosaicJob | undefined {
  const shown = together.placed.value.filter(({ isShown }) => isShown.value).toReversed();
  const refused = shown.flatMap((layer) => {
    const reason = reasonAgainst(layer);
    return reason === undefined ? [] : [{ name: nameOf(layer), reason }];
  });
  const lost = together.members.value.flatMap((layer) => {
    const reason = layer.isFar.value ? FAR : layer.place.value ? "" : layer.problem.value;
    return reason === "" ? [] : [{ name: nameOf(layer), reason }];
  });
  return shown.length === 0
    ? undefined
    : {
        of: "mosaic",
        format,
        images: shown.flatMap((layer) => {
          const of = placeOf(layer);
          const isPossible = reasonAgainst(layer) === undefined && of !== undefined;
          return isPossible ? [{ name: nameOf(layer), of, index: layer.source.section.index }] : [];
        }),
        leftOut: [...refused, ...lost],
        kernel: together.kernel.value,
        order: ORDERS[together.overlaps.value],
        background: together.values.background.value,
        scale: together.scale.value,
        leavesOut: together.leavesOut.value,
      };
}

const FAR = `it is more than ${REACH}° away from the middle`;

/** Its node, or where another worker finds it. */
function placeOf({ source, path }: Layer): MosaicJob["images"][number]["of"] | undefined {
  const { neighbour, node, name } = source;
  if (!neighbour) {
    return node.id;
  }
  const from = neighbour.source();
  return from === undefined
    ? undefined
    : { id: neighbour.id, name: name.value, source: from, path, unit: undefined };
}

function reasonAgainst(layer: Layer): string | undefined {
  const { array } = layer.source.node;
  const { axes, collapse } = layer.source.section;
  const last = array?.shape.length ?? 0;
  if (placeOf(layer) === undefined) {
    return "it has changes that are not saved, or is read by another program";
  }
  if (/^complex/.test(array?.datatype ?? "")) {
    return "its values are complex";
  }
  return axes[0] === last - 2 && axes[1] === last - 1 && !collapse
    ? undefined
    : "the image has other axes than the last two, or one is collapsed";
}

function nameOf({ detector, source }: Layer): string {
  return [source.name.value, detector.value].filter((word) => word !== "").join(" ");
}
