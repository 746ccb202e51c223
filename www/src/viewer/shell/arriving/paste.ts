/** Addresses and files pasted outside of text fields. */

import { isWriting } from "../../ui/keys.ts";
import { addressesIn } from "../tabs/address.ts";
import type { Tabs } from "../tabs/tabs.ts";
import { picked } from "./drop.ts";

/** If a page has several viewers, the first to handle a paste outside of all of them takes it. */
export function acceptPastes(
  target: HTMLElement | null,
  onFiles: (files: Parameters<Tabs["addAll"]>[0]) => void,
): () => void {
  const listening = new AbortController();
  const onPaste = (event: ClipboardEvent): void => {
    const path = event.composedPath();
    const isOurs = (target !== null && path.includes(target)) || path[0] === document.body;
    if (!isOurs || isWriting(event) || event.defaultPrevented || !event.clipboardData) {
      return;
    }
    const files = picked(event.clipboardData.files);
    const sources = files.length > 0 ? [files] : addressesIn(event.clipboardData.getData("text/plain"));
    if (sources.length > 0) {
      event.preventDefault();
      onFiles(sources.map((source) => ({ source })));
    }
  };
  document.addEventListener("paste", onPaste, { signal: listening.signal });
  return () => listening.abort();
}
