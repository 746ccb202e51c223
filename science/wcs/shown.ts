/** The words of a WCS as the page shows them: of very long ones the beginning. */

import type { WcsAxis, WcsFrame } from "asdf-wasm";
import { cut } from "../format/format.ts";

export function shownAxis({ name, unit, physicalType }: WcsAxis): WcsAxis {
  return { name: cut(name), unit: cut(unit), physicalType: cut(physicalType) };
}

export function shownFrame(frame: WcsFrame): WcsFrame {
  const { name, reference, axes } = frame;
  return { ...frame, name: cut(name), reference: cut(reference), axes: axes.map(shownAxis) };
}
