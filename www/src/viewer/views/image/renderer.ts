/** What draws a plane: WebGL2 where there is one, else a 2-D canvas. */
import type { Color } from "../../display/model.ts";
import type { Plane, PlaneLimits } from "../../engine/protocol.ts";
import type { Camera } from "./camera.ts";

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
  setPlane(plane: Plane): void;
  /** Only so many rows of the plane have come. */
  setRows(rows: number): void;
  setDisplay(display: Display): void;
  /** Draws what there is and answers whether another frame has more to show. */
  draw(camera: Camera): boolean;
  destroy(): void;
}
