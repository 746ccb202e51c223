/** The panel of the tool for regions: shapes to draw, the regions there are, what is measured in the selected one, and its numbers. */
import { many } from "@asdf-wasm/science/format/format";
import type { Region } from "@asdf-wasm/science/regions/region";
import type { ComponentChildren } from "preact";
import type { TreeNode } from "../../../protocol/facts.ts";
import { isOfSky, nameOf } from "../../../regions/names.ts";
import { RegionsModel } from "../../../state/regions.ts";
import type { ViewHost } from "../../../state/view.ts";
import { Picker } from "../../../ui/Choice.tsx";
import { obey } from "../../../ui/commands.ts";
import { lazily } from "../../../ui/lazily.tsx";
import { Toggle } from "../../../ui/Toggle.tsx";
import { Fields } from "./Fields.tsx";
import { FileBar } from "./FileBar.tsx";
import { UNDO_REGIONS } from "./keys.ts";
import { RegionPlace } from "./Place.tsx";
import { RegionList } from "./RegionList.tsx";
import { RegionTool } from "./regionTool.ts";
import { Shapes } from "./Shapes.tsx";

const Measured = lazily(() => import("../measured/Measured.tsx").then(({ Measured }) => Measured));

/** The most regions of the sky that are listed with why they are not shown. */
const MOST_UNPLACED = 8;

export function RegionsPanel({ host, facts }: { host: ViewHost; facts: TreeNode }) {
  const [regions, tool] = [host.model(RegionsModel), host.model(RegionTool)];
  const all = regions.all.value;
  const selected = regions.selected.value;
  const isOnSky = regions.image.value?.facts.sky?.isOnStage === true;
  return (
    <UndoArea regions={regions}>
      <Shapes tool={tool} />
      {isOnSky && (
        <Toggle
          label="Draw on the sky"
          title="What is drawn follows the sky, in every open image"
          value={tool.onSky}
        />
      )}
      {all.length > 0 && <RegionList regions={regions} tool={tool} />}
      <Unplaced regions={regions} />
      {all.length === 0 && !tool.kind.value && (
        <p class="hint">Choose a shape to draw. Arrays of one size share their regions.</p>
      )}
      {selected && (
        <>
          {isOnSky && <Follows region={selected} regions={regions} tool={tool} />}
          <RegionPlace host={host} region={selected} />
          <Measured host={host} facts={facts} />
          <Fields key={selected.id} region={selected} regions={regions} tool={tool} />
          <RegionCommands {...{ region: selected, regions, tool }} />
        </>
      )}
      <FileBar host={host} facts={facts} />
    </UndoArea>
  );
}

/** The panel, where keys undo and redo what was drawn, except in fields of text. */
export function UndoArea({ regions, children }: { regions: RegionsModel; children: ComponentChildren }) {
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
      {children}
    </div>
  );
}

interface SelectedProps {
  readonly region: Region;
  readonly regions: RegionsModel;
  readonly tool: RegionTool;
}

export function RegionCommands({ region, regions, tool }: SelectedProps) {
  return (
    <div class="commands">
      <button type="button" onClick={() => tool.duplicate()}>
        Duplicate
      </button>
      <button type="button" onClick={() => regions.remove([region.id])}>
        Delete
      </button>
    </div>
  );
}

const FOLLOWS = [
  ["image", "This image"],
  ["sky", "The sky"],
] as const;

/** Whether the selected region stays with its image, or follows the sky. */
function Follows({ region: { id }, regions, tool }: SelectedProps) {
  return (
    <Picker
      label="Follows"
      choices={FOLLOWS}
      value={isOfSky(id) ? "sky" : "image"}
      onPick={(follows) => {
        if (follows === "image") {
          regions.toImage(id);
        } else {
          void tool.follow(id);
        }
      }}
    />
  );
}

/** The regions of the sky that the image does not show. */
export function Unplaced({ regions }: { regions: RegionsModel }) {
  const unplaced = regions.sky.unplaced.value;
  return unplaced.length > 0 ? (
    <ul class="unplaced" aria-label="Sky regions that are not in this image">
      {unplaced.slice(0, MOST_UNPLACED).map(({ id, figure, why }) => (
        <li key={id}>
          {nameOf({ id, name: figure.name, shape: figure })}: {why}
        </li>
      ))}
      {unplaced.length > MOST_UNPLACED && (
        <li>and {many(unplaced.length - MOST_UNPLACED, "more", "more")}</li>
      )}
    </ul>
  ) : null;
}
