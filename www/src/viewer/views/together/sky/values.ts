/**
 * What the values of images are together: in one unit where metadata allow it, without the level of the sky, or with levels that make images
 * equal where they overlap. The rules are those of mosaics; overlaps are compared by what is drawn.
 */

import { offsetsOf } from "@asdf-wasm/science/mosaic/matching";
import type { Background } from "@asdf-wasm/science/mosaic/mosaic";
import type { Piece } from "@asdf-wasm/science/mosaic/piece";
import type { Calibrated } from "@asdf-wasm/science/mosaic/skyImage";
import { commonUnit, factorOf } from "@asdf-wasm/science/mosaic/units";
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Layer } from "./layer.ts";
import type { TangentPlane } from "./plane.ts";

/** The points along the longer side of the plane at which images are compared. */
const COMPARED = 1024;

interface Sky {
  readonly layers: ReadonlySignal<readonly Layer[]>;
  readonly plane: ReadonlySignal<TangentPlane | undefined>;
}

export class SkyValues {
  readonly background = signal<Background>("none");
  readonly unit: ReadonlySignal<string>;
  /** How values of each image become those that are drawn: (value − background) × factor. */
  readonly of: ReadonlySignal<ReadonlyMap<Layer, Calibrated>>;
  /** What could not be done, in a sentence for each. */
  readonly remarks: ReadonlySignal<readonly string[]>;
  /** What makes images equal, in the common unit. */
  readonly #matched: ReadonlySignal<ReadonlyMap<Layer, number>>;

  constructor({ layers, plane }: Sky) {
    const levels = computed(() => layers.value.map((layer) => [layer, layer.levels.value] as const));
    this.unit = computed(() => commonUnit(levels.value.map(([, levels]) => levels)));
    const own = computed(() => {
      const isSubtracted = this.background.value !== "none";
      return new Map(
        levels.value.map(([layer, levels]) => {
          const background = isSubtracted ? (levels.background ?? 0) : 0;
          return [layer, { background, factor: factorOf(levels, this.unit.value) ?? 1 }] as const;
        }),
      );
    });
    this.#matched = computed(() =>
      this.background.value === "match" && plane.value ? matched(own.value, plane.value) : new Map(),
    );
    this.of = computed(() => {
      const matched = this.#matched.value;
      const shifted = [...own.value].map(([layer, { background, factor }]) => {
        const offset = (matched.get(layer) ?? 0) / factor;
        return [layer, { background: background + offset, factor }] as const;
      });
      return new Map(shifted);
    });
    this.remarks = computed(() => {
      const names = (some: typeof levels.value) => some.map(([{ source }]) => source.name.value).join(", ");
      const units = new Set(levels.value.map(([, { unit }]) => unit ?? "none"));
      const unlike = levels.value.filter(([, levels]) => factorOf(levels, this.unit.value) === undefined);
      const unknown = levels.value.filter(([, { background }]) => background === undefined);
      return [
        unlike.length > 0
          ? `Units differ: ${[...units].join(", ")}; ${names(unlike)}: not converted to ${this.unit.value || "no unit"}`
          : "",
        this.background.value === "meta" && unknown.length > 0
          ? `No background to subtract is known of ${names(unknown)}`
          : "",
      ];
    });
  }
}

/** What is to be subtracted from each image, so that overlaps are equal. */
function matched(all: ReadonlyMap<Layer, Calibrated>, plane: TangentPlane): ReadonlyMap<Layer, number> {
  const step = Math.max(plane.size.width, plane.size.height) / COMPARED;
  const pieces = [...all].map(([layer, calibrated]) => pieceOf(layer, calibrated, plane, step));
  const offsets = offsetsOf(pieces);
  return new Map([...all.keys()].map((layer, i) => [layer, offsets[i] ?? 0]));
}

/** An image as it is drawn small, on a coarse grid of the plane. */
function pieceOf(
  { whole, isShown }: Layer,
  { background, factor }: Calibrated,
  plane: TangentPlane,
  step: number,
): Piece | undefined {
  const part = isShown.value ? whole.value : undefined;
  const on = part?.mesh.on(plane);
  if (!part || !on?.isSomewhere) {
    return undefined;
  }
  const [x, y] = [Math.floor(on.bounds.x / step), Math.floor(on.bounds.y / step)];
  const [width, height] = [on.bounds.width, on.bounds.height].map((side) => Math.ceil(side / step) + 2) as [
    number,
    number,
  ];
  const [values, footprint] = [new Float64Array(width * height), new Float64Array(width * height)];
  on.visit(step, (column, row, pixel) => {
    const [across, along] = [(pixel.x - part.rect.x) / part.step, (pixel.y - part.rect.y) / part.step];
    const texel =
      Math.min(Math.floor(along), part.rows - 1) * part.columns +
      Math.min(Math.floor(across), part.columns - 1);
    const value = part.values[texel] ?? Number.NaN;
    const at = (row - y) * width + column - x;
    if (!Number.isNaN(value)) {
      values[at] = (value - background) * factor;
      footprint[at] = 1;
    }
  });
  return { x, y, width, height, values, footprint };
}
