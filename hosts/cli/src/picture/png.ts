/** Pictures as PNG files. */
import { PNG } from "pngjs";
import type { Picture } from "./picture.ts";

export function pngOf({ data, width, height }: Pick<Picture, "data" | "width" | "height">): Buffer {
  const png = new PNG({ width, height });
  png.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return PNG.sync.write(png, { deflateLevel: 6 });
}
