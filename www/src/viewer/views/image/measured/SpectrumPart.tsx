/** A spectrum: the region at each index of an axis that is not on the stage. */
import { useState } from "preact/hooks";
import { nameOf } from "../../../regions/names.ts";
import { nameFor } from "../../../state/source.ts";
import { Choice, Picker } from "../../../ui/Choice.tsx";
import { LineOf } from "./Charts.tsx";
import { MeasuredModel } from "./measuredModel.ts";
import { useNewest } from "./newest.ts";
import { Problem } from "./Problem.tsx";
import type { PartProps } from "./part.ts";
import { lineTable } from "./table/csv.ts";
import { Taking } from "./table/Taking.tsx";

const COLLAPSE = [
  ["mean", "Mean"],
  ["sum", "Sum"],
  ["median", "Median"],
] as const;

export function SpectrumPart({ host, facts, region, request }: PartProps) {
  const model = host.model(MeasuredModel);
  const [progress, setProgress] = useState<number>();
  const { axes } = request.section;
  const shape = facts.array?.shape ?? [];
  const others = [...shape.keys()].filter((axis) => !axes.includes(axis) && (shape[axis] ?? 1) > 1);
  const axis = others.find((other) => other === model.axis.value) ?? others[0] ?? 0;
  const by = model.collapse.value;
  // The index along the axis does not matter.
  const index = request.section.index.with(axis, 0);
  const asked = { ...request, section: { axes, index } };
  const { value, problem } = useNewest(host, JSON.stringify([asked, axis, by]), (worker, signal) =>
    worker.measure.spectrum({ ...asked, axis, by }, signal, ({ loaded, total }) =>
      setProgress(total && loaded < total ? loaded / total : undefined),
    ),
  );
  return (
    <>
      <div class="measured-choices">
        <Choice label="Pixels" choices={COLLAPSE} value={model.collapse} />
        {others.length > 1 && (
          <Picker
            label="Axis"
            choices={others.map((other) => [other, `${other} (${shape[other]})`] as const)}
            value={axis}
            onPick={(picked) => {
              model.axis.value = picked;
            }}
          />
        )}
      </div>
      <Problem host={host} region={region.id} problem={problem} />
      {progress !== undefined && <progress aria-label="Reading planes" value={progress} />}
      {value && (
        <>
          <LineOf label="Spectrum" of={facts.key} where={`${by} of ${nameOf(region)}`} line={value} />
          <Taking name={nameFor(host.name.value, facts.key, "spectrum")} table={lineTable(value)} />
        </>
      )}
    </>
  );
}
