/** A field to go to a position on the sky or to a pixel: it is picked, and brought to the middle. */

import type { SkyFrame, WcsFacts } from "@asdf-wasm/science/wcs/facts";
import { placeOf } from "@asdf-wasm/science/wcs/skyInput";
import { isOffset } from "@asdf-wasm/science/wcs/systems";
import { isEquatorial, systemOf } from "@asdf-wasm/science/wcs/world";
import { useRef } from "preact/hooks";
import type { ViewHost } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";
import type { Point, Size } from "../camera/camera.ts";
import type { ImageModel } from "../model/imageModel.ts";

const POSITIONS = "17h59m36s +65d57m12s, 269.9 65.953, or a pixel: x, y";
const OFFSETS = "Arcseconds, such as 300 -200, or a pixel: x 100 y 200";

interface GoToProps {
  readonly host: ViewHost;
  readonly image: ImageModel;
  readonly facts: WcsFacts | undefined;
  readonly frame: SkyFrame;
}

export function GoTo({ host, image, facts, frame }: GoToProps) {
  const field = useRef<HTMLInputElement>(null);
  const hasSky = facts?.sky?.isOnStage === true;
  const hasOffsets = facts !== undefined && isOffset(systemOf(facts, frame));

  const go = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const text = field.current?.value ?? "";
    const found = await find(host, image, facts, frame, text);
    const { current } = field;
    if (!current || current.value !== text) {
      return;
    }
    current.setCustomValidity(typeof found === "string" ? found : "");
    if (current.reportValidity() && typeof found === "object") {
      const picked = { row: Math.round(found.y), column: Math.round(found.x) };
      host.section.picked.value = picked;
      image.readout.value = { x: picked.column, y: picked.row, by: "pick" };
      image.viewpoint.lookAt({ x: found.x + 0.5, y: found.y + 0.5 });
    }
  };

  return (
    <form noValidate onSubmit={(event) => void go(event)}>
      <input
        ref={field}
        aria-label="Go to"
        class="go-to"
        autoComplete="off"
        spellcheck={false}
        placeholder={hasSky ? "Go to position or x, y" : "Go to x, y"}
        title={hasSky ? (hasOffsets ? OFFSETS : POSITIONS) : "A pixel: x, y"}
        onInput={({ currentTarget }) => currentTarget.setCustomValidity("")}
      />
    </form>
  );
}

/** The point that a text means, or why there is none. */
async function find(
  host: ViewHost,
  { plane }: ImageModel,
  facts: WcsFacts | undefined,
  frame: SkyFrame,
  text: string,
): Promise<Point | string> {
  const size = plane.value?.whole ?? { width: 0, height: 0 };
  const at = host.model(WorldModel).at.value;
  const hasSky = facts?.sky?.isOnStage === true && at !== undefined;
  const system = facts ? systemOf(facts, frame) : "";
  const hasOffsets = isOffset(system);
  const place = placeOf(text, isEquatorial(system), hasOffsets);
  if (!place) {
    if (hasSky && hasOffsets) {
      return "Type a position in arcseconds, such as 300 -200, or a pixel, such as x 100 y 200.";
    }
    return hasSky
      ? "Type a position, such as 17h59m36s +65d57m12s or 269.9 65.953, or a pixel, such as 100, 200."
      : "Type a pixel, such as 100, 200.";
  }
  const pixel = { x: place.first, y: place.second };
  const limits = `x is from 0 to ${size.width - 1}, y from 0 to ${size.height - 1}`;
  if (place.kind === "pixel" || (place.kind === "either" && !hasSky)) {
    return isIn(pixel, size) ? pixel : `There is no pixel ${pixel.x}, ${pixel.y}: ${limits}.`;
  }
  if (!hasSky) {
    return "This image has no world coordinates: type a pixel, such as 100, 200.";
  }
  const unit = hasOffsets && place.isPlain ? 3600 : 1;
  const position = Float64Array.of(place.first / unit, place.second / unit);
  const found = await host.ask((worker) => worker.wcs.toPixels({ at, positions: position, frame }));
  const onSky = { x: found?.[0] ?? Number.NaN, y: found?.[1] ?? Number.NaN };
  if (isIn(onSky, size)) {
    return onSky;
  }
  if (place.kind === "either") {
    return isIn(pixel, size)
      ? pixel
      : `This is neither a position on the image nor a pixel of it: ${limits}.`;
  }
  return "This position is not on the image.";
}

function isIn({ x, y }: Point, { width, height }: Size): boolean {
  return x >= -0.5 && y >= -0.5 && x < width - 0.5 && y < height - 0.5;
}
