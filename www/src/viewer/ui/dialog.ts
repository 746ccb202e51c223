/** Modal dialogs: open while mounted. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import common from "../styles/dialog.css?inline";
import { adopt } from "../styles/sheet.ts";

/** The `ref` of a dialog that opens as soon as it is mounted, adopts its styles, and keeps keys from what is behind it. */
export function useModal(styles: string): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (dialog.current) {
      adopt(dialog.current, common);
      adopt(dialog.current, styles);
      dialog.current.showModal();
      dialog.current.addEventListener("keydown", keepKey);
    }
  }, []);
  return dialog;
}

function keepKey(event: KeyboardEvent): void {
  event.stopPropagation();
  // The browser would save the page.
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
    event.preventDefault();
  }
}
