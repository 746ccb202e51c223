/** TanStack's virtualizer as a hook: the rows of a long list that are in view. */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from "@tanstack/virtual-core";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef } from "preact/hooks";

export interface VirtualRows {
  readonly items: readonly VirtualItem[];
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
  const [, redraw] = useReducer((tick: number, _: undefined) => tick + 1, 0);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    overscan: 8,
    // The padding that the styles put above the first row.
    scrollPaddingEnd: 4,
    onChange: () => redraw(undefined),
  };
  const held = useRef<Virtualizer<HTMLElement, HTMLElement>>(undefined);
  held.current ??= new Virtualizer<HTMLElement, HTMLElement>(options);
  const virtualizer = held.current;
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  return {
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    reveal: (index) => virtualizer.scrollToIndex(index, { align: "auto" }),
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
