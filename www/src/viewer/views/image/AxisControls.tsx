/** Which section of a cube is shown: a slider and a number for each axis before the last two. */
import { useId } from "preact/hooks";
import type { Plane } from "../../engine/protocol.ts";
import type { Session } from "../../session.ts";

export function AxisControls({ session, plane }: { session: Session; plane: Plane }) {
  const move = (axis: number, index: number): void => {
    const last = (plane.leadingShape[axis] ?? 1) - 1;
    const wanted = Math.min(Math.max(Math.round(index) || 0, 0), last);
    void session.showPlane(plane.node, plane.leading.with(axis, wanted));
  };
  return (
    <fieldset class="axes">
      <legend class="sr-only">Section</legend>
      {plane.leading.map((index, axis) => (
        <Axis
          key={axis}
          axis={axis}
          index={index}
          length={plane.leadingShape[axis] ?? 1}
          onMove={(wanted) => move(axis, wanted)}
        />
      ))}
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
