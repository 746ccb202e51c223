/** The readout of a pixel: its index, its value, and statistics around it. */

import type { ComplexPart, ValueRange } from "@asdf-wasm/science/elements/values";
import { apart, element, limits, ordinal, rounded } from "@asdf-wasm/science/format/format";
import type { ComponentChildren } from "preact";
import type { Plane } from "../../../protocol/plane.ts";
import { type Camera, stepOnScreen } from "../camera/camera.ts";
import { SIDES } from "../camera/viewpoint.ts";
import { stepAt } from "../draw/detailTiles.ts";
import type { ImageModel } from "../model/imageModel.ts";
import { around, indexIn, type Patch, summary } from "../model/neighbourhood.ts";
import { wordOf } from "./found.ts";

interface ReadoutProps {
  readonly image: ImageModel;
  /** Which part of complex numbers is drawn. */
  readonly drawnPart: ComplexPart;
  /** The plane, once there is one. */
  readonly plane: Plane | undefined;
  /** The unit of the values. */
  readonly unit: string | undefined;
  /** Whether there are arrays of the same shape, some of which may be read out too. */
  readonly hasAlike: boolean;
  /** The standard deviation of the value. */
  readonly error?: ComponentChildren;
  /** What else is read out beside the value, and below. */
  readonly beside?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function Readout(props: ReadoutProps) {
  const { image, drawnPart, plane, unit, hasAlike, error, beside, children } = props;
  const at = image.readout.value;
  const pixel = at && { ...at, width: 1, height: 1 };
  const patch = pixel && image.patches.value?.at(pixel, image.rows.value);
  const waiting = pixel && image.patches.value?.isReading(pixel) ? wordOf("loading") : undefined;
  const camera = image.viewpoint.camera.value;
  const drawn = plane ? stepAt(plane, camera.zoom) : 1;
  const every = drawn > 1 ? `, every ${ordinal(drawn)} pixel drawn` : "";
  const made = plane?.filter ? `, value un${plane.filter.smooth ? "smoothed" : "binned"}` : "";
  const origin = `0-based, origin ${originOn(camera)}${every}${made}`;
  return (
    <div class="reading-out">
      <div class="pixel-row" data-whole={hasAlike}>
        <output class="readout" aria-live="off">
          <Field name="x" number={at ? String(at.x) : undefined} />
          <Field name="y" number={at ? String(at.y) : undefined} />
          <Field
            name="value"
            kind="datum"
            number={patch ? digitsOf(patch, indexIn(patch, at.x, at.y), image.limits.value) : waiting}
          />
          {error}
          {unit && <span class="unit">{unit}</span>}
        </output>
        {beside}
        <span class="hint" title={origin}>
          {at?.by === "keys" ? `at the centre, ${origin}` : origin}
        </span>
      </div>
      <Neighbourhood image={image} drawnPart={drawnPart} plane={plane} />
      {children}
    </div>
  );
}

function Neighbourhood({ image, drawnPart, plane }: Pick<ReadoutProps, "image" | "drawnPart" | "plane">) {
  const { side } = image.viewpoint;
  const at = image.readout.value;
  const square = at && plane && side.value > 1 ? around(at.x, at.y, side.value, plane.whole) : undefined;
  const patch = square && image.patches.value?.at(square, image.rows.value);
  const found = patch && summary(patch, square, drawnPart);
  const [min, max] = found ? limits(found.min, found.max) : [];
  return (
    <>
      <span class="around">
        <span class="name">Box</span>{" "}
        <select
          aria-label="Box around the pixel"
          value={side.value}
          onChange={(event) => {
            side.value = Number(event.currentTarget.value);
          }}
        >
          {SIDES.map((side) => (
            <option key={side} value={side}>
              {side === 1 ? "off" : `${side} × ${side}`}
            </option>
          ))}
        </select>
      </span>
      {side.value > 1 && (
        <output class="readout" aria-label="Statistics around the pixel" aria-live="off">
          <Field name="min" number={min} />
          <Field name="max" number={max} />
          <Field name="mean" number={found && rounded(found.mean, 5)} />
          <Field name="std" number={found && rounded(found.std, 5)} />
        </output>
      )}
    </>
  );
}

interface FieldProps {
  readonly name: string;
  readonly kind?: string;
  readonly number: string | number | undefined;
}

function Field({ name, kind = name, number }: FieldProps) {
  return (
    <span class="field">
      <span class="name">{name}</span>{" "}
      <span class={`number ${kind}${number === undefined ? " none" : ""}`}>{number ?? "–"}</span>
    </span>
  );
}

/** The element, with digits to tell apart what the limits do; float32 and integers as they are. */
function digitsOf(patch: Patch, index: number, shown: ValueRange | undefined): string {
  const { values, mask, complex } = patch;
  const value = values[index];
  const isLong = values instanceof Float64Array && !complex && !mask?.[index] && typeof value === "number";
  return isLong && shown ? apart(value, shown) : element(patch, index);
}

/** The corner of the view in which pixel (0, 0) is. */
function originOn(camera: Camera): string {
  const { x, y } = stepOnScreen(camera, { x: -1, y: -1 });
  return `${y > 0 ? "lower" : "upper"} ${x < 0 ? "left" : "right"}`;
}
