/** What is measured in the selected region, below the list of regions; it follows the region while that is dragged. */
import type { ComponentType } from "preact";
import type { MeasureRequest } from "../../../protocol/measure.ts";
import { RegionsModel } from "../../../state/regions.ts";
import { useAnswer } from "../../../state/useAnswer.ts";
import { WorldModel } from "../../../state/world.ts";
import { adopting } from "../../../styles/sheet.ts";
import { Choice, Picker } from "../../../ui/Choice.tsx";
import { HistogramPart } from "./HistogramPart.tsx";
import styles from "./measured.css?inline";
import { MeasuredModel, measuresOf } from "./measuredModel.ts";
import type { Measure } from "./measureLink.ts";
import { PhotometryPart } from "./PhotometryPart.tsx";
import { PathPart, RadialPart } from "./Profiles.tsx";
import type { PartProps } from "./part.ts";
import { SpectrumPart } from "./SpectrumPart.tsx";
import { StatisticsPart } from "./StatisticsPart.tsx";

const styled = adopting(styles);

const PARTS: Record<Measure, ComponentType<PartProps>> = {
  statistics: StatisticsPart,
  photometry: PhotometryPart,
  radial: RadialPart,
  path: PathPart,
  spectrum: SpectrumPart,
  histogram: HistogramPart,
};

const FLAGGED = [
  ["count", "Count"],
  ["unusable", "Leave out DO_NOT_USE"],
  ["any", "Leave out all"],
] as const;

export function Measured({ host, facts }: Pick<PartProps, "host" | "facts">) {
  const model = host.model(MeasuredModel);
  const region = host.model(RegionsModel).selected.value;
  const section = host.section.current.value;
  const flags = useAnswer({ host, facts }, (worker) => worker.flags.beside(facts.id));
  const wcs = host.model(WorldModel).at.value?.path;
  const { array } = facts;
  if (!region || !array) {
    return null;
  }
  const part = host.part.value;
  const others = array.shape.filter((length, axis) => length > 1 && !section.axes.includes(axis)).length;
  const measures = measuresOf(region.shape, others);
  const shown = measures.find(([name]) => name === model.shownOf(region.shape).value)?.[0] ?? "statistics";
  const Part = PARTS[shown];
  const request: MeasureRequest = {
    ...{ node: facts.id, section, part, shape: region.shape, wcs, flags: model.flagsOf(flags?.id) },
    all: model.allowed.value === region.id,
  };
  return (
    <section ref={styled} class="measured" aria-label="Measured in the region">
      <div class="measured-choices">
        {/* What the shape does not have is not offered, and shown again with the next shape that has it. */}
        <Picker
          label="Measure"
          choices={measures}
          value={shown}
          onPick={(name) => {
            model.shownOf(region.shape).value = name;
          }}
        />
        {flags && <Choice label="Flagged" choices={FLAGGED} value={model.flagged} />}
      </div>
      <Part key={`${shown} ${region.id}`} {...{ host, facts, region, request }} />
    </section>
  );
}
