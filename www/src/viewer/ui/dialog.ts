/** Dialogs: they are open for as long as they are there. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import common from "../styles/dialog.css?inline";
import { adopt } from "../styles/sheet.ts";

/** The `ref` of a dialog, which opens over all else as soon as it is there; its styles come with it. */
export function useModal(styles: string): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (dialog.current) {
      adopt(dialog.current, common);
      adopt(dialog.current, styles);
      dialog.current.showModal();
    }
  }, []);
  return dialog;
}
