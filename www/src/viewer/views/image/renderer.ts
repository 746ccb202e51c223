/** What draws a plane: WebGL2 where there is one, else a 2-D canvas. */
import type { Plane, PlaneLimits } from "../../engine/protocol.ts";
import type { Camera } from "./camera.ts";
import type { ColormapName, Stretch } from "./model.ts";

export interface Display {
  readonly limits: PlaneLimits;
  readonly stretch: Stretch;
  readonly colormap: ColormapName;
  readonly inverted: boolean;
}

export interface Renderer {
  setPlane(plane: Plane): void;
  /** Only so many rows of the plane have come. */
  setRows(rows: number): void;
  setDisplay(display: Display): void;
  /** Draws what there is and answers whether another frame has more to show. */
  draw(camera: Camera): boolean;
  destroy(): void;
}

/** Where there is no number: a blue that is in none of the colour maps. */
export const NAN_COLOR = [86, 140, 204] as const;
