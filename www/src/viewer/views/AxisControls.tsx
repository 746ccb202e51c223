/** Which section of an array is shown: a slider and a number for each axis that is not on the stage. */
import { useId } from "preact/hooks";
import type { ViewProps } from "./registry.ts";

export function AxisControls({ session, facts }: ViewProps) {
  const { axes, index } = session.scene.slice.value;
  const shape = facts.array?.shape ?? [];
  if (shape.length === axes.length) {
    return null;
  }
  return (
    <fieldset class="axes">
      <legend class="sr-only">Section</legend>
      {shape.map(
        (length, axis) =>
          !axes.includes(axis) && (
            <Axis
              key={axis}
              axis={axis}
              index={index[axis] ?? 0}
              length={length}
              onMove={(wanted) => session.scene.move(axis, wanted)}
            />
          ),
      )}
    </fieldset>
  );
}

interface AxisProps {
  readonly axis: number;
  readonly index: number;
  readonly length: number;
  readonly onMove: (index: number) => void;
}

function Axis({ axis, index, length, onMove }: AxisProps) {
  const id = useId();
  return (
    <div class="axis">
      <label for={id}>Axis {axis}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={length - 1}
        value={index}
        onInput={(event) => onMove(event.currentTarget.valueAsNumber)}
      />
      <input
        type="number"
        aria-label={`Index on axis ${axis}`}
        min={0}
        max={length - 1}
        value={index}
        onChange={(event) => onMove(event.currentTarget.valueAsNumber)}
      />
      <span class="number of">of {length}</span>
    </div>
  );
}
