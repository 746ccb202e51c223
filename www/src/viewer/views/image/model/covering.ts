/**
 * Keeping pictures over the image: a coarse one of all of it, and finer ones of what is looked at. They are asked for
 * anew when what they show has changed, or what is looked at: each one at a time, so that the newest is not long in
 * coming.
 */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Excerpt } from "../../../protocol/plane.ts";
import type { Pane } from "../camera/camera.ts";
import { type Size, visiblePixels } from "../camera/camera.ts";
import type { Picture } from "../draw/cover.ts";
import type { ImageModel } from "./model.ts";
import { widened } from "./regions.ts";

/** How many pixels a side the coarse picture has at most. */
const WHOLE = 1024;
/** To multiples of so many of its pixels a finer one reaches: a small move needs no other. */
const GRAIN = 256;
/** Up to how many panes are looked at closer up: the image, and the magnifier. */
const PANES = 2;

interface Covering {
  /** Every so-many-th element is known on each axis; undefined while none is. */
  readonly step: ReadonlySignal<number | undefined>;
  readonly paint: Paint;
  readonly opacity: ReadonlySignal<number>;
}

/** Asks for a picture; what it depends on is read before it first waits. */
type Paint = (excerpt: Excerpt) => Promise<ImageBitmap | undefined>;

export function keepCovered(image: ImageModel, { step, paint, opacity }: Covering): () => void {
  const { viewpoint, cover } = image;
  const whole = computed(() =>
    viewpoint.image.value && step.value ? wholeOf(viewpoint.image.value, step.value) : undefined,
  );
  const closer = (i: number) => (): Excerpt | undefined => {
    const pane = viewpoint.panes.value[i];
    return pane && whole.value && step.value ? seenIn(pane, whole.value, step.value) : undefined;
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

/** A picture of a place, which may become another. */
function keepPainted(place: () => Excerpt | undefined, paint: Paint) {
  const picture = signal<Picture | undefined>(undefined);
  const text = computed(() => JSON.stringify(place() ?? null));
  const excerpt = computed((): Excerpt | null => JSON.parse(text.value));
  const again = signal(0);
  let state: "free" | "asked" | "stale" | "stopped" = "free";

  const show = (painted: Picture | undefined): void => {
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
    // Whatever changes while a picture is being painted, another is asked for once it has come.
    again.value;
    const { value: of } = excerpt;
    if (state !== "free") {
      state = "stale";
    } else if (of) {
      state = "asked";
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

/** All of an image, with as small a step as the picture may have. */
function wholeOf({ width, height }: Size, least: number): Excerpt {
  let step = least;
  while (Math.max(width, height) > WHOLE * step) {
    step *= 2;
  }
  return { x: 0, y: 0, width, height, step };
}

/** What is seen in a pane, with the step that its zoom needs, if that is finer than that of the whole. */
function seenIn(
  { camera, frame: { width, height } }: Pane,
  whole: Excerpt,
  least: number,
): Excerpt | undefined {
  const step = least * 2 ** Math.max(0, Math.floor(-Math.log2(camera.zoom * least)));
  const seen = visiblePixels(camera, whole, { width, height });
  const isFiner = step < whole.step && seen.width > 0 && seen.height > 0;
  return isFiner ? { ...widened(seen, GRAIN * step, whole), step } : undefined;
}
