/** The colour table of a display: 256 times red, green and blue. */
import { COLORMAPS } from "asdf-wasm/image";
import type { ColormapName } from "./model.ts";

export function colorTable(name: ColormapName, inverted: boolean): Uint8Array<ArrayBuffer> {
  const colors = Uint8Array.from(COLORMAPS[name]);
  if (!inverted) {
    return colors;
  }
  const turned = new Uint8Array(colors.length);
  for (let i = 0; i < colors.length; i += 3) {
    turned.set(colors.subarray(i, i + 3), colors.length - 3 - i);
  }
  return turned;
}
