/** Profiles as charts: around the centre of a region, and along a line. */
import { rounded } from "@asdf-wasm/science/format/format";
import { nameOf } from "../../../regions/names.ts";
import { RegionsModel } from "../../../state/regions.ts";
import { nameFor } from "../../../state/source.ts";
import { WorldModel } from "../../../state/world.ts";
import { Choice } from "../../../ui/Choice.tsx";
import { NumberField } from "../../../ui/fields.tsx";
import { BackgroundFields } from "./BackgroundFields.tsx";
import { LineOf } from "./Charts.tsx";
import { MeasuredModel } from "./measuredModel.ts";
import { MOST_ACROSS } from "./measureLink.ts";
import { useNewest } from "./newest.ts";
import { Problem } from "./Problem.tsx";
import type { PartProps } from "./part.ts";
import { lineTable } from "./table/csv.ts";
import { Taking } from "./table/Taking.tsx";

const CENTRES = [
  ["fit", "Gaussian fit"],
  ["region", "Middle of the region"],
] as const;
const SAMPLING = [
  ["bilinear", "Bilinear"],
  ["nearest", "Nearest pixel"],
] as const;

export function RadialPart({ host, facts, region, request }: PartProps) {
  const model = host.model(MeasuredModel);
  const background = model.backgroundOf(region.shape, host.model(RegionsModel).all.value);
  const choice = { background, centre: model.centre.value };
  const { value, problem } = useNewest(host, JSON.stringify([request, choice]), (worker, signal) =>
    worker.measure.radial({ ...request, ...choice }, signal),
  );
  const scale = host.model(WorldModel).facts.value?.orientation?.scale;
  return (
    <>
      <BackgroundFields host={host} region={region} />
      <div class="measured-choices">
        <Choice label="Centre" choices={CENTRES} value={model.centre} />
      </div>
      <Problem host={host} region={region.id} problem={problem} />
      {value && (
        <>
          <p class="hint">{width(value.fwhm, scale)}</p>
          <LineOf label="Radial profile" of={facts.key} where={nameOf(region)} line={value.profile} />
          <Taking
            name={nameFor(host.name.value, facts.key, "radial-profile")}
            table={lineTable(value.profile)}
          />
          <LineOf label="Curve of growth" of={facts.key} where={nameOf(region)} line={value.growth} />
          <Taking
            name={nameFor(host.name.value, facts.key, "curve-of-growth")}
            table={lineTable(value.growth)}
          />
        </>
      )}
    </>
  );
}

function width(fwhm: number, scale: number | undefined): string {
  if (Number.isNaN(fwhm)) {
    return "No Gaussian fits the profile";
  }
  const arcseconds = scale === undefined ? "" : ` = ${rounded(fwhm * scale, 4)}″`;
  return `FWHM of the fitted Gaussian: ${rounded(fwhm, 4)} px${arcseconds}`;
}

export function PathPart({ host, facts, region, request }: PartProps) {
  const model = host.model(MeasuredModel);
  const choice = { width: model.across.value, sampling: model.sampling.value };
  const { value, problem } = useNewest(host, JSON.stringify([request, choice]), (worker, signal) =>
    worker.measure.path({ ...request, ...choice }, signal),
  );
  return (
    <>
      <div class="measured-choices">
        <NumberField
          label="Width (px)"
          value={model.across.value}
          onChange={(across) => {
            model.across.value = Math.min(Math.max(Math.round(across) || 1, 1), MOST_ACROSS);
          }}
        />
        <Choice label="Between pixels" choices={SAMPLING} value={model.sampling} />
      </div>
      <Problem host={host} region={region.id} problem={problem} />
      {value && (
        <>
          <LineOf label="Profile" of={facts.key} where={nameOf(region)} line={value} />
          <Taking name={nameFor(host.name.value, facts.key, "profile")} table={lineTable(value)} />
        </>
      )}
    </>
  );
}
