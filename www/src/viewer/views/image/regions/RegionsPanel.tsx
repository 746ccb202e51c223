/** The panel of the tool for regions: shapes to draw, the regions there are, what is measured in the selected one, and its numbers. */
import type { TreeNode } from "../../../protocol/facts.ts";
import { RegionsModel } from "../../../state/regions.ts";
import type { ViewHost } from "../../../state/view.ts";
import { obey } from "../../../ui/commands.ts";
import { lazily } from "../../../ui/lazily.tsx";
import { Fields } from "./Fields.tsx";
import { FileBar } from "./FileBar.tsx";
import { UNDO_REGIONS } from "./keys.ts";
import { RegionPlace } from "./Place.tsx";
import { RegionList } from "./RegionList.tsx";
import { RegionTool } from "./regionTool.ts";
import { Shapes } from "./Shapes.tsx";

const Measured = lazily(() => import("../measured/Measured.tsx").then(({ Measured }) => Measured));

export function RegionsPanel({ host, facts }: { host: ViewHost; facts: TreeNode }) {
  const [regions, tool] = [host.model(RegionsModel), host.model(RegionTool)];
  const all = regions.all.value;
  const selected = regions.selected.value;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its parts pass on the keys for undoing.
    <div
      class="regions-panel"
      onKeyDown={(event) => {
        const isText = event.target instanceof HTMLInputElement && event.target.type !== "color";
        if (!isText && obey([UNDO_REGIONS], { regions }, event)) {
          event.stopPropagation();
        }
      }}
    >
      <Shapes tool={tool} />
      {all.length > 0 && <RegionList regions={regions} tool={tool} />}
      {all.length === 0 && !tool.kind.value && (
        <p class="hint">Choose a shape to draw. Arrays of one size share their regions.</p>
      )}
      {selected && (
        <>
          <RegionPlace host={host} region={selected} />
          <Measured host={host} facts={facts} />
          <Fields key={selected.id} region={selected} regions={regions} tool={tool} />
          <div class="commands">
            <button type="button" onClick={() => tool.duplicate()}>
              Duplicate
            </button>
            <button type="button" onClick={() => regions.remove([selected.id])}>
              Delete
            </button>
          </div>
        </>
      )}
      <FileBar host={host} facts={facts} />
    </div>
  );
}
