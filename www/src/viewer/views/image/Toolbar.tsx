/**
 * The controls above the image. Where they keep to one row, in low windows and under a finger, the row scrolls sideways,
 * and a button at its end opens it to as many rows as the controls need.
 */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

export function Toolbar({ children }: { children: ComponentChildren }) {
  const row = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  const [isWhole, setWhole] = useState(false);
  useLayoutEffect(() => {
    const element = row.current;
    const measure = (): void => setOverflows(element !== null && element.scrollWidth > element.clientWidth);
    const resizing = new ResizeObserver(measure);
    // Controls come and go with what is shown.
    const changing = new MutationObserver(measure);
    if (element) {
      resizing.observe(element);
      changing.observe(element, { childList: true, subtree: true });
    }
    return () => {
      resizing.disconnect();
      changing.disconnect();
    };
  }, []);
  return (
    <div
      ref={row}
      class="toolbar"
      part="toolbar"
      data-whole={isWhole}
      onWheel={({ currentTarget, deltaX, deltaY }) => {
        // A row of controls that is wider than its room is moved by any wheel.
        currentTarget.scrollLeft += deltaX === 0 ? deltaY : 0;
      }}
    >
      {children}
      {(overflows || isWhole) && (
        <button
          type="button"
          class="quiet square more"
          aria-label="All controls"
          aria-expanded={isWhole}
          title={isWhole ? "Controls in one row" : "All controls, in several rows"}
          onClick={() => setWhole(!isWhole)}
        >
          <span aria-hidden="true">{isWhole ? "▴" : "⋯"}</span>
        </button>
      )}
    </div>
  );
}
