/** A limit on a histogram: a slider that is dragged, or moved by keys. */
import type { ValueRange } from "@asdf-wasm/science/elements/values";
import { type Command, obey } from "../../ui/commands.ts";

/** Each moves a limit by a part of the range. */
export const LIMIT_KEYS: readonly Command<(part: number) => void>[] = [
  {
    label: "Move",
    keys: ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"],
    written: "← →",
    run: (move, { key }) => move((/Left|Down/.test(key) ? -1 : 1) / 256),
  },
  {
    label: "In larger steps",
    keys: ["PageDown", "PageUp"],
    written: "Page Up and Down",
    run: (move, { key }) => move((key === "PageDown" ? -1 : 1) / 16),
  },
  {
    label: "To the ends",
    keys: ["Home", "End"],
    run: (move, { key }) => move(key === "Home" ? -Number.MAX_SAFE_INTEGER : Number.MAX_SAFE_INTEGER),
  },
];

interface HandleProps {
  readonly label: string;
  readonly text: string;
  readonly value: number;
  readonly range: ValueRange;
  readonly onChange: (value: number) => void;
}

export function LimitHandle({ label, text, value, range, onChange }: HandleProps) {
  const span = range.max - range.min;
  const move = (wanted: number): void => onChange(Math.min(Math.max(wanted, range.min), range.max));
  return (
    <div
      class="limit"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={range.min}
      aria-valuemax={range.max}
      aria-valuenow={value}
      aria-valuetext={text}
      style={{ left: `${100 * Math.min(Math.max((value - range.min) / span, 0), 1)}%` }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        const { currentTarget, clientX, pointerId } = event;
        const box = currentTarget.parentElement?.getBoundingClientRect();
        if (box && currentTarget.hasPointerCapture(pointerId)) {
          move(range.min + ((clientX - box.left) / box.width) * span);
        }
      }}
      onKeyDown={(event) => obey(LIMIT_KEYS, (part) => move(value + part * span), event)}
    />
  );
}
