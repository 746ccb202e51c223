/** The pointers and keys of the tool for regions over a picture, while it is open. */
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { obey } from "../../../ui/commands.ts";
import { REGION_KEYS, type RegionContext } from "./keys.ts";
import { listenForRegions } from "./pointer.ts";

/** What is being drawn ends when `ground`, what it is drawn on, changes. */
export function useRegionInput(
  pixels: RefObject<HTMLElement | null>,
  isOpen: boolean,
  { viewpoint, regions, tool }: RegionContext,
  ground?: string,
): void {
  useEffect(() => {
    const { current } = pixels;
    if (!isOpen || !current) {
      return;
    }
    const listening = new AbortController();
    const { signal } = listening;
    listenForRegions(current, { viewpoint, regions, tool }, signal);
    current.addEventListener(
      "keydown",
      (event) => {
        if (obey(REGION_KEYS, { regions, tool, viewpoint }, event)) {
          event.stopImmediatePropagation();
        }
      },
      { signal, capture: true },
    );
    return () => {
      listening.abort();
      tool.arm(undefined);
    };
  }, [isOpen, viewpoint, regions, tool, ground]);
  const isDrawing = isOpen && tool.kind.value !== undefined;
  useEffect(() => {
    const { current } = pixels;
    current?.classList.toggle("drawing", isDrawing);
    return () => current?.classList.remove("drawing");
  }, [isDrawing]);
}
