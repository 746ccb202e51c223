/** The selected region in numbers, each of which can be typed. */

import { centreOf, movedBy, turn } from "@asdf-wasm/science/regions/geometry";
import type { Region, RegionShape } from "@asdf-wasm/science/regions/region";
import { nameOf } from "../../../regions/names.ts";
import type { RegionsModel } from "../../../state/regions.ts";
import { NumberField, TypedInput } from "../../../ui/fields.tsx";
import type { RegionTool } from "./regionTool.ts";

/** Digits after the point: a ten-thousandth of a pixel. */
const PLACES = 4;
const ANGLE = "Angle";

interface FieldsProps {
  readonly region: Region;
  readonly regions: RegionsModel;
  readonly tool: RegionTool;
  /** What sizes are given in, where coordinates of pixels say nothing: the sizes there, and a pixel, for those that are not known. */
  readonly unit?: { readonly name: string; readonly sizes: readonly number[]; readonly pixel: number };
}

/** A number of a shape; `with` is the shape with another, or undefined if it cannot be that. */
interface Quantity {
  readonly label: string;
  readonly value: number;
  readonly with: (value: number) => RegionShape | undefined;
}

export function Fields({ region, regions, tool, unit }: FieldsProps) {
  const { id, name, color, shape } = region;
  return (
    <fieldset class="region-fields" aria-label={nameOf(region)}>
      <label class="choice wide">
        <span>Name</span>
        <TypedInput
          type="text"
          value={name}
          placeholder={nameOf({ ...region, name: "" })}
          autoComplete="off"
          spellcheck={false}
          onChange={({ value }) => regions.change(id, { name: value.trim() })}
        />
        <input
          type="color"
          aria-label="Colour"
          value={color}
          onInput={({ currentTarget: { value } }) => {
            tool.color.value = value;
            regions.change(id, { color: value }, `colour ${id}`);
          }}
        />
      </label>
      {(unit ? sizesIn(unit, shape) : quantitiesOf(shape)).map((quantity) => (
        <NumberField
          key={quantity.label}
          label={quantity.label}
          value={Number(quantity.value.toFixed(PLACES))}
          onChange={(value) => {
            const changed = Number.isFinite(value) ? quantity.with(value) : undefined;
            if (changed) {
              regions.change(id, { shape: changed });
            }
          }}
        />
      ))}
    </fieldset>
  );
}

function quantitiesOf(shape: RegionShape): readonly Quantity[] {
  if (shape.kind === "line") {
    const [from, to] = shape.points;
    return [
      { label: "x₁", value: from.x, with: (x) => ({ ...shape, points: [{ ...from, x }, to] }) },
      { label: "y₁", value: from.y, with: (y) => ({ ...shape, points: [{ ...from, y }, to] }) },
      { label: "x₂", value: to.x, with: (x) => ({ ...shape, points: [from, { ...to, x }] }) },
      { label: "y₂", value: to.y, with: (y) => ({ ...shape, points: [from, { ...to, y }] }) },
    ];
  }
  const { x, y } = centreOf(shape);
  return [
    { label: "x", value: x, with: (value) => movedBy(shape, { x: value - x, y: 0 }) },
    { label: "y", value: y, with: (value) => movedBy(shape, { x: 0, y: value - y }) },
    ...sizesOf(shape),
  ];
}

function sizesIn(
  { name, sizes, pixel }: NonNullable<FieldsProps["unit"]>,
  shape: RegionShape,
): readonly Quantity[] {
  return sizesOf(shape).map((quantity, i) => {
    if (quantity.label === ANGLE) {
      return quantity;
    }
    const known = (sizes[i] ?? 0) / quantity.value;
    const size = known > 0 && Number.isFinite(known) ? known : pixel;
    return {
      // The space does not break the line.
      label: `${quantity.label}\u{a0}${name}`,
      value: quantity.value * size,
      with: (value) => quantity.with(value / size),
    };
  });
}

function sizesOf(shape: RegionShape): readonly Quantity[] {
  switch (shape.kind) {
    case "circle":
      return [{ label: "Radius", value: shape.radius, with: positive((radius) => ({ ...shape, radius })) }];
    case "annulus":
      return [
        {
          label: "Inner",
          value: shape.inner,
          with: (inner) => (inner >= 0 && inner < shape.outer ? { ...shape, inner } : undefined),
        },
        {
          label: "Outer",
          value: shape.outer,
          with: (outer) => (outer > shape.inner ? { ...shape, outer } : undefined),
        },
      ];
    case "ellipse":
      return [
        { label: "a", value: shape.a, with: positive((a) => ({ ...shape, a })) },
        { label: "b", value: shape.b, with: positive((b) => ({ ...shape, b })) },
        { label: ANGLE, value: shape.angle, with: (angle) => ({ ...shape, angle: turn(angle) }) },
      ];
    case "box":
      return [
        { label: "Width", value: shape.width, with: positive((width) => ({ ...shape, width })) },
        { label: "Height", value: shape.height, with: positive((height) => ({ ...shape, height })) },
        { label: ANGLE, value: shape.angle, with: (angle) => ({ ...shape, angle: turn(angle) }) },
      ];
    default:
      return [];
  }
}

function positive(change: (value: number) => RegionShape): Quantity["with"] {
  return (value) => (value > 0 ? change(value) : undefined);
}
