/**
 * The rows of a long list that are in view. All are as high as each other, so that nothing is kept of any. Where a list is higher than what
 * a browser can scroll, its scroll bar is scaled, and its rows are not where they would be, but where the scroll bar is.
 */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Axis } from "./axis.ts";

/** How many rows above and below those in view are drawn with them. */
const OVERSCAN = 8;
/** The padding that the styles put above the first row. */
const PADDING = 4;
/** How far a scaled scroll bar may be from where it belongs while it is scrolled: to move it then would stop a swipe. Less than its margins. */
const SLACK = 2_000;

export interface VirtualRows {
  /** `start`: in pixels from the top of what is scrolled. */
  readonly items: readonly { readonly index: number; readonly start: number }[];
  readonly height: number;
  /** How many pixels of rows are above those in view. */
  readonly position: () => number;
  readonly reveal: (index: number) => void;
  /** The row that a key leads to from another: an arrow, a page, the first, the last. Undefined for other keys. */
  readonly step: (key: string, from: number) => number | undefined;
}

export function useVirtualRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): VirtualRows {
  /** The position that was seen last, and where the scroll bar was. */
  const place = useRef({ y: 0, top: 0, isScaled: false });
  const [first, setFirst] = useState(0);
  const [shown, setShown] = useState(0);
  /** How far rows are from where they would be without the scale. */
  const [offset, setOffset] = useState(0);
  /** As it is now: what follows is also called after the list has changed. */
  const rows = useRef(count);
  rows.current = count;
  const axisNow = () => {
    const area = scroller.current?.clientHeight ?? 0;
    return new Axis(rows.current, rowHeight, Math.max(0, area - PADDING));
  };

  const position = () => {
    const [axis, { y, top, isScaled }] = [axisNow(), place.current];
    const to = scroller.current?.scrollTop ?? 0;
    if (axis.isScaled !== isScaled) {
      return axis.clamp(y);
    }
    return isScaled ? axis.scrolled(y, top, to) : to;
  };
  const moveTo = (y: number, slack = 0) => {
    const element = scroller.current;
    if (!element) {
      return;
    }
    const axis = axisNow();
    const { isScaled } = axis;
    const bar = axis.toScroll(y);
    if (Math.abs(bar - element.scrollTop) > slack) {
      element.scrollTop = bar;
    }
    const top = element.scrollTop;
    const at = isScaled ? y : top;
    place.current = { y: at, top, isScaled };
    setFirst(Math.max(0, Math.floor(at / rowHeight)));
    setShown(element.clientHeight && Math.ceil(element.clientHeight / rowHeight) + 1);
    setOffset(top - at);
  };
  const look = () => {
    // What is hidden is at 0, and where it was when it is shown again.
    if (scroller.current?.clientHeight) {
      moveTo(position(), SLACK);
    } else {
      setShown(0);
    }
  };
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) {
      return;
    }
    element.addEventListener("scroll", look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      observer.disconnect();
    };
  }, [rowHeight]);
  useLayoutEffect(look, [rowHeight, count]);
  const from = Math.max(0, Math.min(first, count - shown) - OVERSCAN);
  const to = shown === 0 ? from : Math.min(count, first + shown + OVERSCAN);
  return {
    items: Array.from({ length: Math.max(0, to - from) }, (_, i) => ({
      index: from + i,
      start: (from + i) * rowHeight + offset,
    })),
    height: new Axis(count, rowHeight, 0).length,
    position,
    reveal: (index) => moveTo(axisNow().reveal(position(), index)),
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
  { position, reveal }: VirtualRows,
  index: number,
  height: number,
): void {
  const top = index * height;
  const earlier = useRef(top);
  useEffect(() => {
    const element = scroller.current;
    if (!element || top < 0) {
      return;
    }
    let area = element.clientHeight;
    const isSeen = (at: number) => at >= position() && at + height <= position() + area;
    if (isSeen(earlier.current)) {
      reveal(index);
    }
    earlier.current = top;
    const observer = new ResizeObserver(() => {
      const wasSeen = isSeen(top);
      const before = area;
      area = element.clientHeight;
      if (area < before && wasSeen) {
        reveal(index);
      }
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [top]);
}
