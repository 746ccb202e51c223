/** The world coordinates of a pixel as texts: its position on the sky, and the others. */

import type { SkyFrame, WcsFacts } from "@asdf-wasm/science/wcs/facts";
import { positionTexts, systemOf, type WorldText, worldText } from "@asdf-wasm/science/wcs/world";
import { notation } from "../../../state/settings/skySettings.ts";

export interface PositionTexts {
  readonly sky: readonly WorldText[];
  readonly others: readonly WorldText[];
}

export function textsOf(facts: WcsFacts, values: ArrayLike<number>, frame: SkyFrame): PositionTexts {
  const { sky, axes } = facts;
  const value = (axis: number): number => values[axis] ?? Number.NaN;
  const others = axes.flatMap((axis, index) =>
    index === sky?.longitude || index === sky?.latitude ? [] : [worldText(axis, value(index))],
  );
  const position = sky && ([value(sky.longitude), value(sky.latitude)] as const);
  return {
    sky: position ? positionTexts(position, systemOf(facts, frame), notation.value, facts) : [],
    others,
  };
}
