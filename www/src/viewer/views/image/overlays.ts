/** The overlays of the image, from the topmost down; controls and panels are in this order. */

import { contoursOverlay } from "./analysis/contoursOverlay.tsx";
import { catalogueOverlay } from "./catalogue/catalogueOverlay.tsx";
import { compareOverlay } from "./compare/compareOverlay.tsx";
import { cutsOverlay } from "./cuts/cutsOverlay.tsx";
import { flagsOverlay } from "./flags/flagsOverlay.tsx";
import { graticuleOverlay } from "./graticule/graticuleOverlay.tsx";
import { markersOverlay } from "./markers/markersOverlay.tsx";
import type { Overlay } from "./overlay.ts";
import { positionOverlay } from "./position/positionOverlay.ts";
import { readoutOverlay } from "./readout/readoutOverlay.tsx";
import { regionsOverlay } from "./regions/regionsOverlay.tsx";
import { rgbOverlay } from "./rgb/rgbOverlay.ts";

export const OVERLAYS: readonly Overlay[] = [
  readoutOverlay,
  positionOverlay,
  regionsOverlay,
  compareOverlay,
  graticuleOverlay,
  markersOverlay,
  catalogueOverlay,
  contoursOverlay,
  flagsOverlay,
  rgbOverlay,
  cutsOverlay,
];
