/** Planes and images in colours over an image, in a view of their own. */
import { lazily } from "../../../ui/lazily.tsx";
import type { Overlay } from "../overlay.ts";
import { RgbModel } from "./rgbModel.ts";

export const rgbOverlay: Overlay = {
  name: "rgb",
  model: RgbModel,
  suits: ({ overlay }) => overlay === "rgb",
  Beside: lazily(() => import("./RgbPanel.tsx").then(({ RgbPanel }) => RgbPanel)),
};
