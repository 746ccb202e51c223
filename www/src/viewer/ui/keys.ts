/** Keyboard shortcuts of the whole viewer and of one element, and the longest text that a field of one line takes. */

import { many } from "@asdf-wasm/science/format/format";
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { Notice } from "../protocol/facts.ts";

/**
 * Handles keys that nothing inside the viewer has stopped, and that are not pressed in a dialog; `part` is any element in it. Listens on
 * the host element, so that a page can pass on keys pressed while nothing has the focus.
 */
export function useKeys(part: RefObject<HTMLElement | null>, onKey: (event: KeyboardEvent) => void): void {
  useLayoutEffect(() => {
    const root = part.current?.getRootNode();
    if (!(root instanceof ShadowRoot && root.host instanceof HTMLElement)) {
      return undefined;
    }
    const { host } = root;
    const listener = (event: KeyboardEvent): void => {
      const path = event.composedPath();
      if (!path.slice(0, path.indexOf(host)).some((part) => part instanceof HTMLDialogElement)) {
        onKey(event);
      }
    };
    host.addEventListener("keydown", listener);
    return () => host.removeEventListener("keydown", listener);
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

/** The most characters of a line: browsers lay it out as a whole. */
const LONGEST = 32_000;
/** The most of a text that is searched for, as `data-most` of its field: the time that this takes grows with its length. */
export const LONGEST_SEARCH = 300;

/** Keeps a field from what would make it longer than that. Returns what to say of it. */
export function refuseLong(event: InputEvent): Notice | undefined {
  const [field] = event.composedPath();
  const added = event.data?.length ?? 0;
  if (!(field instanceof HTMLInputElement) || added === 0) {
    return undefined;
  }
  const replaced = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0);
  if (field.value.length - replaced + added <= Number(field.dataset["most"] ?? LONGEST)) {
    return undefined;
  }
  event.preventDefault();
  const message = `a text of ${many(added, "character")} is too long for this field, which stays as it was`;
  return { severity: "warning", code: "limit-exceeded", message };
}

/** In a row that scrolls sideways: brings what Tab has led to into view, also if part of it is seen already. */
export function showFocused({ key, target }: KeyboardEvent): void {
  if (key === "Tab" && target instanceof HTMLElement) {
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

function goesTo(event: Event, selector: string): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches(selector);
}
