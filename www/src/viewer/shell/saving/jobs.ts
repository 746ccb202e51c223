/** What can be saved of the open file. */
import type { Section } from "../../protocol/plane.ts";
import type { Span } from "../../protocol/tables.ts";
import type { SaveJob } from "../../state/saveJob.ts";
import type { Session } from "../../state/session.ts";
import { type Rect, visiblePixels } from "../../views/image/camera/camera.ts";
import { ImageModel } from "../../views/image/model/model.ts";
import { ASDF, ZIP } from "./destination.ts";

/** The whole file in its current state. */
export function asAsdf({ name }: Session): SaveJob {
  return {
    title: "Save as ASDF",
    name: `${stemOf(name.value)}-copy.asdf`,
    kind: ASDF,
    whole: true,
    write: (worker, ...options) => worker.save(...options),
  };
}

/** The file with the image cut to its visible part; undefined while no image is shown. */
export function asCutout(session: Session): SaveJob | undefined {
  const { name, scene, section } = session;
  const { facts } = scene;
  const shown = facts.value;
  const { camera, image: whole, screen } = session.model(ImageModel).viewpoint;
  if (!shown?.array || !showsImage(scene) || !whole.value) {
    return undefined;
  }
  const pixels = visiblePixels(camera.value, whole.value, screen.value);
  const { width, height } = pixels;
  const spans = cutTo(shown.array.shape, section.current.value, pixels);
  return {
    title: `Save ${width} × ${height} of ${shown.key}`,
    name: `${stemOf(name.value)}-cutout.asdf`,
    kind: ASDF,
    whole: false,
    write: (worker, task, ...options) => worker.cut(task, shown.id, spans, ...options),
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

/** Whether an image is on the stage. */
export function showsImage({ facts, view }: Session["scene"]): boolean {
  return facts.value?.array !== undefined && ["image", "rgb", "flags"].includes(view.value?.name ?? "");
}

/** The tree and a file for each block, which refer to each other. */
export function asZip({ name }: Session): SaveJob {
  return {
    title: "Save exploded",
    name: `${stemOf(name.value)}.zip`,
    kind: ZIP,
    whole: true,
    write: (worker, ...options) => worker.zip(...options),
  };
}

/** A file's name without its extension. */
export function stemOf(name: string): string {
  return name.replace(/\.(asdf|finf)$/i, "") || "file";
}
