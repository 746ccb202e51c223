/** Cameras on the same part of the sky: keeps the other image's camera on the same part of the sky as the first one's. */
import { effect, untracked } from "@preact/signals";
import { latestOf } from "../../../client/latest.ts";
import type { SkyPlace } from "../../../state/sky/skyMap.ts";
import { commonFrame, placeOf } from "../../../state/skyPlace.ts";
import type { ViewHost } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";
import type { Camera } from "../camera/camera.ts";
import { ImageModel } from "../model/imageModel.ts";
import { corner, matchedCamera } from "./matched.ts";
import type { OtherImage, OtherRequest } from "./other.ts";

/** How far apart the points are that tell how the images lie: this part of the width of the view. */
const REACH = 1 / 8;
const NO_SKY = "both images need world coordinates to be matched on the sky: they are matched by pixel.";
const NO_PLACE = "what is in the middle of the view is not in this image: it lies elsewhere on the sky.";

/**
 * The camera that shows of another image the part of the sky that a camera shows of the first, or a
 * sentence that says why there is none.
 */
export async function cameraOnSky(
  camera: Camera,
  width: number,
  one: SkyPlace,
  other: SkyPlace,
): Promise<Camera | string> {
  const frame = commonFrame(one.facts, other.facts);
  if (frame === undefined) {
    return NO_SKY;
  }
  const reach = Math.max(1, (width * REACH) / camera.zoom);
  // Coordinates of the camera begin at the edge of the first pixel, of a WCS in its middle.
  const points = corner({ x: camera.x - 0.5, y: camera.y - 0.5 }, reach);
  const pixels = Float64Array.from(points.flatMap(({ x, y }) => [x, y]));
  const sky = await one.host.ask((worker) => worker.wcs.toSky({ at: one.at, points: pixels, frame }));
  const found =
    sky && (await other.host.ask((worker) => worker.wcs.toPixels({ at: other.at, positions: sky, frame })));
  const point = (i: number) => ({
    x: (found?.[2 * i] ?? Number.NaN) + 0.5,
    y: (found?.[2 * i + 1] ?? Number.NaN) + 0.5,
  });
  return matchedCamera(camera, reach, [point(0), point(1), point(2)]) ?? NO_PLACE;
}

/** Returns a function that ends it. */
export function keepOnSky(host: ViewHost, other: OtherImage, request: OtherRequest): () => void {
  const world = host.model(WorldModel);
  const image = host.model(ImageModel);
  let isWanted = true;
  let place: SkyPlace | undefined;

  const follow = latestOf(async (camera: Camera) => {
    if (!isWanted) {
      return;
    }
    const [at, facts] = [world.at.peek(), world.facts.peek()];
    const { width } = image.viewpoint.screen.peek();
    const matched =
      place && at && facts ? await cameraOnSky(camera, width, { host, at, facts }, place) : NO_SKY;
    if (isWanted) {
      other.problem.value = typeof matched === "string" ? matched : "";
      other.camera.value = typeof matched === "object" ? matched : undefined;
    }
  });
  let stop = () => {};
  void placeOf(request).then((found) => {
    place = found;
    if (isWanted) {
      stop = effect(() => {
        const { value } = image.viewpoint.camera;
        if (world.at.value || !world.facts.value) {
          untracked(() => follow(value));
        }
      });
    }
  });
  return () => {
    isWanted = false;
    stop();
    other.camera.value = undefined;
  };
}
