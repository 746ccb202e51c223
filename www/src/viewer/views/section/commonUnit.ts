/** Values of arrays of several files in one unit: by what their units are, or by what their metadata say. */

import { unitFactor } from "@asdf-wasm/science/format/units";
import type { Levels } from "@asdf-wasm/science/mosaic/skyImage";
import type { ViewHost } from "../../state/view.ts";

/** By what values of one are multiplied to be in the unit of the other: by their units, or by what the metadata of either say. */
export function factorBetween(one: Levels, other: Levels): number | undefined {
  const [from, to] = [one.unit ?? "", other.unit ?? ""];
  if (from === to) {
    return 1;
  }
  const through = Object.keys(one.factors ?? {}).find((unit) => unitFactor(unit, to) !== undefined);
  const back = Object.keys(other.factors ?? {}).find((unit) => unitFactor(from, unit) !== undefined);
  const factor =
    unitFactor(from, to) ??
    (through === undefined ? undefined : (one.factors?.[through] ?? 1) * (unitFactor(through, to) ?? 1)) ??
    (back === undefined ? undefined : (unitFactor(from, back) ?? 1) / (other.factors?.[back] ?? 1));
  // Metadata may say that a pixel has no area.
  return factor !== undefined && factor > 0 && Number.isFinite(factor) ? factor : undefined;
}

/** What the values of an array are; without what cannot be known, as of a computed one. */
export async function levelsOf(host: ViewHost, node: number, signal: AbortSignal): Promise<Levels> {
  try {
    return await host.request(signal, (worker) => worker.image.levels(node));
  } catch {
    signal.throwIfAborted();
    return {};
  }
}
