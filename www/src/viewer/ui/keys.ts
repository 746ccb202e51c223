/** Keyboard shortcuts of the whole viewer. */
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * Handles keys that nothing inside the viewer has stopped; `part` is any element in it. Listens on the host element, so
 * that a page can pass on keys pressed while nothing has the focus.
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
  return goesTo(event, "input:not([type=range]), select, textarea");
}

/** Whether undo belongs to the text of a field. */
export function isEditingText(event: Event): boolean {
  return goesTo(event, "input:not([type=range], [type=checkbox], [type=color]), textarea");
}

function goesTo(event: Event, selector: string): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches(selector);
}
