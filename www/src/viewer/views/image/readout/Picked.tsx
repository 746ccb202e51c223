/**
 * The mark on the picked pixel, which is picked by a click, a tap or a long press, by Enter, or as the current cell of the number grid.
 * Without a pointer over the image, it is the pixel that is read out.
 */

import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { Cell, SectionModel } from "../../../state/section.ts";
import { type Command, obey } from "../../../ui/commands.ts";
import { middleOf, type Point, toScreen } from "../camera/camera.ts";
import { STILL } from "../camera/gestures.ts";
import type { ImageModel, Readout } from "../model/imageModel.ts";

/** A finger that is down for so many milliseconds makes no click in some browsers. */
const LONG_PRESS = 400;
/** The least side of the mark, in CSS pixels. */
const LEAST = 9;

export const PICK_KEYS: readonly Command<() => void>[] = [
  { label: "Pick the pixel in the middle", keys: ["Enter"], run: (pick) => pick() },
];

interface PickedProps {
  readonly image: ImageModel;
  readonly section: SectionModel;
  readonly pixels: RefObject<HTMLElement | null>;
}

export function Picked({ image, section, pixels }: PickedProps) {
  const { camera, screen, image: whole } = image.viewpoint;
  const picked = section.picked.value;
  const { readout } = image;
  const size = whole.value;
  const isFree = mayShow(readout.value, picked);

  useEffect(() => {
    // A pointer may have come since this was rendered.
    if (mayShow(readout.peek(), picked)) {
      readout.value = picked && { x: picked.column, y: picked.row, by: "pick" };
    }
  }, [picked, isFree]);

  useEffect(() => {
    const listening = new AbortController();
    if (pixels.current) {
      listen(pixels.current, image, section, listening.signal);
    }
    return () => listening.abort();
  }, [image, section]);

  // Brings a pixel picked elsewhere into view, once the size of the view is known.
  const isLaidOut = screen.value.width > 1;
  useEffect(() => {
    const { picked } = section;
    const { viewpoint } = image;
    if (isLaidOut && picked.value && viewpoint.image.value) {
      const centre = centreOf(picked.value);
      const { x, y } = toScreen(viewpoint.camera.value, viewpoint.screen.value, centre);
      const { width, height } = viewpoint.screen.value;
      if (x < 0 || y < 0 || x > width || y > height) {
        viewpoint.lookAt(centre);
      }
    }
  }, [image, section, isLaidOut]);

  if (!picked || !size || picked.column >= size.width || picked.row >= size.height) {
    return null;
  }
  const scale = devicePixelRatio;
  const { x, y } = toScreen(camera.value, screen.value, centreOf(picked));
  const side = Math.max(camera.value.zoom / scale, LEAST);
  const style = {
    width: `${side}px`,
    height: `${side}px`,
    transform: `translate(${x / scale - side / 2}px, ${y / scale - side / 2}px) rotate(${camera.value.angle}deg)`,
  };
  return <div class="picked" aria-hidden="true" style={style} />;
}

/** Whether nothing is read out but, perhaps, a pixel that was picked before. */
function mayShow(readout: Readout | undefined, picked: Cell | undefined): boolean {
  return (
    readout === undefined ||
    (readout.by === "pick" && (readout.x !== picked?.column || readout.y !== picked.row))
  );
}

function centreOf({ row, column }: { readonly row: number; readonly column: number }): Point {
  return { x: column + 0.5, y: row + 0.5 };
}

function listen(pixels: HTMLElement, image: ImageModel, section: SectionModel, signal: AbortSignal): void {
  let pressed: PointerEvent | undefined;
  const pick = (at: Point | undefined): void => {
    if (at) {
      section.picked.value = { row: at.y, column: at.x };
    }
  };
  // A finger reads out no pixel before it picks one.
  const pixelAt = ({ clientX, clientY }: MouseEvent): Point | undefined => {
    const { left, top, width } = pixels.getBoundingClientRect();
    const scale = image.viewpoint.screen.value.width / width;
    return image.viewpoint.pixelAt({ x: (clientX - left) * scale, y: (clientY - top) * scale });
  };
  const pickAt = (event: MouseEvent): void => {
    if (pressed && Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) < STILL) {
      pick(pixelAt(event));
    }
  };
  pixels.addEventListener(
    "pointerdown",
    (event) => {
      // Two fingers zoom.
      pressed = event.isPrimary ? event : undefined;
    },
    { signal },
  );
  pixels.addEventListener("click", pickAt, { signal });
  pixels.addEventListener(
    "pointerup",
    (event) => {
      const { pointerId, pointerType, timeStamp } = event;
      const isLong = pointerId === pressed?.pointerId && timeStamp - pressed.timeStamp >= LONG_PRESS;
      if (pointerType === "touch" && isLong) {
        pickAt(event);
      }
    },
    { signal },
  );
  const pickByKey = (): void => {
    const { readout, viewpoint } = image;
    const isPointed = readout.value && readout.value.by !== "pick";
    pick(isPointed ? readout.value : viewpoint.pixelAt(middleOf(viewpoint.screen.value)));
  };
  pixels.addEventListener("keydown", (event) => obey(PICK_KEYS, pickByKey, event), { signal });
}
