/** The FITS keywords of a WCS for a part of an image, if they give the same positions. */
import type { TreeValue, Wcs } from "asdf-wasm";
import { centresIn } from "./centres.ts";
import { type Keywords, keywordsOf, type Window } from "./keywords.ts";

/** The keywords, or why there are none. `node` is the WCS in the tree. */
export async function celestialKeywords(
  wcs: Wcs,
  window: Window,
  node: TreeValue | undefined,
): Promise<Keywords | string> {
  const { sky } = wcs;
  if (!sky || wcs.pixelAxes !== 2 || wcs.worldAxes !== 2) {
    return "it does not give a direction on the sky for two pixel axes";
  }
  const toSky = (points: Float64Array) => {
    const world = wcs.toWorld(points);
    return sky.longitude === 0 ? world : world.map((_, i) => world[i ^ 1] ?? Number.NaN);
  };
  const found = await keywordsOf(toSky, sky.reference, window, centresIn(node));
  return found ?? "FITS keywords do not give its positions to a millionth of a pixel";
}
