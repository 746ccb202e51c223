/** What regions are called. */
import type { Region } from "@asdf-wasm/science/regions/region";
import { labelOf } from "./drawing.ts";

/** Its name, or what it is. */
export function nameOf({ id, name, shape }: Region): string {
  return name || `${labelOf(shape.kind)} ${id}`;
}
