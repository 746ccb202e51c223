/** The position of the pixel that is read out, and the choice of the WCS. */
import { WorldModel } from "../../../state/world.ts";
import type { Overlay } from "../overlay.ts";
import { POSITION_KEYS, Position } from "./Position.tsx";
import { WcsControl } from "./WcsControl.tsx";

export const positionOverlay: Overlay = {
  name: "position",
  model: WorldModel,
  Fields: WcsControl,
  Status: Position,
  keys: POSITION_KEYS,
};
