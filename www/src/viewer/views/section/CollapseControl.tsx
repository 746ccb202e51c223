/** What is shown of an axis that is not on the stage: one plane, or what all or some of its planes make together. */
import { isMoment, type Reduction } from "@asdf-wasm/science/compute/reductions";
import type { SectionModel } from "../../state/section.ts";
import { TypedInput } from "../../ui/fields.tsx";

/** In the order of the list. */
const CHOICES: readonly (readonly [Reduction, string])[] = [
  ["mean", "Mean"],
  ["sum", "Sum"],
  ["median", "Median"],
  ["min", "Minimum"],
  ["max", "Maximum"],
  ["std", "Std deviation"],
  ["moment0", "Moment 0"],
  ["moment1", "Moment 1"],
  ["moment2", "Moment 2"],
  ["width", "√ moment 2"],
];

interface CollapseProps {
  readonly section: SectionModel;
  readonly axis: number;
  readonly length: number;
}

export function CollapseChoice({ section, axis, length }: CollapseProps) {
  const { collapse } = section.current.value;
  const chosen = collapse?.axis === axis ? collapse : undefined;
  return (
    <select
      class="collapse"
      aria-label={`Show of axis ${axis}`}
      title="One plane, or several as one. Moments are over the axis's world coordinate: integral, mean, variance"
      value={chosen?.by ?? ""}
      disabled={length < 2}
      onChange={({ currentTarget }) => {
        const [by] = CHOICES[currentTarget.selectedIndex - 1] ?? [];
        const above = by && isMoment(by) ? chosen?.above : undefined;
        section.collapse(
          by && {
            axis,
            start: chosen?.start ?? 0,
            stop: chosen?.stop ?? length,
            by,
            ...(above !== undefined && { above }),
          },
        );
      }}
    >
      <option value="">One plane</option>
      {CHOICES.map(([by, text]) => (
        <option key={by} value={by}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** The first and the last plane that are collapsed, and of moments the value up to which values are left out. */
export function CollapseRange({ section, axis, length }: CollapseProps) {
  const { collapse } = section.current.value;
  if (collapse?.axis !== axis) {
    return null;
  }
  const { start, stop, by, above, ...others } = collapse;
  return (
    <>
      <TypedInput
        type="number"
        aria-label={`First index on axis ${axis}`}
        min={0}
        max={stop - 1}
        value={start}
        onChange={({ valueAsNumber }) => section.collapse({ ...collapse, start: valueAsNumber })}
      />
      <span aria-hidden="true">to</span>
      <TypedInput
        type="number"
        aria-label={`Last index on axis ${axis}`}
        min={start}
        max={length - 1}
        value={stop - 1}
        onChange={({ valueAsNumber }) => section.collapse({ ...collapse, stop: valueAsNumber + 1 })}
      />
      {isMoment(by) && (
        <TypedInput
          type="number"
          step="any"
          aria-label={`Values above, on axis ${axis}`}
          title="Only values above this count: a threshold of 3 σ leaves out noise, which makes centres and widths meaningless"
          placeholder="all values"
          value={above}
          onChange={({ valueAsNumber }) => {
            const threshold = Number.isNaN(valueAsNumber) ? {} : { above: valueAsNumber };
            section.collapse({ ...others, start, stop, by, ...threshold });
          }}
        />
      )}
    </>
  );
}
