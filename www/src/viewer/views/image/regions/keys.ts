/** Keys over the image while the tool for regions is open. */

import { movedBy } from "@asdf-wasm/science/regions/geometry";
import type { Position } from "@asdf-wasm/science/regions/region";
import type { RegionsModel } from "../../../state/regions.ts";
import { stepInImage } from "../camera/camera.ts";
import type { Viewpoint } from "../camera/viewpoint.ts";
import type { RegionTool } from "./model.ts";

/** On the screen, y downwards. */
const ARROWS: Readonly<Record<string, Position>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const FAR = 10;

/** Undoes and redoes what was drawn, once there is something; otherwise the keys are for edits of the tree. */
export function undoKey(event: KeyboardEvent, regions: RegionsModel): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const letter = key.toLowerCase();
  const isUndo = (ctrlKey || metaKey) && !altKey && (letter === "z" || letter === "y");
  if (!isUndo || !(regions.canUndo.peek() || regions.canRedo.peek())) {
    return false;
  }
  if (shiftKey || letter === "y") {
    regions.redo();
  } else {
    regions.undo();
  }
  return true;
}

/** Obeys a key; returns whether it was one for regions. */
export function regionKey(
  event: KeyboardEvent,
  regions: RegionsModel,
  tool: RegionTool,
  viewpoint: Viewpoint,
): boolean {
  if (undoKey(event, regions)) {
    return true;
  }
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (altKey || ctrlKey || metaKey) {
    return false;
  }
  const kind = tool.kind.peek();
  const selected = regions.selected.peek();
  if (key === "Enter" && kind) {
    if (tool.canFinish.peek()) {
      tool.finishPoints();
    } else {
      tool.place(kind);
    }
    return true;
  }
  if (key === "Escape" && tool.cancel()) {
    return true;
  }
  if (!selected) {
    return false;
  }
  if (key === "Escape") {
    regions.select(undefined);
    return true;
  }
  const arrow = ARROWS[key];
  if (arrow) {
    const step = stepOf(arrow, shiftKey ? FAR : 1, viewpoint);
    regions.change(selected.id, { shape: movedBy(selected.shape, step) }, `arrows ${selected.id}`);
    return true;
  }
  if (key === "Delete" || key === "Backspace") {
    regions.remove([selected.id]);
    return true;
  }
  return key === "Tab" && step(regions, selected.id, shiftKey ? -1 : 1);
}

/** Selects the next region; false past the last, so that the focus moves on. */
function step(regions: RegionsModel, from: number, by: number): boolean {
  const all = regions.all.peek();
  const next = all[all.findIndex(({ id }) => id === from) + by];
  regions.select(next?.id);
  return next !== undefined;
}

/** A whole number of pixels along the axis of the image that is nearest to a direction on the screen. */
function stepOf(arrow: Position, length: number, { camera }: Viewpoint): Position {
  const { x, y } = stepInImage(camera.peek(), arrow);
  const isAcross = Math.abs(x) >= Math.abs(y);
  return isAcross ? { x: Math.sign(x) * length, y: 0 } : { x: 0, y: Math.sign(y) * length };
}
