/**
 * The separator between a panel and its neighbour, which is dragged or moved by keys. It is an edge of the panel: one
 * at its side, or, where the panel is below, its upper one.
 */
import type { Signal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** The step of a key, in percent. */
const STEP = 2;

interface SeparatorProps {
  readonly label: string;
  /** Its side while the panel is beside its neighbour, not below. */
  readonly edge: "left" | "right";
  readonly sizes: PanelSizes;
  /** What else is to be said of it. */
  readonly hint?: string;
  readonly onEnter?: () => void;
}

/** The shares of the panel in its parent, in percent; empty for the default. */
interface PanelSizes {
  readonly width: Signal<string>;
  readonly height: Signal<string>;
  readonly range: { readonly least: number; readonly most: number };
}

/** To be rendered as a child of the panel, whose parent is the element that it shares with its neighbour. */
export function Separator({ label, edge, sizes, hint, onEnter }: SeparatorProps) {
  const { range } = sizes;
  const element = useRef<HTMLDivElement>(null);
  const [isBelow, setBelow] = useState(false);
  const [share, setShare] = useState(0);
  const setting = isBelow ? sizes.height : sizes.width;

  // The style sheet decides where the panel is.
  useLayoutEffect(() => {
    const panel = element.current?.parentElement;
    const area = panel?.parentElement;
    if (!panel || !area) {
      return;
    }
    const observing = new ResizeObserver(() => {
      const [part, whole] = [panel.getBoundingClientRect(), area.getBoundingClientRect()];
      const below = part.width > 0.9 * whole.width;
      setBelow(below);
      setShare(Math.round(100 * (below ? part.height / whole.height : part.width / whole.width)));
    });
    observing.observe(panel);
    observing.observe(area);
    return () => observing.disconnect();
  }, []);

  const move = (wanted: number): void => {
    setting.value = Math.min(Math.max(wanted, range.least), range.most).toFixed(2);
  };
  const [away, towards] =
    edge === "right" ? (["ArrowRight", "ArrowLeft"] as const) : (["ArrowLeft", "ArrowRight"] as const);
  const keys: Readonly<Record<string, () => void>> = {
    [isBelow ? "ArrowDown" : towards]: () => move(share - STEP),
    [isBelow ? "ArrowUp" : away]: () => move(share + STEP),
    Home: () => move(range.least),
    End: () => move(range.most),
    ...(onEnter && { Enter: onEnter }),
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no <hr>, which is only drawn.
    <div
      ref={element}
      class="separator"
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={isBelow ? "horizontal" : "vertical"}
      aria-valuemin={range.least}
      aria-valuemax={range.most}
      aria-valuenow={Math.min(Math.max(share, range.least), range.most)}
      aria-valuetext={`${share} %`}
      title={`Drag to resize; a double click resets${hint === undefined ? "" : `, ${hint}`}`}
      onDblClick={() => {
        setting.value = "";
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={({ currentTarget, pointerId, clientX, clientY }) => {
        const box = currentTarget.parentElement?.parentElement?.getBoundingClientRect();
        if (box && currentTarget.hasPointerCapture(pointerId)) {
          const width = edge === "right" ? clientX - box.left : box.right - clientX;
          move(100 * (isBelow ? (box.bottom - clientY) / box.height : width / box.width));
        }
      }}
      onKeyDown={(event) => {
        const act = keys[event.key];
        if (act) {
          event.preventDefault();
          act();
        }
      }}
    />
  );
}
