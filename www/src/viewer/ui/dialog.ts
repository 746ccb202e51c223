/** Modal dialogs: open while mounted. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import common from "../styles/dialog.css?inline";
import { adopt } from "../styles/sheet.ts";

/** The `ref` of a dialog that opens as soon as it is mounted, and adopts its styles. */
export function useModal(styles: string): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (dialog.current) {
      adopt(dialog.current, common);
      adopt(dialog.current, styles);
      dialog.current.showModal();
      dialog.current.addEventListener("keydown", keepPage);
    }
  }, []);
  return dialog;
}

/** Keeps the browser from saving the page. */
function keepPage(event: KeyboardEvent): void {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
    event.preventDefault();
  }
}
