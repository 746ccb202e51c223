/** Moves the focus when the element that had it is removed. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * When another place is shown, as when a file is open or closed, and what had the focus has gone with the one before,
 * gives it to what comes first in the new one (`data-first`): else the keys would go nowhere. Whoever has the focus by
 * then keeps it.
 */
export function useFocusKept(viewer: RefObject<HTMLElement | null>, place: string): void {
  const held = useRef(false);
  // While it is rendered, what is about to go still stands there.
  held.current = rootOf(viewer)?.activeElement != null;
  useLayoutEffect(() => {
    if (held.current && document.activeElement === document.body) {
      viewer.current?.querySelector<HTMLElement>('[data-first="true"]')?.focus({ preventScroll: true });
    }
  }, [place]);
}

function rootOf({ current }: RefObject<HTMLElement | null>): ShadowRoot | undefined {
  const root = current?.getRootNode();
  return root instanceof ShadowRoot ? root : undefined;
}
