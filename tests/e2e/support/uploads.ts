/** How much of an image the page uploads to the GPU in one frame: a stable measure of how long a frame can take. */
import type { Viewer } from "./viewer.ts";

/** The largest numbers seen in a frame, and sums. */
export interface Uploads {
  readonly calls: number;
  readonly pixels: number;
  /** How many frames uploaded anything. */
  readonly frames: number;
  /** The pixels of all frames. */
  readonly total: number;
}

/** Counts the uploads of pixels in each frame; runs in the page before the page does. */
export function countUploads(): void {
  const most = { calls: 0, pixels: 0, frames: 0, total: 0 };
  const frame = { time: Number.NaN, calls: 0, pixels: 0 };
  const { prototype } = WebGL2RenderingContext;
  const { texSubImage2D } = prototype;
  Object.assign(globalThis, { uploads: most });
  Object.assign(prototype, {
    texSubImage2D(this: WebGL2RenderingContext, ...args: unknown[]) {
      const [, , , , width, height] = args;
      const { currentTime } = document.timeline;
      // Tables of colours and levels have one row.
      if (Number(height) > 1) {
        if (frame.time !== currentTime) {
          Object.assign(frame, { time: currentTime, calls: 0, pixels: 0 });
          most.frames += 1;
        }
        frame.calls += 1;
        frame.pixels += Number(width) * Number(height);
        most.total += Number(width) * Number(height);
        most.calls = Math.max(most.calls, frame.calls);
        most.pixels = Math.max(most.pixels, frame.pixels);
      }
      return Reflect.apply(texSubImage2D, this, args);
    },
  });
}

/** What was counted in a page that was opened with `countUploads`. */
export function uploadsOf({ page }: Viewer): Promise<Uploads> {
  return page.evaluate(() => Reflect.get(globalThis, "uploads"));
}
