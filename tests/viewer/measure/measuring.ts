/** Measurements in arrays of a file, as the viewer's worker makes them. */

import type { RegionShape } from "@asdf-wasm/science/regions/region";
import type { MeasureRequest } from "@asdf-wasm/www/viewer/protocol/measure.ts";
import { Measurement } from "@asdf-wasm/www/viewer/worker/measure/measurement.ts";
import type { AsdfFile } from "asdf-wasm";
import { openFile } from "../support/openFile.ts";

export const never = new AbortController().signal;

/** The same numbers between 0 and 1 as `noise` in the scripts that print the expected ones. */
export function noise(size: number): Float64Array<ArrayBuffer> {
  return Float64Array.from(
    { length: size },
    (_, i) => (((i * 2654435761 + 12345) % 2 ** 32) + 0.5) / 2 ** 32,
  );
}

/** A shape of the vectors. */
export function shapeOf(shape: unknown): RegionShape {
  return shape as RegionShape;
}

/** Shows a file, and gives a measurement in one of its arrays. */
export function measuring(file: AsdfFile, path: string) {
  const opened = openFile(file);
  const { nodes } = opened;
  const idOf = (of: string) => nodes.trailAlong(of)?.at(-1) ?? -1;
  const node = idOf(path);
  const { shape } = nodes.array(node);
  return (region: unknown, more: Partial<MeasureRequest> & { flagged?: [string, number] } = {}) => {
    const { flagged, ...rest } = more;
    const section = { axes: [...shape.keys()].slice(-2), index: shape.map(() => 0) };
    const flags = flagged && { node: idOf(flagged[0]), bits: flagged[1] };
    const request = { node, section, part: "amplitude", shape: shapeOf(region), flags, ...rest } as const;
    return new Measurement(opened, request, never);
  };
}
