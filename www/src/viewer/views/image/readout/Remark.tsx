/** A remark on images that look broken because of their values. */

import { limits } from "@asdf-wasm/science/format/format";
import type { ImageModel } from "../model/imageModel.ts";

export function Remark({ image }: { image: ImageModel }) {
  const { plane, rows, limits: known } = image;
  if (!plane.value || !known.value || rows.value < plane.value.height) {
    return null;
  }
  const { min, max } = known.value.extremes;
  const [value] = limits(min, max);
  const which = plane.value.step === 1 ? "" : " that was read";
  const remark = Number.isNaN(min)
    ? `No value${which} is a finite number.`
    : min === max && `Every finite value${which} is ${value}.`;
  return remark ? <p class="remark">{remark}</p> : null;
}
