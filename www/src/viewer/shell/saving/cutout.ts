/** The image on the stage, or a part of it, as a file of its own. */

import { type PixelBox, pixelsIn } from "@asdf-wasm/science/regions/boxPixels";
import type { Region } from "@asdf-wasm/science/regions/region";
import type { Section, Span } from "@asdf-wasm/science/sections/section";
import { nameOf } from "../../regions/names.ts";
import { RegionsModel } from "../../state/regions.ts";
import type { SaveJob } from "../../state/saveJob.ts";
import type { Session } from "../../state/session.ts";
import { stemOf } from "../../state/source.ts";
import { type Rect, type Size, visiblePixels } from "../../views/image/camera/camera.ts";
import { ImageModel } from "../../views/image/model/imageModel.ts";
import { ASDF } from "./destination.ts";
import { seenOn, showsImage } from "./jobs.ts";

/** The file with the image cut to the selected region's box, or else to its visible part; undefined while no image is shown. */
export function asCutout(session: Session): SaveJob | undefined {
  const { name, scene, section } = session;
  const { facts } = scene;
  const shown = facts.value;
  const { camera, image: whole, screen } = session.model(ImageModel).viewpoint;
  if (!shown?.array || !showsImage(scene) || !whole.value) {
    return undefined;
  }
  const region = regionIn(session, whole.value);
  const pixels = region?.pixels ?? visiblePixels(camera.value, whole.value, screen.value);
  const { width, height } = pixels;
  const spans = cutTo(shown.array.shape, section.current.value, pixels);
  return {
    title: `Save ${width} × ${height} of ${shown.key}${notOf(session)}`,
    name: `${stemOf(name.value)}-cutout.asdf`,
    kind: ASDF,
    whole: false,
    write: (worker, options, ...call) => worker.file.cut({ node: shown.id, spans, ...options }, ...call),
  };
}

/** What to keep of an array on each axis so that some pixels of a section remain; null for all. */
export function cutTo(
  shape: readonly number[],
  { axes: [rows, columns] }: Section,
  { x, y, width, height }: Rect,
): readonly (Span | null)[] {
  return shape.map((_, axis): Span | null => {
    if (axis === rows) {
      return { start: y, stop: y + height };
    }
    return axis === columns ? { start: x, stop: x + width } : null;
  });
}

/** What a cutout has. */
export function cutoutNote(session: Session): string {
  const size = session.model(ImageModel).viewpoint.image.value;
  const found = size && regionIn(session, size);
  return `${found ? `the box of ${nameOf(found.region)}` : "the visible part of the image"}${notOf(session)}`;
}

/** What is seen in place of the array on the stage, which a cutout does not have: it is of the arrays of the file. */
function notOf(session: Session): string {
  const seen = seenOn(session);
  return seen?.of === undefined ? "" : `, not of ${seen.key}`;
}

/** The selected region, and the pixels of its box; undefined if an image of that size has none of them. */
export function regionIn(
  session: Session,
  size: Size,
): { readonly region: Region; readonly pixels: PixelBox } | undefined {
  const region = session.model(RegionsModel).selected.value;
  const pixels = region && pixelsIn(region.shape, size);
  return region && pixels && pixels.width > 0 && pixels.height > 0 ? { region, pixels } : undefined;
}
