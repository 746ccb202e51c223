/** Which axes of an array of more than two lie along the rows and the columns. */
import { useId } from "preact/hooks";
import type { ViewProps } from "../registry.ts";

const DIRECTIONS = ["Rows", "Columns"] as const;

export function AxesChoice({ session, facts }: ViewProps) {
  const id = useId();
  const { axes } = session.scene.slice.value;
  const shape = facts.array?.shape ?? [];
  return (
    <>
      {DIRECTIONS.map((label, direction) => (
        <div key={label} class="choice">
          <label for={`${id}-${direction}`}>{label}</label>
          <select
            id={`${id}-${direction}`}
            title={label}
            value={axes[direction]}
            onChange={({ currentTarget }) => session.scene.lay(direction, currentTarget.selectedIndex)}
          >
            {shape.map((length, axis) => (
              <option key={axis} value={axis}>
                axis {axis} ({length})
              </option>
            ))}
          </select>
        </div>
      ))}
    </>
  );
}
