/** A table: its visible rows, sorted and filtered by columns, with units and descriptions. */

import { cut, many } from "@asdf-wasm/science/format/format";
import type { Span } from "@asdf-wasm/science/sections/section";
import type { Arranged, Arrangement, TableFacts } from "@asdf-wasm/science/tables/window";
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Notice } from "../../protocol/facts.ts";
import { has, RowsModel, type SelectedRow } from "../../state/rows.ts";
import { nameFor } from "../../state/source.ts";
import type { ViewProps } from "../../state/view.ts";
import { ariaKey, SHORTCUTS } from "../../ui/commands.ts";
import { save } from "../../ui/download.ts";
import { lazily } from "../../ui/lazily.tsx";
import { NoticeText } from "../../ui/NoticeText.tsx";
import { copyCells } from "../grid/copying.ts";
import { GoTo } from "../grid/GoTo.tsx";
import { type CellText, Grid } from "../grid/Grid.tsx";
import { FIRST, type Selection } from "../grid/selection.ts";
import { Columns, headWidth } from "../grid/widths.ts";
import { Windows } from "../grid/windows.ts";
import { ChosenCount } from "./ChosenCount.tsx";
import { ColumnHead } from "./ColumnHead.tsx";
import { PlotView } from "./plot/PlotView.tsx";
import { PlotModel } from "./plot/plotModel.ts";
import { TableModel } from "./tableModel.ts";

const MatchDialog = lazily(async () => (await import("./match/MatchDialog.tsx")).MatchDialog);

const ALL: Arrangement = { filters: [] };
const HEAD_HEIGHT = 76;

/** The outcome of an arrangement. */
interface Shown extends Arranged {
  readonly arrangement: Arrangement;
}

/** Reads the table's description, then shows it. */
export function TableView({ host, facts }: ViewProps) {
  const [known, setKnown] = useState<{ readonly id: number; readonly table: TableFacts }>();

  useLayoutEffect(() => {
    const id = facts.id;
    void host
      .read(async ({ request }) => {
        const table = await request((worker) => worker.table.describe(id));
        host.model(TableModel).show({ node: id, table });
        host.model(PlotModel).show({ node: id, table });
        setKnown({ id, table });
      })
      .then((failure) => failure && host.fail(failure));
    return () => host.reading.clear();
  }, [host, facts]);

  if (known?.id !== facts.id) {
    return null;
  }
  const { table } = known;
  if (table.rows === 0 || table.columns.length === 0) {
    const what = table.columns.length === 0 ? "columns that can be shown" : "rows";
    return (
      <p class="stage-note">
        {table.name} has no {what}.
      </p>
    );
  }
  const { filters } = host.model(TableModel).arrangements.value.get(table.id) ?? ALL;
  return host.model(PlotModel).settingsOf(table).isOn ? (
    <PlotView key={facts.id} host={host} table={table} filters={filters}>
      <ShownAs host={host} table={table} />
    </PlotView>
  ) : (
    <Rows key={facts.id} host={host} table={table} />
  );
}

/** Whether the rows are shown, or two columns as a plot. */
function ShownAs({ host, table }: TableProps) {
  const model = host.model(PlotModel);
  const { isOn } = model.settingsOf(table);
  const choices = [
    ["Rows", false],
    ["Plot", true],
  ] as const;
  return (
    <fieldset class="controls shown-as">
      <legend class="sr-only">Show as</legend>
      {choices.map(([label, wanted]) => (
        <button
          key={label}
          type="button"
          class="quiet"
          aria-pressed={isOn === wanted}
          onClick={() => model.change(table, { isOn: wanted })}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

/** The row that was selected elsewhere, in the file's order. */
function selectionOf(selected: SelectedRow | undefined, table: number): Selection {
  const cursor = { row: selected?.table === table ? selected.row : 0, column: 0 };
  return selected?.table === table ? { cursor, anchor: cursor } : FIRST;
}

type TableProps = Pick<ViewProps, "host"> & { readonly table: TableFacts };

function Rows({ host, table }: TableProps) {
  const { columns } = table;
  const model = host.model(TableModel);
  const rows = host.model(RowsModel);
  const arranged = model.arrangements.value.get(table.id) ?? ALL;
  const chosen = rows.chosenOf(table.id);
  const isOnly = model.onlyChosen.value.has(table.id);
  const only = isOnly && chosen ? rows.choiceOf(table.id) : undefined;
  const arrangement = useMemo(() => (only ? { ...arranged, only } : arranged), [arranged, only]);
  const arrange = (wanted: Arrangement): void => model.arrange(table.id, wanted);
  const [shown, setShown] = useState<Shown>({ arrangement: ALL, count: table.rows });
  const [problem, setProblem] = useState<Notice>();
  const [selection, setSelection] = useState<Selection>(() => selectionOf(rows.selected.peek(), table.id));
  const [message, setMessage] = useState("");
  const [widths] = useState(() => Columns.each());
  const [isMatching, setMatching] = useState(false);

  useLayoutEffect(() => {
    if (arrangement === shown.arrangement) {
      return;
    }
    void host
      .read(async ({ request, onProgress }) => {
        const arranged = await request((worker, signal) =>
          worker.table.arrange({ table: table.id, arrangement }, signal, onProgress),
        );
        setShown({ arrangement, ...arranged });
        setSelection(FIRST);
      })
      .then(setProblem);
    return () => host.reading.clear();
  }, [host, table, arrangement]);

  const read = useCallback(
    (rows: Span, columns: Span, signal: AbortSignal) =>
      host.request(signal, (worker, signal) =>
        worker.table.window({ table: table.id, arrangement: shown.arrangement, rows, columns }, signal),
      ),
    [host, table, shown],
  );
  const windows = useMemo(() => new Windows(shown.count, columns.length, read), [read]);
  useEffect(() => () => windows.stop(), [windows]);
  windows.changes.value;
  const failure = windows.failure.value ?? problem;

  const cell = (row: number, column: number): CellText | undefined => {
    const found = windows.find(row, column);
    if (found?.window.mask?.[found.index]) {
      return { text: "masked", kind: "masked" };
    }
    const text = found && String(found.window.values[found.index]);
    const kind = columns[column]?.isText ? "text" : text === "NaN" ? "nan" : undefined;
    return text === undefined ? undefined : { text, kind };
  };
  const rowHeading = (row: number): string => {
    const found = windows.find(row, 0) ?? windows.find(row, selection.cursor.column);
    return String(found?.window.indices[row - found.window.rows.start] ?? "");
  };
  const select = (wanted: Selection): void => {
    setSelection(wanted);
    setMessage("");
    const row = rowHeading(wanted.cursor.row);
    rows.selected.value = row === "" ? undefined : { table: table.id, row: Number(row) };
  };
  const copy = async (): Promise<void> => setMessage(await copyCells(selection, read));
  const download = (): void => {
    void host
      .read(async ({ request }) => {
        const text = await request((worker, signal) =>
          worker.table.csv({ table: table.id, arrangement: shown.arrangement }, signal),
        );
        save(text, `${nameFor(host.name.value, table.name)}.csv`);
      })
      .then(setProblem);
  };

  const headingTexts = (index: number): string[] => {
    const { name = "", unit = "", datatype = "" } = columns[index] ?? {};
    // An arrow after the name shows the order of sorting.
    return [`${name} ↓`, unit || datatype];
  };
  const { cursor } = selection;
  const column = columns[cursor.column];
  return (
    <section class="values" aria-label="Table">
      <div class="toolbar" part="toolbar">
        <ShownAs host={host} table={table} />
        <GoTo
          rows={shown.count}
          columns={columns.length}
          onGo={(cell) => select({ cursor: cell, anchor: cell })}
        />
        <button type="button" class="quiet" aria-keyshortcuts={ariaKey(SHORTCUTS.copy)} onClick={copy}>
          Copy
        </button>
        <button type="button" class="quiet" onClick={download}>
          Save as CSV
        </button>
        <button type="button" class="quiet" onClick={() => setMatching(true)}>
          Match with…
        </button>
        <span class="hint count">
          {shown.count === table.rows
            ? many(table.rows, "row")
            : `${shown.count} of ${many(table.rows, "row")}`}
          {table.left.length > 0 && `; not shown: ${table.left.join(", ")}`}
        </span>
        <ChosenCount host={host} table={table}>
          <button
            type="button"
            class="quiet"
            aria-pressed={isOnly}
            onClick={() => model.showOnlyChosen(table.id, !isOnly)}
          >
            Only these
          </button>
        </ChosenCount>
      </div>
      <Grid
        label={`${table.name}, ${many(shown.count, "row")}, ${many(columns.length, "column")}`}
        rows={shown.count}
        columns={columns.length}
        widths={widths}
        headWidth={headWidth(table.rows)}
        headHeight={HEAD_HEIGHT}
        cell={cell}
        rowHeading={rowHeading}
        columnHeading={(index) => (
          <ColumnHead table={table} index={index} arrangement={arranged} onArrange={arrange} />
        )}
        headingTexts={headingTexts}
        sorted={arranged.sort}
        selection={selection}
        onSelect={select}
        onSeen={(rows, columns) => windows.want(rows, columns)}
        onCopy={copy}
        isChosen={chosen && ((row) => has(chosen, Number(rowHeading(row) || -1)))}
        onToggleRow={() => {
          const row = rowHeading(cursor.row);
          if (row !== "") {
            rows.toggle(table.id, Number(row));
          }
        }}
        onRelease={() => rows.choose(table.id, [])}
      />
      <footer class="status" part="status">
        <output class="readout">
          <span class="number at">{cut(column?.name ?? "")}</span>
          <span class="number datum">
            {shown.count > 0 && (cell(cursor.row, cursor.column)?.text ?? "reading…")}
          </span>
          {column?.unit && <span class="unit">{cut(column.unit)}</span>}
          <span class="hint">{shown.complaint ?? message}</span>
        </output>
        {failure && <NoticeText notice={failure} />}
      </footer>
      {isMatching && (
        <MatchDialog host={host} table={table} shown={shown} onClose={() => setMatching(false)} />
      )}
    </section>
  );
}
