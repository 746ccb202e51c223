/** The statistics of the region as a table, and of all regions as a file. */

import type { Measured } from "@asdf-wasm/science/measure/results";
import type { Figure } from "@asdf-wasm/science/regions/files/figure";
import type { Region } from "@asdf-wasm/science/regions/region";
import { useState } from "preact/hooks";
import { problemOf } from "../../../protocol/notices.ts";
import { isOfSky, nameOf } from "../../../regions/names.ts";
import { RegionsModel } from "../../../state/regions.ts";
import { nameFor } from "../../../state/source.ts";
import { lazily } from "../../../ui/lazily.tsx";
import { useNewest } from "./newest.ts";
import { Problem } from "./Problem.tsx";
import type { PartProps } from "./part.ts";
import { regionsTable, rowsTable } from "./table/csv.ts";
import { RowsTable } from "./table/RowsTable.tsx";
import { leftOut, statisticsRows } from "./table/rows.ts";
import { saveTable, Taking } from "./table/Taking.tsx";

const AcrossDialog = lazily(() =>
  import("./across/AcrossDialog.tsx").then(({ AcrossDialog }) => AcrossDialog),
);

export function StatisticsPart({ host, facts, region, request }: PartProps) {
  const { value, problem } = useNewest(host, JSON.stringify(request), (worker, signal) =>
    worker.measure.statistics(request, signal),
  );
  const datatype = facts.array?.datatype ?? "";
  const groups = value && statisticsRows(value, datatype);
  return (
    <>
      <Problem host={host} region={region.id} problem={problem} />
      {value && value.count === 0 && (
        <p class="hint">
          No pixel counts: {leftOut(value.excluded) || "the region holds the centre of none"}.
        </p>
      )}
      {value && groups && value.count > 0 && (
        <>
          <RowsTable label="Statistics" groups={groups} />
          {value.cut && <p class="hint">Part of the region is outside the image.</p>}
          <Taking name={nameFor(host.name.value, facts.key, "statistics")} table={rowsTable(groups)} />
        </>
      )}
      {isOfSky(region.id) && <AllImages {...{ host, facts, region }} />}
      <AllRegions {...{ host, facts, region, request }} />
    </>
  );
}

/** Measures a region of the sky in all open images. */
function AllImages({ host, facts, region }: Omit<PartProps, "request">) {
  const [figure, setFigure] = useState<Figure>();
  return (
    <div class="commands">
      <button type="button" onClick={() => setFigure(host.skyRegions.figure(region.id))}>
        In all open images…
      </button>
      {figure && (
        <AcrossDialog
          {...{ host, facts, figure }}
          name={nameOf(region)}
          onClose={() => setFigure(undefined)}
        />
      )}
    </div>
  );
}

/** Measures all regions and saves the statistics as one file. */
function AllRegions({ host, facts, request }: PartProps) {
  const [outcome, setOutcome] = useState("");
  const all = host.model(RegionsModel).all.value;
  if (all.length < 2) {
    return null;
  }
  const saveAll = async (): Promise<void> => {
    const measured: [Region, Measured][] = [];
    let problem = "";
    for (const region of all) {
      try {
        const found = await host.request(new AbortController().signal, (worker, signal) =>
          worker.measure.statistics({ ...request, shape: region.shape }, signal),
        );
        measured.push([region, found]);
      } catch (cause) {
        problem = `${nameOf(region)} is not in the file: ${problemOf(cause)}`;
      }
    }
    saveTable(nameFor(host.name.peek(), facts.key, "regions"), regionsTable(measured));
    setOutcome(problem);
  };
  return (
    <div class="commands">
      <button type="button" onClick={() => void saveAll()}>
        Save CSV of all regions
      </button>
      <span class="hint" role="status">
        {outcome}
      </span>
    </div>
  );
}
