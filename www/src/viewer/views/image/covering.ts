/** Keeping a picture over the image that is asked for anew whenever what it shows has changed. */
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import type { ImageModel } from "./model.ts";

/** `ask` reads what the picture depends on before it first waits. Only what was asked for last is shown. */
export function keepCovered(
  image: ImageModel,
  ask: () => Promise<ImageBitmap | undefined>,
  opacity: ReadonlySignal<number>,
): () => void {
  const picture = signal<ImageBitmap | undefined>(undefined);
  let newest: Promise<ImageBitmap | undefined> | undefined;
  const stopAsking = effect(() => {
    const asked = ask();
    newest = asked;
    void asked.then((bitmap) => {
      if (newest === asked) {
        picture.value = bitmap;
      }
    });
  });
  const stopCovering = effect(() => {
    const bitmap = picture.value;
    image.cover.value = bitmap && { bitmap, opacity: opacity.value };
  });
  return () => {
    newest = undefined;
    stopAsking();
    stopCovering();
    image.cover.value = undefined;
  };
}
