/** The rows of a long list that are in view. All are as high as each other, so that nothing is kept of any. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** How many rows above and below those in view are drawn with them. */
const OVERSCAN = 8;
/** The padding that the styles put above the first row. */
const PADDING = 4;

export interface VirtualRows {
  readonly items: readonly { readonly index: number; readonly start: number }[];
  readonly height: number;
  readonly reveal: (index: number) => void;
  /** The row that a key leads to from another: an arrow, a page, the first, the last. Undefined for other keys. */
  readonly step: (key: string, from: number) => number | undefined;
}

export function useVirtualRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): VirtualRows {
  const [first, setFirst] = useState(0);
  const [shown, setShown] = useState(0);
  const look = () => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
    setFirst(Math.max(0, Math.floor(scrollTop / rowHeight)));
    setShown(clientHeight && Math.ceil(clientHeight / rowHeight) + 1);
  };
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) {
      return;
    }
    look();
    element.addEventListener("scroll", look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      observer.disconnect();
    };
  }, [rowHeight]);
  // Of a list that shrank, the browser says only later how far it is scrolled.
  const from = Math.max(0, Math.min(first, count - shown) - OVERSCAN);
  const to = shown === 0 ? from : Math.min(count, first + shown + OVERSCAN);
  return {
    items: Array.from({ length: Math.max(0, to - from) }, (_, i) => ({
      index: from + i,
      start: (from + i) * rowHeight,
    })),
    height: count * rowHeight,
    reveal: (index) => {
      const element = scroller.current;
      if (element) {
        const [top, area] = [index * rowHeight, element.clientHeight];
        const end = top + rowHeight + PADDING - area;
        element.scrollTop = Math.min(top, Math.max(end, element.scrollTop));
        look();
      }
    },
    step: (key, from) => {
      const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
      const steps: Record<string, number> = {
        ArrowDown: from + 1,
        ArrowUp: from - 1,
        PageDown: from + page,
        PageUp: from - page,
        Home: 0,
        End: count - 1,
      };
      const to = steps[key];
      return to === undefined ? undefined : Math.min(Math.max(to, 0), count - 1);
    },
  };
}

/** Reveals a row again if it went out of view because the list shrank, or because rows came or went above it. */
export function useKeptInView(
  scroller: RefObject<HTMLElement | null>,
  top: number,
  height: number,
  reveal: () => void,
): void {
  const earlier = useRef(top);
  useEffect(() => {
    const element = scroller.current;
    if (!element || top < 0) {
      return;
    }
    let area = element.clientHeight;
    const isSeen = (at: number) => at >= element.scrollTop && at + height <= element.scrollTop + area;
    if (isSeen(earlier.current)) {
      reveal();
    }
    earlier.current = top;
    const observer = new ResizeObserver(() => {
      const wasSeen = isSeen(top);
      const before = area;
      area = element.clientHeight;
      if (area < before && wasSeen) {
        reveal();
      }
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [top]);
}
