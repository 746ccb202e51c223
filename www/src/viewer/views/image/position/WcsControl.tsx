/** The choice of the WCS, where several may belong to the array. */

import { cut } from "@asdf-wasm/science/format/format";
import { useId } from "preact/hooks";
import type { ViewHost } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";

export function WcsControl({ host }: { host: ViewHost }) {
  const id = useId();
  const world = host.model(WorldModel);
  const paths = world.choices.value.map(({ path }) => path);
  const isBest = world.choices.value.some(({ isBest }) => isBest);
  if (paths.length === 0 || (paths.length === 1 && isBest)) {
    return null;
  }
  return (
    <div class="choice">
      <label for={id}>World coordinates</label>
      <select
        id={id}
        value={world.path.value ?? ""}
        onChange={({ currentTarget }) => void world.choose(paths[currentTarget.selectedIndex])}
      >
        {paths.map((path) => (
          <option key={path} value={path}>
            {cut(path) || "the root"}
          </option>
        ))}
        <option value="">None</option>
      </select>
    </div>
  );
}
