/** The histogram of a whole array, and how many values are between its limits. */

import { unitOf } from "@asdf-wasm/science/elements/complex";
import type { ValueRange } from "@asdf-wasm/science/elements/values";
import {
  limits as inWords,
  many,
  ordinal,
  rounded,
  titled,
  withUnit,
} from "@asdf-wasm/science/format/format";
import type { ArrayHistogram, PlaneHistogram } from "@asdf-wasm/science/measure/bins";
import { useLayoutEffect } from "preact/hooks";
import { nameOf } from "../../regions/names.ts";
import { RegionsModel } from "../../state/regions.ts";
import type { ViewProps } from "../../state/view.ts";
import { adopting } from "../../styles/sheet.ts";
import { Toggle } from "../../ui/Toggle.tsx";
import { AddFile } from "../section/AddFile.tsx";
import { PartControl } from "../section/PartControl.tsx";
import { Histogram } from "./Histogram.tsx";
import styles from "./histogram.css?inline";
import { countBetween, HistogramModel } from "./histogramModel.ts";
import { colorOf, Legend } from "./Legend.tsx";

const styled = adopting(styles);

export function HistogramView({ host, facts }: ViewProps) {
  const model = host.model(HistogramModel);
  const part = host.part.value;
  const unit = unitOf(facts.array, part);
  const found = model.found.value;
  const histogram = found?.histogram;
  const limits = model.limits.value;
  const range = model.range.value;

  const region = host.model(RegionsModel).selected.value;
  const section = host.section.current.value;
  const offered = region && section.axes.length === 2 && region.shape.kind !== "point" ? region : undefined;
  const shape = model.ofRegion.value ? offered?.shape : undefined;

  const { others } = model;
  const sources = others.sources.value;

  useLayoutEffect(() => {
    void model.show(facts, part, shape && { section, shape });
    return () => host.reading.clear();
  }, [host, facts, part, range, model.settings.count, shape, shape && section, sources]);
  const beside = model.beside.value;
  const outlines = beside.flatMap(({ source: { id, name, node }, found }, i) =>
    found?.histogram
      ? [{ id, name: `${name}: ${node.key}`, color: colorOf(i), counts: found.histogram.counts }]
      : [],
  );

  return (
    <section class="histogram-view" ref={styled} aria-label="Histogram">
      <div class="toolbar" part="toolbar">
        <PartControl host={host} facts={facts} />
        {offered && <Toggle label={`Only ${nameOf(offered)}`} value={model.ofRegion} />}
        {!shape && <AddFile files={others} label="Add the histogram of another file" />}
      </div>
      {histogram && (
        <div class="histogram-room">
          <Histogram
            histogram={histogram}
            settings={model.settings}
            title={titled(facts.key, unit)}
            where={shape && region && nameOf(region)}
            limits={limits ?? histogram}
            onLimits={(wanted) => model.setLimits(wanted)}
            beside={outlines}
            density={beside.length > 0 ? model.density : undefined}
          />
        </div>
      )}
      {found && beside.length > 0 && (
        <Legend {...{ model, found, unit }} name={`${host.uniqueName.value}: ${facts.key}`} />
      )}
      <footer class="status" part="status">
        <div class="controls">
          <output>{histogram && limits ? between(histogram, limits, unit, found.count) : ""}</output>
          {limits && (
            <button type="button" class="quiet" onClick={() => model.zoom()}>
              Zoom to limits
            </button>
          )}
          {range && (
            <button type="button" class="quiet" onClick={() => model.showAll()}>
              All values
            </button>
          )}
        </div>
        <p class="hint" role="status">
          {others.note.value || (found && beside.length === 0 ? summary(found, unit) : "")}
        </p>
      </footer>
    </section>
  );
}

function between(
  histogram: PlaneHistogram,
  limits: ValueRange,
  unit: string | undefined,
  total: number,
): string {
  const half = histogram.whole ? 0.5 : 0;
  const [low, high] = inWords(limits.min + half, limits.max - half);
  const count = countBetween(histogram, limits);
  const share = rounded((100 * count) / Math.max(total, 1), 3);
  return `${withUnit(`${low} to ${high}`, unit)}: ${many(count, "value")}, ${share} %`;
}

function summary({ histogram, mean, std, count, sampled }: ArrayHistogram, unit: string | undefined): string {
  if (!histogram) {
    return "No value is a finite number";
  }
  const rows = sampled === 1 ? "" : `, of every ${ordinal(sampled)} row`;
  const [middle, spread] = [mean, std].map((value) => withUnit(rounded(value, 6), unit));
  return `${many(count, "value")}${rows}, mean ${middle}, standard deviation ${spread}`;
}
