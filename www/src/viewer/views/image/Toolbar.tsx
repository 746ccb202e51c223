/**
 * The controls above the image. Where they keep to one row, in low boxes and under a finger, the row scrolls sideways,
 * and a button at its end opens it to as many rows as the controls need.
 */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { showFocused } from "../../ui/keys.ts";
import { scrollSideways } from "../../ui/wheel.ts";

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
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the controls in it.
    <div
      ref={row}
      class="toolbar"
      part="toolbar"
      data-whole={isWhole}
      onWheel={scrollSideways}
      onKeyUp={showFocused}
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
