/** Colour maps as the renderers take them: 256 RGBA entries. */
import { COLORMAPS } from "asdf-wasm/image";
import type { ColormapName } from "../session.ts";

export function colorTable(name: ColormapName): Uint8Array<ArrayBuffer> {
  const colors = COLORMAPS[name];
  const table = new Uint8Array(256 * 4).fill(255);
  for (let i = 0; i < 256; i += 1) {
    table.set(colors.subarray(3 * i, 3 * i + 3), 4 * i);
  }
  return table;
}
