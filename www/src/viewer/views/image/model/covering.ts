/**
 * Keeps pictures over the image: a coarse one of the whole, and finer ones of the panes. Each is requested again
 * when its content or the view has changed, one request at a time, so that the newest is not delayed.
 */

import type { Excerpt } from "@asdf-wasm/science/sections/section";
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Pane } from "../camera/camera.ts";
import { type Size, visiblePixels } from "../camera/camera.ts";
import type { CoverPicture } from "../draw/cover.ts";
import type { ImageModel } from "./imageModel.ts";
import { widened } from "./patches.ts";

/** The greatest side of the coarse picture, in pixels. */
const WHOLE = 1024;
/** Finer pictures extend to multiples of this many pixels: small moves need no new one. */
const GRAIN = 256;
/** The panes with finer pictures: the image and the magnifier. */
const PANES = 2;

interface Covering {
  /** The step between known elements on each axis; undefined while none is known. */
  readonly step: ReadonlySignal<number | undefined>;
  readonly paint: Paint;
  readonly opacity: ReadonlySignal<number>;
  /** Whether pictures may be drawn smaller than they are. A single pixel does not survive that. */
  readonly shrinks: boolean;
}

/** Requests a picture; reads the signals it depends on before it first waits. */
type Paint = (excerpt: Excerpt) => Promise<ImageBitmap | undefined>;

export function keepCovered(image: ImageModel, { step, paint, opacity, shrinks }: Covering): () => void {
  const { viewpoint, cover } = image;
  const whole = computed(() =>
    viewpoint.image.value && step.value ? wholeOf(viewpoint.image.value, step.value) : undefined,
  );
  const closer = (i: number) => (): Excerpt | undefined => {
    const pane = viewpoint.panes.value[i];
    return pane && whole.value && step.value ? seenIn(pane, whole.value, step.value, shrinks) : undefined;
  };
  const places = [() => whole.value, ...Array.from({ length: PANES }, (_, i) => closer(i))];
  const kept = places.map((place) => keepPainted(place, paint));
  const stopCovering = effect(() => {
    const pictures = kept.flatMap(({ picture }) => picture.value ?? []);
    cover.value = pictures.length > 0 ? { pictures, opacity: opacity.value } : undefined;
  });
  return () => {
    stopCovering();
    cover.value = undefined;
    for (const { stop } of kept) {
      stop();
    }
  };
}

/** Keeps a picture of an excerpt that may change. */
function keepPainted(place: () => Excerpt | undefined, paint: Paint) {
  const picture = signal<CoverPicture | undefined>(undefined);
  const text = computed(() => JSON.stringify(place() ?? null));
  const excerpt = computed((): Excerpt | null => JSON.parse(text.value));
  const again = signal(0);
  let state: "free" | "requested" | "stale" | "stopped" = "free";

  const show = (painted: CoverPicture | undefined): void => {
    const before = picture.peek();
    picture.value = painted;
    before?.bitmap.close();
  };
  const take = (bitmap: ImageBitmap | undefined, of: Excerpt): void => {
    if (state === "stopped") {
      bitmap?.close();
      return;
    }
    const isStale = state === "stale";
    state = "free";
    show(bitmap && { bitmap, excerpt: of });
    again.value += isStale ? 1 : 0;
  };
  const stopAsking = effect(() => {
    // A change while a picture is being painted requests another one afterwards.
    again.value;
    const { value: of } = excerpt;
    if (state !== "free") {
      state = "stale";
    } else if (of) {
      state = "requested";
      void paint(of).then((bitmap) => take(bitmap, of));
    } else {
      show(undefined);
    }
  });
  const stop = (): void => {
    state = "stopped";
    stopAsking();
    show(undefined);
  };
  return { picture, stop };
}

/** The whole image, with the smallest step that fits the coarse picture. */
function wholeOf({ width, height }: Size, least: number): Excerpt {
  let step = least;
  while (Math.max(width, height) > WHOLE * step) {
    step *= 2;
  }
  return { x: 0, y: 0, width, height, step };
}

/** The visible part of a pane with the step for its zoom, if the picture of the whole does not do. */
function seenIn(
  { camera, frame: { width, height } }: Pane,
  whole: Excerpt,
  least: number,
  shrinks: boolean,
): Excerpt | undefined {
  const halvings = -Math.log2(camera.zoom * least);
  const step = least * 2 ** Math.max(0, shrinks ? Math.floor(halvings) : Math.ceil(halvings));
  const seen = visiblePixels(camera, whole, { width, height });
  const isBetter = shrinks ? step < whole.step : step !== whole.step;
  const isSeen = seen.width > 0 && seen.height > 0;
  return isBetter && isSeen ? { ...widened(seen, GRAIN * step, whole), step } : undefined;
}
