/** Aperture photometry of the region, and the form of the source in it. */

import type { Photometry } from "@asdf-wasm/science/measure/results";
import { centreOf, isInside, movedBy } from "@asdf-wasm/science/regions/geometry";
import type { Region } from "@asdf-wasm/science/regions/region";
import { frameIn, positionTexts, systemOf } from "@asdf-wasm/science/wcs/world";
import { useEffect, useState } from "preact/hooks";
import { RegionsModel } from "../../../state/regions.ts";
import { notation, skyFrame } from "../../../state/settings/skySettings.ts";
import { nameFor } from "../../../state/source.ts";
import type { ViewHost } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";
import { BackgroundFields } from "./BackgroundFields.tsx";
import { MeasuredModel } from "./measuredModel.ts";
import { useNewest } from "./newest.ts";
import { Problem } from "./Problem.tsx";
import type { PartProps } from "./part.ts";
import { rowsTable } from "./table/csv.ts";
import { RowsTable } from "./table/RowsTable.tsx";
import { photometryRows } from "./table/rows.ts";
import { Taking } from "./table/Taking.tsx";

export function PhotometryPart({ host, facts, region, request }: PartProps) {
  const model = host.model(MeasuredModel);
  const background = model.backgroundOf(region.shape, host.model(RegionsModel).all.value);
  const { value, problem } = useNewest(host, JSON.stringify([request, background]), (worker, signal) =>
    worker.measure.photometry({ ...request, background }, signal),
  );
  const sky = usePositions(host, value);
  const groups = value && photometryRows(value, sky);
  return (
    <>
      <BackgroundFields host={host} region={region} />
      <Problem host={host} region={region.id} problem={problem} />
      {groups && (
        <>
          <RowsTable label="Photometry" groups={groups} />
          <Recentre host={host} region={region} found={value} />
          <Taking name={nameFor(host.name.value, facts.key, "photometry")} table={rowsTable(groups)} />
        </>
      )}
    </>
  );
}

interface RecentreProps {
  readonly host: ViewHost;
  readonly region: Region;
  readonly found: Photometry;
}

/** Moves the region to the centre of mass of what is in it; of a source at its edge, several times if need be. */
function Recentre({ host, region, found: { moments } }: RecentreProps) {
  const { shape } = region;
  const isFound = moments !== undefined && isInside(shape, moments);
  return (
    <div class="commands">
      <button
        type="button"
        disabled={!isFound}
        title={
          isFound
            ? "Moves the region to the centre of mass of the values above the background"
            : "There is no centre of mass inside the region"
        }
        onClick={() => {
          if (moments) {
            const { x, y } = centreOf(shape);
            const moved = movedBy(shape, { x: moments.x - x, y: moments.y - y });
            host.model(RegionsModel).change(region.id, { shape: moved });
          }
        }}
      >
        Centre on the source
      </button>
    </div>
  );
}

/** Positions on the sky of the centres that were found. */
function usePositions(host: ViewHost, found: Photometry | undefined) {
  const world = host.model(WorldModel);
  const at = world.at.value;
  const facts = world.facts.value;
  const frame = frameIn(facts, skyFrame.value);
  const [known, setKnown] = useState<{ readonly of: Photometry; readonly sky: Float64Array }>();
  const points = found && [found.moments, found.fit].flatMap((form) => (form ? [form.x, form.y] : []));
  useEffect(() => {
    let isShown = true;
    if (found && points && at && facts?.sky) {
      void host
        .ask((worker) => worker.wcs.toSky({ at, points: Float64Array.from(points), frame }))
        .then((sky) => isShown && sky && setKnown({ of: found, sky }));
    }
    return () => {
      isShown = false;
    };
  }, [host, found, at, frame]);
  return {
    scale: facts?.orientation?.scale,
    position: (x: number, y: number): string | undefined => {
      const i = points?.findIndex(
        (value, index) => index % 2 === 0 && value === x && points[index + 1] === y,
      );
      const sky =
        known && known.of === found && i !== undefined && i >= 0 ? known.sky.subarray(i, i + 2) : undefined;
      const [longitude, latitude] = sky ?? [];
      if (!facts || longitude === undefined || latitude === undefined) {
        return undefined;
      }
      const texts = positionTexts([longitude, latitude], systemOf(facts, frame), notation.value, facts);
      return texts.map(({ text, unit }) => `${text}${unit}`).join(" ");
    },
  };
}
