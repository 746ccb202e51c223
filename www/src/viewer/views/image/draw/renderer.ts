/** What draws a plane: WebGL2 where there is one, else a 2-D canvas. */

import type { Plane, PlaneLimits } from "../../../protocol/plane.ts";
import type { Pane } from "../camera/camera.ts";
import type { Color } from "../display/colors.ts";
import type { Tile } from "./tiles.ts";

export interface Display {
  readonly limits: PlaneLimits;
  /** Where, from 0 (the lower limit) to 1, each colour but the first begins. */
  readonly levels: Float64Array;
  /** 256 times red, green and blue. */
  readonly colors: Uint8Array;
  /** Of what is no number. */
  readonly nan: Color;
}

export interface Renderer {
  /** Its upper left corner is the panes' origin. It may be larger than what is shown of it. */
  readonly canvas: HTMLCanvasElement;
  /** Told when there is something new to draw that nobody asked for. */
  onChange: () => void;
  setPlane(plane: Plane): void;
  /** Only so many rows of the plane have come; whether more are on their way. */
  setRows(rows: number, more: boolean): void;
  setDisplay(display: Display): void;
  /** Tiles that are drawn over the plane, the coarsest first. */
  setDetail(tiles: readonly Tile[]): void;
  /** Draws what there is, insets over the image, and answers whether another frame has more to show. */
  draw(panes: readonly [main: Pane, ...insets: Pane[]]): boolean;
  /** Forgets what it draws and empties the canvas; answers whether it can draw something else. */
  clear(): boolean;
  destroy(): void;
}
