/** The keys that are the viewer's wherever in it they are pressed. */
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * Takes the keys that nothing in the viewer has stopped, `part` being any part of it. It listens on the element around
 * it, so that a page can hand on those that were pressed while nothing had the focus.
 */
export function useKeys(part: RefObject<HTMLElement | null>, onKey: (event: KeyboardEvent) => void): void {
  useLayoutEffect(() => {
    const root = part.current?.getRootNode();
    const host = root instanceof ShadowRoot && root.host instanceof HTMLElement ? root.host : undefined;
    host?.addEventListener("keydown", onKey);
    return () => host?.removeEventListener("keydown", onKey);
  });
}

/** Whether a key or a paste goes to a field that takes text, and is therefore no command. */
export function isWriting(event: Event): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches("input:not([type=range]), select, textarea");
}
