/** Keys over the image while the tool for regions is open. */

import { movedBy } from "@asdf-wasm/science/regions/geometry";
import type { Position } from "@asdf-wasm/science/regions/region";
import type { RegionsModel } from "../../../state/regions.ts";
import { type Command, SHORTCUTS } from "../../../ui/commands.ts";
import { stepInImage } from "../camera/camera.ts";
import type { Viewpoint } from "../camera/viewpoint.ts";
import type { RegionTool } from "./regionTool.ts";

/** On the screen, y downwards. */
const ARROWS: Readonly<Record<string, Position>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const FAR = 10;

/** What pointers and keys work on. */
export interface RegionContext {
  readonly regions: RegionsModel;
  readonly tool: RegionTool;
  readonly viewpoint: Viewpoint;
}

/** Undoes and redoes what was drawn, once there is something; otherwise the keys are for edits of the tree. */
export const UNDO_REGIONS: Command<Pick<RegionContext, "regions">> = {
  label: "Undo, redo",
  keys: [SHORTCUTS.undo, SHORTCUTS.redo, "Control+y", "Control+Shift+y"],
  written: "Ctrl+Z, Ctrl+Shift+Z",
  when: ({ regions }) => regions.canUndo.peek() || regions.canRedo.peek(),
  run: ({ regions }, { key, shiftKey }) => {
    if (shiftKey || key.toLowerCase() === "y") {
      regions.redo();
    } else {
      regions.undo();
    }
  },
};

export const REGION_KEYS: readonly Command<RegionContext>[] = [
  {
    label: "Add the chosen shape, end a polygon",
    keys: ["Enter"],
    run: ({ tool }) => {
      const kind = tool.kind.peek();
      if (!kind) {
        return "pass";
      }
      return tool.canFinish.peek() ? tool.finishPoints() : tool.place(kind);
    },
  },
  {
    label: "Move the selected one (Shift: by 10)",
    keys: Object.keys(ARROWS),
    written: "arrows",
    run: ({ regions, viewpoint }, { key, shiftKey }) => {
      const [selected, arrow] = [regions.selected.peek(), ARROWS[key]];
      if (!selected || !arrow) {
        return "pass";
      }
      const step = stepOf(arrow, shiftKey ? FAR : 1, viewpoint);
      return regions.change(selected.id, { shape: movedBy(selected.shape, step) }, `arrows ${selected.id}`);
    },
  },
  {
    label: "Next and previous",
    keys: ["Tab", "Shift+Tab"],
    written: "Tab, Shift+Tab",
    when: ({ regions }) => regions.selected.peek() !== undefined,
    run: ({ regions }, { shiftKey }) => step(regions, shiftKey ? -1 : 1),
  },
  {
    label: "Remove",
    keys: ["Delete", "Backspace"],
    written: "Delete",
    run: ({ regions }) => {
      const selected = regions.selected.peek();
      return selected ? regions.remove([selected.id]) : "pass";
    },
  },
  {
    label: "Cancel, let go; from the panel: back",
    keys: ["Escape"],
    run: ({ regions, tool }) => {
      if (tool.cancel()) {
        return;
      }
      return regions.selected.peek() ? regions.select(undefined) : "pass";
    },
  },
  UNDO_REGIONS,
];

/** Selects the next region; passes past the last, so that the focus moves on. */
function step(regions: RegionsModel, by: number): unknown {
  const all = regions.all.peek();
  const next = all[all.findIndex(({ id }) => id === regions.selected.peek()?.id) + by];
  regions.select(next?.id);
  return next ?? "pass";
}

/** A whole number of pixels along the axis of the image that is nearest to a direction on the screen. */
function stepOf(arrow: Position, length: number, { camera }: Viewpoint): Position {
  const { x, y } = stepInImage(camera.peek(), arrow);
  const isAcross = Math.abs(x) >= Math.abs(y);
  return isAcross ? { x: Math.sign(x) * length, y: 0 } : { x: 0, y: Math.sign(y) * length };
}
