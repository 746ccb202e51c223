/** The choice of the axes along rows and columns, for arrays of more than two axes. */

import { axisLabel } from "@asdf-wasm/science/wcs/world";
import { useId } from "preact/hooks";
import type { ViewProps } from "../../state/view.ts";
import { WorldModel } from "../../state/world.ts";

const DIRECTIONS = ["Rows", "Columns"] as const;

export function AxesChoice({ host, facts }: Pick<ViewProps, "host" | "facts">) {
  const id = useId();
  const { axes } = host.section.current.value;
  const world = host.model(WorldModel).facts.value;
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
            onChange={({ currentTarget }) => host.section.lay(direction, currentTarget.selectedIndex)}
          >
            {shape.map((length, axis) => (
              <option key={axis} value={axis}>
                {axisLabel(world, axis)}, {length}
              </option>
            ))}
          </select>
        </div>
      ))}
    </>
  );
}
