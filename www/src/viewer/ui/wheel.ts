/** The wheel as it zooms, the same in every view. */

const RATE = 0.0016;
/** In pixels. */
const LINE = 16;

/** How much larger is looked at after a turn of the wheel. Pinching a touchpad comes as turning with Ctrl, in small steps. */
export function wheelFactor({ deltaY, deltaMode, ctrlKey }: WheelEvent): number {
  const pixels = deltaMode === WheelEvent.DOM_DELTA_LINE ? deltaY * LINE : deltaY;
  return Math.exp(-pixels * (ctrlKey ? 6 * RATE : RATE));
}
