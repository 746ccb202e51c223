/** What the wheel does, the same in every view: zooming, and moving rows of controls. */

const RATE = 0.0016;
/** In pixels. */
const LINE = 16;

/** The zoom factor of a wheel event. Browsers report pinching a touchpad as wheel events with Ctrl, in small steps. */
export function wheelFactor({ deltaY, deltaMode, ctrlKey }: WheelEvent): number {
  const pixels = deltaMode === WheelEvent.DOM_DELTA_LINE ? deltaY * LINE : deltaY;
  return Math.exp(-pixels * (ctrlKey ? 6 * RATE : RATE));
}

/** Scrolls a row of controls that does not fit: a mouse has one wheel. */
export function scrollSideways({ currentTarget, deltaX, deltaY }: WheelEvent): void {
  if (currentTarget instanceof HTMLElement && deltaX === 0) {
    currentTarget.scrollLeft += deltaY;
  }
}
