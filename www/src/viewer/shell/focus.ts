/** Moves the focus when the element that had it is removed. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * When another page is shown, as after opening or closing a file, and the focused element was removed with the one before,
 * focuses the first element of the new page (`data-first`). An element that has the focus by then keeps it.
 */
export function useFocusKept(viewer: RefObject<HTMLElement | null>, place: string): void {
  const held = useRef(false);
  // During rendering, the elements about to be removed still exist.
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
