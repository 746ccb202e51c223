/** What can be taken out of the open file. */
import type { Remote } from "comlink";
import type { Engine, Progress, SaveAsked, Span } from "../../protocol/protocol.ts";
import type { Session } from "../../state/session.ts";
import { visiblePixels } from "../../views/image/camera/camera.ts";
import { ASDF, type FileKind, ZIP } from "./place.ts";

/** Something to be saved, as the dialog offers it. */
export interface SaveJob {
  readonly title: string;
  /** The name that is offered. */
  readonly name: string;
  readonly kind: FileKind;
  /** Whether all of it is then saved. */
  readonly whole: boolean;
  readonly write: (
    engine: Remote<Engine>,
    task: number,
    asked: SaveAsked,
    onProgress: (progress: Progress) => void,
  ) => Promise<Blob>;
}

/** The whole file, as it is now. */
export function asAsdf({ name }: Session): SaveJob {
  return {
    title: "Save as ASDF",
    name: `${stemOf(name.value)}-copy.asdf`,
    kind: ASDF,
    whole: true,
    write: (engine, ...asked) => engine.save(...asked),
  };
}

/** The file with what is in view of the image in its place; undefined while none is shown. */
export function asCutout({ name, scene, image }: Session): SaveJob | undefined {
  const { facts, slice } = scene;
  const shown = facts.value;
  const { camera, image: whole, screen } = image.viewpoint;
  if (!shown?.array || !showsImage(scene) || !whole.value) {
    return undefined;
  }
  const { x, y, width, height } = visiblePixels(camera.value, whole.value, screen.value);
  const [rows, columns] = slice.value.axes;
  const spans = shown.array.shape.map((_, axis): Span | null => {
    if (axis === rows) {
      return { start: y, stop: y + height };
    }
    return axis === columns ? { start: x, stop: x + width } : null;
  });
  return {
    title: `Save ${width} × ${height} of ${shown.key}`,
    name: `${stemOf(name.value)}-cutout.asdf`,
    kind: ASDF,
    whole: false,
    write: (engine, task, ...asked) => engine.cut(task, shown.id, spans, ...asked),
  };
}

/** Whether an image is on the stage: only part of it may be in view. */
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
    write: (engine, ...asked) => engine.zip(...asked),
  };
}

function stemOf(name: string): string {
  return name.replace(/\.(asdf|finf)$/i, "") || "file";
}
