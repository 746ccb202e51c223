/** The statistics of a region of the sky in all open images, side by side: sorted by any column, saved as CSV or ECSV. */

import type { Figure } from "@asdf-wasm/science/regions/files/figure";
import { useEffect, useId, useState } from "preact/hooks";
import type { TreeNode } from "../../../../protocol/facts.ts";
import { ABORTED } from "../../../../protocol/notices.ts";
import { nameFor } from "../../../../state/source.ts";
import type { ViewHost } from "../../../../state/view.ts";
import { useModal } from "../../../../ui/dialog.ts";
import { save } from "../../../../ui/download.ts";
import { MeasuredModel } from "../measuredModel.ts";
import { textOf } from "../table/csv.ts";
import { inDigits } from "../table/rows.ts";
import { saveTable } from "../table/Taking.tsx";
import styles from "./across.css?inline";
import { type AcrossRow, acrossImages, COLUMNS, type Column, ecsvHead, sorted, tableOf } from "./across.ts";

interface AcrossDialogProps {
  readonly host: ViewHost;
  readonly facts: TreeNode;
  readonly figure: Figure;
  /** What the region is called. */
  readonly name: string;
  readonly onClose: () => void;
}

export function AcrossDialog({ host, facts, figure, name, onClose }: AcrossDialogProps) {
  const dialog = useModal(styles);
  const id = useId();
  const [rows, setRows] = useState<readonly AcrossRow[]>([]);
  const [isDone, setDone] = useState(false);
  const [{ by, isDescending }, setOrder] = useState<{ by?: Column; isDescending: boolean }>({
    isDescending: false,
  });
  useEffect(() => {
    const stopping = new AbortController();
    const measure = async (): Promise<void> => {
      for await (const row of acrossImages(host, facts, figure, host.model(MeasuredModel), stopping.signal)) {
        setRows((known) => [...known, row]);
      }
      setDone(true);
    };
    measure().catch(() => {});
    return () => stopping.abort(ABORTED);
  }, []);
  const shown = by ? sorted(rows, by, isDescending) : rows;
  const waiting = host.waiting.value.length;
  const file = nameFor(name, "statistics");
  return (
    <dialog ref={dialog} class="across" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{name} in all open images</h2>
      <div class="rows">
        <table>
          <thead>
            <tr>
              {COLUMNS.map(([column, label]) => (
                <th
                  key={column}
                  scope="col"
                  aria-sort={by === column ? (isDescending ? "descending" : "ascending") : "none"}
                >
                  <button
                    type="button"
                    class="quiet"
                    onClick={() => setOrder({ by: column, isDescending: by === column && !isDescending })}
                  >
                    {label}
                    {by === column && <span aria-hidden="true">{isDescending ? " ▼" : " ▲"}</span>}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={`${row.file} ${row.image} ${rows.indexOf(row)}`}>
                {COLUMNS.map(([column, , isNumber]) => (
                  <td key={column} class={isNumber ? "number" : undefined} title={String(row[column] ?? "")}>
                    {cell(row[column])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="hint" role="status">
        {isDone ? "" : "Measuring… "}
        {waiting > 0 && `Files whose tabs have not been shown yet are not in the table: ${waiting}.`}
      </p>
      <div class="buttons">
        <button type="button" disabled={!isDone} onClick={() => saveTable(file, tableOf(shown))}>
          Save CSV
        </button>
        <button
          type="button"
          disabled={!isDone}
          onClick={() =>
            save(new Blob([ecsvHead(), textOf(tableOf(shown), ",")], { type: "text/plain" }), `${file}.ecsv`)
          }
        >
          Save ECSV
        </button>
        <button type="button" class="primary" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}

function cell(value: string | number | undefined): string {
  return value === undefined ? "–" : typeof value === "number" ? inDigits(value) : value;
}
