/** What is measured in the selected region, and how: chosen once for all regions and files. */
import { batch, type Signal, signal } from "@preact/signals";
import type {
  BackgroundBy,
  BackgroundChoice,
  Collapse,
  MeasureRequest,
  RadialChoice,
  Sampling,
} from "../../../protocol/measure.ts";
import type { Region, RegionShape } from "../../../protocol/regions.ts";
import { grown } from "../../../regions/grown.ts";
import type { ViewModel } from "../../../state/view.ts";
import { HistogramSettings } from "../../histogram/settings.ts";

export type Measure = "statistics" | "photometry" | "radial" | "path" | "spectrum" | "histogram";
export type FlagRule = "count" | "unusable" | "any";
/** No background, an annulus, or the region with an id. */
export type BackgroundPlace = "none" | "annulus" | `${number}`;

/** The bits that exclude a pixel; bit 0 is DO_NOT_USE of Roman and JWST. */
const BITS: Record<FlagRule, number> = { count: 0, unusable: 1, any: -1 };

const LABELS: Record<Measure, string> = {
  statistics: "Statistics",
  photometry: "Photometry",
  radial: "Radial profile",
  path: "Profile",
  spectrum: "Spectrum",
  histogram: "Histogram",
};

export class MeasuredModel implements ViewModel {
  /** What is shown of regions with an area or a point, and of lines. */
  readonly #ofAreas = signal<Measure>("statistics");
  readonly #ofLines = signal<Measure>("path");
  readonly flagged = signal<FlagRule>("count");
  readonly background = signal<BackgroundPlace>("annulus");
  /** From the region to the annulus, and across it, in pixels. */
  readonly gap = signal(3);
  readonly width = signal(5);
  readonly by = signal<BackgroundBy>("median");
  readonly centre = signal<RadialChoice["centre"]>("fit");
  /** Of the profile along a line. */
  readonly across = signal(1);
  readonly sampling = signal<Sampling>("bilinear");
  readonly collapse = signal<Collapse>("mean");
  readonly axis = signal<number | undefined>(undefined);
  readonly histogram = new HistogramSettings();
  /** The region of which a great deal may be read from a server. */
  readonly allowed = signal<number | undefined>(undefined);

  /** What is shown of a shape. */
  shownOf(shape: RegionShape): Signal<Measure> {
    return isLine(shape) ? this.#ofLines : this.#ofAreas;
  }

  /** The request, but for the shape. */
  flagsOf(node: number | undefined): MeasureRequest["flags"] {
    const bits = BITS[this.flagged.value];
    return node === undefined || bits === 0 ? undefined : { node, bits };
  }

  backgroundOf(shape: RegionShape, all: readonly Region[]): BackgroundChoice {
    const by = this.by.value;
    const place = this.background.value;
    const region = all.find(({ id }) => String(id) === place);
    if (region) {
      return { kind: "region", shape: region.shape, by };
    }
    return place === "annulus" && shape.kind !== "polygon"
      ? { kind: "annulus", gap: this.gap.value, width: this.width.value, by }
      : { kind: "none" };
  }

  /** What is drawn around a region: the edges of the annulus in which the background is measured. */
  guidesOf(shape: RegionShape): readonly RegionShape[] {
    const shown = this.shownOf(shape).value;
    const isUsed = shown === "photometry" || shown === "radial";
    return isUsed && this.background.value === "annulus"
      ? [this.gap.value, this.gap.value + this.width.value].flatMap((by) => grown(shape, by) ?? [])
      : [];
  }

  clear(): void {
    batch(() => {
      this.allowed.value = undefined;
      this.axis.value = undefined;
      if (/^\d/.test(this.background.value)) {
        this.background.value = "annulus";
      }
    });
  }
}

/** What can be measured in a shape of an array with so many axes besides those on the stage. */
export function measuresOf(shape: RegionShape, others: number): readonly (readonly [Measure, string])[] {
  const hasArea = !isLine(shape) && shape.kind !== "point";
  const names: readonly (Measure | false)[] = [
    "statistics",
    hasArea && "photometry",
    hasArea && "radial",
    isLine(shape) && "path",
    others > 0 && "spectrum",
    shape.kind !== "point" && "histogram",
  ];
  return names.flatMap((name) => (name ? [[name, LABELS[name]] as const] : []));
}

function isLine({ kind }: RegionShape): boolean {
  return kind === "line" || kind === "polyline";
}
