/** TanStack's virtualizer as a hook: which rows of a long list stand in the window. */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from "@tanstack/virtual-core";
import type { RefObject } from "preact";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";

export interface VirtualRows {
  readonly items: readonly VirtualItem[];
  readonly height: number;
  readonly reveal: (index: number) => void;
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
  };
}
