/** A limit on a histogram: a slider that is dragged, or moved by keys. */
import type { ValueRange } from "@asdf-wasm/science/elements/values";

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
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: value - span / 256,
    ArrowDown: value - span / 256,
    ArrowRight: value + span / 256,
    ArrowUp: value + span / 256,
    PageDown: value - span / 16,
    PageUp: value + span / 16,
    Home: range.min,
    End: range.max,
  };
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
      onKeyDown={(event) => {
        const wanted = steps[event.key];
        if (wanted !== undefined) {
          event.preventDefault();
          move(wanted);
        }
      }}
    />
  );
}
