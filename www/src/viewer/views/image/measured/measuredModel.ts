/** What is measured in the selected region, and how: chosen once for all regions and files. */

import { DO_NOT_USE } from "@asdf-wasm/science/elements/flags";
import type {
  BackgroundBy,
  BackgroundChoice,
  CollapsedBy,
  RadialChoice,
  Sampling,
} from "@asdf-wasm/science/measure/results";
import { grown } from "@asdf-wasm/science/regions/grown";
import type { Region, RegionShape } from "@asdf-wasm/science/regions/region";
import { batch, type Signal, signal } from "@preact/signals";
import type { MeasureRequest } from "../../../protocol/measure.ts";
import type { Linked } from "../../../state/linked.ts";
import { RegionsModel } from "../../../state/regions.ts";
import type { ViewHost, ViewModel } from "../../../state/view.ts";
import { HistogramSettings } from "../../histogram/settings.ts";
import { choicesIn, choicesText, type FlagRule, type Measure, USUAL } from "./measureLink.ts";

/** No background, an annulus, or the region with an id. */
export type BackgroundPlace = "none" | "annulus" | `${number}`;

/** The bits that exclude a pixel. */
const BITS: Record<FlagRule, number> = { count: 0, unusable: DO_NOT_USE, any: -1 };

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
  readonly #ofAreas = signal<Measure>(USUAL.ofAreas);
  readonly #ofLines = signal<Measure>(USUAL.ofLines);
  readonly flagged = signal<FlagRule>(USUAL.flagged);
  readonly background = signal<BackgroundPlace>("annulus");
  /** From the region to the annulus, and across it, in pixels. */
  readonly gap = signal(USUAL.gap);
  readonly width = signal(USUAL.width);
  readonly by = signal<BackgroundBy>(USUAL.by);
  readonly centre = signal<RadialChoice["centre"]>(USUAL.centre);
  /** Of the profile along a line. */
  readonly across = signal(USUAL.across);
  readonly sampling = signal<Sampling>(USUAL.sampling);
  readonly collapse = signal<CollapsedBy>(USUAL.collapse);
  readonly axis = signal(USUAL.axis);
  readonly histogram = new HistogramSettings();
  /** The region of which a great deal may be read from a server. */
  readonly allowed = signal<number | undefined>(undefined);
  readonly linked: Linked = {
    names: ["measure"],
    words: () => {
      const measure = choicesText({
        ...{ ofAreas: this.#ofAreas.value, ofLines: this.#ofLines.value, flagged: this.flagged.value },
        ...{ background: this.#place(), gap: this.gap.value, width: this.width.value, by: this.by.value },
        ...{ centre: this.centre.value, across: this.across.value, sampling: this.sampling.value },
        ...{ collapse: this.collapse.value, axis: this.axis.value, bins: this.histogram.words() },
      });
      return measure === "" ? {} : { measure };
    },
    follow: ({ measure }) => this.#choose(measure),
  };
  readonly #regions: RegionsModel;

  /** Regions go first: a link may name one of them as background. */
  constructor(host: Pick<ViewHost, "model">) {
    this.#regions = host.model(RegionsModel);
  }

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

  /** Where the background is measured, by the place of a region in the list. */
  #place(): "none" | "annulus" | number {
    const place = this.background.value;
    if (place === "none" || place === "annulus") {
      return place;
    }
    const index = this.#regions.all.value.findIndex(({ id }) => String(id) === place);
    return index < 0 ? "none" : index;
  }

  #choose(measure: string | undefined): void {
    const { background, bins, ...choices } = choicesIn(measure);
    batch(() => {
      this.#ofAreas.value = choices.ofAreas;
      this.#ofLines.value = choices.ofLines;
      this.flagged.value = choices.flagged;
      this.gap.value = choices.gap;
      this.width.value = choices.width;
      this.by.value = choices.by;
      this.centre.value = choices.centre;
      this.across.value = choices.across;
      this.sampling.value = choices.sampling;
      this.collapse.value = choices.collapse;
      this.axis.value = choices.axis;
      this.histogram.follow(bins);
      const region = typeof background === "number" ? this.#regions.all.peek()[background] : undefined;
      this.background.value = region ? `${region.id}` : background === "none" ? "none" : "annulus";
    });
  }

  clear(): void {
    batch(() => {
      this.allowed.value = undefined;
      this.axis.value = undefined;
      if (/^-?\d/.test(this.background.value)) {
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
