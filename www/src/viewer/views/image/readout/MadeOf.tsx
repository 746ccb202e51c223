/** How the values that are drawn were made: an axis collapsed, smoothed, binned. Nothing for an image as it is in the file. */

import { type Collapse, collapseWords, type MomentNoise } from "@asdf-wasm/science/compute/reductions";
import { many, rounded, withUnit } from "@asdf-wasm/science/format/format";
import type { Plane } from "../../../protocol/plane.ts";
import type { SectionModel } from "../../../state/section.ts";
import { filterTexts } from "../model/filters.ts";
import type { ImageModel } from "../model/imageModel.ts";

/** Of σ, how far values stand out at least. */
const CLEAR = 3;

const NAMES: Readonly<Record<Collapse["by"], string>> = {
  mean: "Mean",
  sum: "Sum",
  median: "Median",
  min: "Minimum",
  max: "Maximum",
  std: "Standard deviation",
  moment0: "Moment 0",
  moment1: "Moment 1",
  moment2: "Moment 2",
  width: "√ moment 2",
};

interface MadeOfProps {
  readonly image: ImageModel;
  readonly section: SectionModel;
  /** Of the array. */
  readonly unit: string | undefined;
}

export function MadeOf({ image, section, unit }: MadeOfProps) {
  const plane = image.plane.value;
  const text = plane ? textsOf(plane).join(" · ") : "";
  return plane && text ? (
    <p class="made-of" role="note" aria-label="How this image is made">
      {text}
      <Doubt {...{ plane, section, unit }} />
    </p>
  ) : null;
}

/** Says where moments come from noise, and offers to leave it out. */
function Doubt({ plane, section, unit }: Omit<MadeOfProps, "image"> & { readonly plane: Plane }) {
  const { noise, section: shown } = plane;
  const { collapse } = shown;
  if (!(noise && collapse) || noise.weak + noise.impossible === 0) {
    return null;
  }
  const { axis, by, start, stop, above } = collapse;
  const threshold = rounded(CLEAR * noise.sigma, 3);
  return (
    <>
      {" · "}
      <strong class="doubt">{doubtText(noise, by, unit)}</strong>
      {above === undefined && threshold > 0 && (
        <button
          type="button"
          class="quiet"
          onClick={() => section.collapse({ axis, by, start, stop, above: threshold })}
        >
          Only values above {withUnit(threshold, unit)}
        </button>
      )}
    </>
  );
}

/** "Of noise in 83 % of the pixels: there, the values sum up to less than 3 σ (σ 0.012 Jy a plane)" */
export function doubtText(
  { pixels, weak, impossible, sigma }: MomentNoise,
  by: Collapse["by"],
  unit: string | undefined,
): string {
  const percent = (100 * weak) / Math.max(pixels, 1);
  const share = percent > 0 && percent < 1 ? "less than 1" : String(Math.round(percent));
  const which = by === "moment1" ? "centre outside the axis" : "negative variance";
  return [
    weak > 0 &&
      `Of noise in ${share} % of the pixels: there, the values sum up to less than ${CLEAR} σ (σ ${withUnit(rounded(sigma, 3), unit)} a plane)`,
    impossible > 0 && `${many(impossible, "pixel has", "pixels have")} a ${which}`,
  ]
    .filter((part) => part !== false)
    .join("; ");
}

function textsOf({ section, filter, step }: Plane): string[] {
  const { collapse } = section;
  return [
    ...(collapse ? [collapseText(collapse)] : []),
    ...(filter ? filterTexts(filter) : []),
    ...(filter && step > 1 ? ["rough until zoomed in"] : []),
  ];
}

function collapseText(collapse: Collapse): string {
  return `${NAMES[collapse.by]}${collapseWords(collapse)}`;
}
