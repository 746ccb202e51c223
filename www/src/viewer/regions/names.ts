/** What regions are called. */
import type { Region } from "@asdf-wasm/science/regions/region";
import { labelOf } from "./drawing.ts";

interface Named extends Pick<Region, "id" | "name"> {
  readonly shape: Pick<Region["shape"], "kind">;
}

/** Its name, or what it is. */
export function nameOf({ id, name, shape: { kind } }: Named): string {
  return name || (isOfSky(id) ? `Sky ${labelOf(kind).toLowerCase()} ${-id}` : `${labelOf(kind)} ${id}`);
}

/** Whether a region follows the sky, by its id. */
export function isOfSky(id: number): boolean {
  return id < 0;
}
