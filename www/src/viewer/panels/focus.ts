/** Where the focus goes when what had it is gone. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/**
 * Gives the focus to the tree once a file is open (`ready`), if what had it before has made room for the file: else the keys
 * would go nowhere. Whoever has the focus by then keeps it.
 */
export function useFocusOnceOpen(viewer: RefObject<HTMLElement | null>, ready: boolean): void {
  const held = useRef(false);
  // While it is rendered, what is about to go still stands there.
  held.current ||= !ready && rootOf(viewer)?.activeElement != null;
  useEffect(() => {
    if (!ready || !held.current) {
      return;
    }
    held.current = false;
    if (document.activeElement === document.body) {
      viewer.current?.querySelector<HTMLElement>('[role="tree"]')?.focus({ preventScroll: true });
    }
  }, [ready]);
}

function rootOf({ current }: RefObject<HTMLElement | null>): ShadowRoot | undefined {
  const root = current?.getRootNode();
  return root instanceof ShadowRoot ? root : undefined;
}
