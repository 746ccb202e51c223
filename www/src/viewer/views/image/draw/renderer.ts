/** What draws a plane: WebGL2, or a 2-D canvas without it. */

import type { Shrinking } from "asdf-wasm/image";
import type { Plane, PlaneLimits } from "../../../protocol/plane.ts";
import type { Pane } from "../camera/camera.ts";
import type { Color } from "../display/colors.ts";
import type { Tile } from "./tiles.ts";

export interface Display {
  readonly limits: PlaneLimits;
  /** Where each colour except the first starts, from 0 (the lower limit) to 1. */
  readonly levels: Float64Array;
  /** 256 triples of red, green and blue. */
  readonly colors: Uint8Array;
  /** The colour of NaN. */
  readonly nan: Color;
  /** What the elements that share a pixel of the screen become. */
  readonly shrinking: Shrinking;
}

/** Whether both draw the same, whichever rows their limits are of. */
export function isSameDisplay(one: Display, other: Display): boolean {
  return (
    one.limits.min === other.limits.min &&
    one.limits.max === other.limits.max &&
    one.levels === other.levels &&
    one.colors === other.colors &&
    one.nan === other.nan &&
    one.shrinking === other.shrinking
  );
}

export interface Renderer {
  /** Its upper left corner is the panes' origin. It may be larger than its visible part. */
  readonly canvas: HTMLCanvasElement;
  /** Called when the renderer itself needs to draw again. */
  onChange: () => void;
  setPlane(plane: Plane): void;
  /** Sets how many rows of the plane have arrived, and whether more will. */
  setRows(rows: number, more: boolean): void;
  setDisplay(display: Display): void;
  /** Sets the tiles drawn over the plane, coarsest first. */
  setDetail(tiles: readonly Tile[]): void;
  /** Resolves once everything set can be drawn. */
  settled(): Promise<void>;
  /** Draws the image and its insets; returns whether another frame is needed. */
  draw(panes: readonly [main: Pane, ...insets: Pane[]]): boolean;
  /** Drops the plane; returns whether the renderer can draw another. */
  clear(): boolean;
  destroy(): void;
}
