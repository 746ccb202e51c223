/** The number grid: any section of an array as numbers; only the visible ones are read. */

import { onePart } from "@asdf-wasm/science/elements/complex";
import type { ComplexPart } from "@asdf-wasm/science/elements/values";
import { brief, complex, scalar } from "@asdf-wasm/science/format/format";
import type { GridWindow, Span } from "@asdf-wasm/science/sections/section";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { nameOf } from "../../regions/names.ts";
import { RegionsModel } from "../../state/regions.ts";
import type { ViewProps } from "../../state/view.ts";
import { ariaKey, SHORTCUTS } from "../../ui/commands.ts";
import { NoticeText } from "../../ui/NoticeText.tsx";
import { AxisControls } from "../section/AxisControls.tsx";
import { PartControl } from "../section/PartControl.tsx";
import { copyCells } from "./copying.ts";
import { GoTo } from "./GoTo.tsx";
import { type CellText, Grid } from "./Grid.tsx";
import { boxOf, FIRST, isIn, oneCell, type Selection } from "./selection.ts";
import { Columns, headWidth } from "./widths.ts";
import { Windows } from "./windows.ts";

export function GridView({ host, facts }: ViewProps) {
  const section = host.section.current.value;
  const part = host.part.value;
  const { collapse } = section;
  const { shape = [], datatype: own = "" } = facts.array ?? {};
  const datatype = collapse ? "float64" : own;
  const [rows = 1, columns = 1] = section.axes.map((axis) => shape[axis] ?? 1);
  const [exact, setExact] = useState(false);
  const [message, setMessage] = useState("");
  const [range, setRange] = useState<Selection>(FIRST);
  const picked = host.section.picked.value;
  const region = host.model(RegionsModel).selected.value;
  const box = region && boxOf(region.shape, rows, columns);
  const usual = box && !(picked && isIn(box, picked)) ? box : oneCell(picked ?? FIRST.cursor);
  // What was selected here, unless another element has been picked since.
  const selection = range.cursor === picked ? range : usual;
  const { cursor } = selection;

  const read = useCallback(
    (rows: Span, columns: Span, signal: AbortSignal) =>
      host.request(signal, (worker, signal) =>
        worker.array.window({ node: facts.id, section, rows, columns }, signal),
      ),
    [host, facts, section],
  );
  const windows = useMemo(() => new Windows(rows, columns, read), [rows, columns, read]);
  useEffect(() => () => windows.stop(), [windows]);
  windows.changes.value;
  const widths = useMemo(() => Columns.alike(datatype), [datatype, part, exact]);
  const failure = windows.failure.value;

  // If nothing can be read, the stage shows the failure.
  useEffect(() => {
    if (failure && windows.isEmpty) {
      host.fail(failure);
    }
  }, [host, failure, windows]);

  const select = (wanted: Selection): void => {
    setRange(wanted);
    setMessage("");
    host.section.picked.value = wanted.cursor;
  };
  const cell = (row: number, column: number): CellText | undefined => {
    const found = windows.find(row, column);
    return found && textOf(found.window, found.index, exact, part);
  };
  const copy = async (): Promise<void> => setMessage(await copyCells(selection, read));

  if (shape.includes(0)) {
    return <p class="stage-note">{facts.key} has no elements.</p>;
  }
  const heading = (column: number): string => (section.axes.length < 2 ? "value" : String(column));
  const current = windows.find(cursor.row, cursor.column);
  const [down, across] = section.axes;
  const place = section.index.map((at, axis) =>
    axis === down ? cursor.row : axis === across ? cursor.column : collapse?.axis === axis ? collapse.by : at,
  );
  return (
    <section class="values" aria-label="Values">
      <div class="toolbar" part="toolbar">
        <PartControl host={host} facts={facts} />
        <GoTo rows={rows} columns={columns} onGo={(cursor) => select(oneCell(cursor))} />
        {region && box && (
          <button type="button" class="quiet" onClick={() => select(box)}>
            Select {nameOf(region)}
          </button>
        )}
        <button type="button" class="quiet" aria-pressed={exact} onClick={() => setExact(!exact)}>
          Full precision
        </button>
        <button type="button" class="quiet" aria-keyshortcuts={ariaKey(SHORTCUTS.copy)} onClick={copy}>
          Copy
        </button>
      </div>
      <AxisControls host={host} facts={facts} />
      <Grid
        label={`${facts.key}, ${rows} rows, ${columns} columns`}
        rows={rows}
        columns={columns}
        widths={widths}
        headWidth={headWidth(rows)}
        cell={cell}
        rowHeading={String}
        columnHeading={heading}
        headingTexts={(column) => [heading(column)]}
        selection={selection}
        onSelect={select}
        onSeen={(rows, columns) => windows.want(rows, columns)}
        onCopy={copy}
      />
      <footer class="status" part="status">
        <output class="readout">
          <span class="number at">[{place.join(", ")}]</span>
          <span class="number datum">
            {current ? textOf(current.window, current.index, true).text : "reading…"}
          </span>
          {facts.array?.unit && <span class="unit">{facts.array.unit}</span>}
          <span class="hint">{message || "0-based"}</span>
        </output>
        {failure && <NoticeText notice={failure} />}
      </footer>
    </section>
  );
}

/** A complex number is shown whole, or only the chosen part of it. */
function textOf(window: GridWindow, index: number, exact: boolean, part?: ComplexPart): CellText {
  const { values, mask, complex: isComplex } = window;
  if (mask?.[index]) {
    return { text: "masked", kind: "masked" };
  }
  const print = exact ? scalar : brief;
  const whole = isComplex ? complex(values, index, print) : print(values, index);
  const text = isComplex && part ? print(onePart(values, index, part), 0) : whole;
  return { text, kind: text.includes("NaN") && typeof values[0] === "number" ? "nan" : undefined };
}
