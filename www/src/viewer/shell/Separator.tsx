/**
 * The separator between sidebar and stage, which is dragged or moved by keys. It is the edge of the sidebar: its right one,
 * or, where the sidebar is below the stage, its upper one.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { SHARE, sideHeight, sideWidth, toggleSide } from "../state/settings/layout.ts";

/** The step of a key, in percent. */
const STEP = 2;

export function Separator() {
  const element = useRef<HTMLDivElement>(null);
  const [isBelow, setBelow] = useState(false);
  const [share, setShare] = useState(0);
  const setting = isBelow ? sideHeight : sideWidth;

  // The style sheet decides where the sidebar is.
  useLayoutEffect(() => {
    const side = element.current?.parentElement;
    const workspace = side?.parentElement;
    if (!side || !workspace) {
      return;
    }
    const observing = new ResizeObserver(() => {
      const [part, whole] = [side.getBoundingClientRect(), workspace.getBoundingClientRect()];
      const below = part.width > 0.9 * whole.width;
      setBelow(below);
      setShare(Math.round(100 * (below ? part.height / whole.height : part.width / whole.width)));
    });
    observing.observe(side);
    observing.observe(workspace);
    return () => observing.disconnect();
  }, []);

  const move = (wanted: number): void => {
    setting.value = Math.min(Math.max(wanted, SHARE.least), SHARE.most).toFixed(2);
  };
  const keys: Readonly<Record<string, () => void>> = {
    [isBelow ? "ArrowDown" : "ArrowLeft"]: () => move(share - STEP),
    [isBelow ? "ArrowUp" : "ArrowRight"]: () => move(share + STEP),
    Home: () => move(SHARE.least),
    End: () => move(SHARE.most),
    Enter: toggleSide,
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no <hr>, which is only drawn.
    <div
      ref={element}
      class="separator"
      role="separator"
      tabIndex={0}
      aria-label="Size of the sidebar"
      aria-orientation={isBelow ? "horizontal" : "vertical"}
      aria-valuemin={SHARE.least}
      aria-valuemax={SHARE.most}
      aria-valuenow={Math.min(Math.max(share, SHARE.least), SHARE.most)}
      aria-valuetext={`${share} %`}
      title="Drag to resize; a double click resets, Ctrl+B hides"
      onDblClick={() => {
        setting.value = "";
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={({ currentTarget, pointerId, clientX, clientY }) => {
        const box = currentTarget.parentElement?.parentElement?.getBoundingClientRect();
        if (box && currentTarget.hasPointerCapture(pointerId)) {
          move(100 * (isBelow ? (box.bottom - clientY) / box.height : (clientX - box.left) / box.width));
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
