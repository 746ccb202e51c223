/** Where images are on the screen: which are in view, and which are so small there that they need a mark. */

import type { ReadonlySignal } from "@preact/signals";
import { boundsOf, overlap, type Point, toScreen } from "../image/camera/camera.ts";
import type { Viewpoint } from "../image/camera/viewpoint.ts";
import type { Layer } from "./sky/layer.ts";
import type { TangentPlane } from "./sky/plane.ts";

/** The sides of the smallest image that is seen without a mark, and how near marks are that become one, in CSS pixels. */
const [LEAST, NEAR] = [8, 40] as const;

/** Images at one place that are too small to be seen. */
export interface Mark {
  readonly layers: readonly Layer[];
  /** In CSS pixels from the top left. */
  readonly at: Point;
}

export interface Seen {
  readonly marks: readonly Mark[];
  /** How many are shown, and how many of these are in view. */
  readonly shown: number;
  readonly inView: number;
}

interface Sky {
  readonly placed: ReadonlySignal<readonly Layer[]>;
  readonly plane: ReadonlySignal<TangentPlane | undefined>;
  readonly viewpoint: Viewpoint;
}

export function seenOf({ placed, plane, viewpoint }: Sky): Seen {
  const [on, camera, screen] = [plane.value, viewpoint.camera.value, viewpoint.screen.value];
  const shown = placed.value.filter(({ isShown }) => isShown.value);
  const marks: { layers: Layer[]; at: Point }[] = [];
  let inView = 0;
  for (const layer of shown) {
    const bounds = on && layer.place.value?.mesh.on(on).bounds;
    const place = bounds && boundsOf(bounds, (corner) => toScreen(camera, screen, corner));
    if (!place || !overlap(place, { x: 0, y: 0, ...screen })) {
      continue;
    }
    const { x, y, width, height } = place;
    inView += 1;
    if (Math.max(width, height) < LEAST * devicePixelRatio) {
      const at = { x: (x + width / 2) / devicePixelRatio, y: (y + height / 2) / devicePixelRatio };
      const near = marks.find(({ at: { x, y } }) => Math.hypot(x - at.x, y - at.y) < NEAR);
      if (near) {
        near.layers.push(layer);
      } else {
        marks.push({ layers: [layer], at });
      }
    }
  }
  return { marks, shown: shown.length, inView };
}
