/** The histogram of the region, and how many of its values are between limits. */

import type { ValueRange } from "@asdf-wasm/science/elements/values";
import { limits as inWords, many, titled, withUnit } from "@asdf-wasm/science/format/format";
import { useState } from "preact/hooks";
import { nameOf } from "../../../regions/names.ts";
import { nameFor } from "../../../state/source.ts";
import { adopting } from "../../../styles/sheet.ts";
import { Histogram } from "../../histogram/Histogram.tsx";
import styles from "../../histogram/histogram.css?inline";
import { countBetween } from "../../histogram/histogramModel.ts";
import { MeasuredModel } from "./measuredModel.ts";
import { useNewest } from "./newest.ts";
import { Problem } from "./Problem.tsx";
import type { PartProps } from "./part.ts";
import { histogramTable } from "./table/csv.ts";
import { Taking } from "./table/Taking.tsx";

const styled = adopting(styles);

export function HistogramPart({ host, facts, region, request }: PartProps) {
  const { histogram: settings } = host.model(MeasuredModel);
  const [limits, setLimits] = useState<ValueRange>();
  const bins = settings.count;
  const { value, problem } = useNewest(host, JSON.stringify([request, bins]), (worker, signal) =>
    worker.measure.histogram({ ...request, bins }, signal),
  );
  const { histogram, unit } = value ?? {};
  const shown = histogram && {
    min: Math.max(limits?.min ?? histogram.min, histogram.min),
    max: Math.min(limits?.max ?? histogram.max, histogram.max),
  };
  const [low, high] = shown ? inWords(shown.min, shown.max) : ["", ""];
  return (
    <div ref={styled}>
      <Problem host={host} region={region.id} problem={problem} />
      {value && !histogram && <p class="hint">No value of the region is a finite number.</p>}
      {histogram && shown && (
        <>
          <Histogram
            {...{ histogram, settings, limits: shown, onLimits: setLimits }}
            title={titled(facts.key, unit)}
            where={nameOf(region)}
          />
          <p class="hint">{`${withUnit(`${low} to ${high}`, unit)}: ${many(countBetween(histogram, shown), "value")}`}</p>
          <Taking name={nameFor(host.name.value, facts.key, "histogram")} table={histogramTable(histogram)} />
        </>
      )}
    </div>
  );
}
