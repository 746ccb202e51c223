/** The image on its canvas for as long as the view is shown, offered for pictures of it. */
import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import { barOf } from "./display/ColorBar.tsx";
import { LiveImage } from "./liveImage.ts";
import { ImageModel } from "./model/imageModel.ts";
import type { OverlayProps } from "./overlay.ts";
import { PictureModel } from "./picture/pictureModel.ts";
import { picturable } from "./picture/raster.ts";

/** Undefined until the elements are there. */
export function useLiveImage(
  { host, facts, view, pixels, look }: OverlayProps,
  above: RefObject<HTMLCanvasElement | null>,
  unit: string | undefined,
): LiveImage | undefined {
  const image = host.model(ImageModel);
  const [live, setLive] = useState<LiveImage>();
  const { unmapped } = view;

  useEffect(() => {
    if (!pixels.current || !above.current) {
      return;
    }
    const made = new LiveImage(pixels.current, above.current, image, look);
    setLive(made);
    return () => made.destroy();
  }, [image]);

  useEffect(() => {
    const { live: picture, painters } = host.model(PictureModel);
    const area = pixels.current?.parentElement;
    picture.value =
      live && area
        ? {
            drawn: () => picturable(live.drawn()),
            area,
            painters,
            bar: () => barOf(image, look, { name: facts.key, unit, unmapped }),
          }
        : undefined;
    return () => {
      picture.value = undefined;
    };
  }, [host, live, image, look, facts, unit, unmapped]);

  return live;
}
