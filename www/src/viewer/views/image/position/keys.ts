/** Keys of the image that belong to what is read out under it. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** A key over the image. */
export function useKey(pixels: RefObject<HTMLElement | null>, key: string, action: () => void): void {
  const newest = useRef(action);
  newest.current = action;
  useEffect(() => {
    const listening = new AbortController();
    pixels.current?.addEventListener(
      "keydown",
      (event) => {
        if (event.key === key && !event.ctrlKey && !event.metaKey && !event.altKey) {
          event.preventDefault();
          newest.current();
        }
      },
      { signal: listening.signal },
    );
    return () => listening.abort();
  }, [pixels, key]);
}
