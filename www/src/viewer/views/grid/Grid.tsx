/**
 * A grid of texts with headings, of any size: only visible cells exist. It follows the ARIA grid pattern; the grid
 * itself holds the focus and names the current cell, so cells may come and go.
 */
// biome-ignore-all lint/a11y/useSemanticElements: the elements of a table cannot be placed one by one.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names the cell that has it.

import type { Span } from "@asdf-wasm/science/sections/section";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import type { Cell } from "../../state/section.ts";
import { adopt } from "../../styles/sheet.ts";
import { Axis } from "../../tree/axis.ts";
import { obey } from "../../ui/commands.ts";
import styles from "./grid.css?inline";
import { GRID_KEYS } from "./keys.ts";
import { contains, type Selection, spansOf } from "./selection.ts";
import { type Columns, numberIn } from "./widths.ts";

const ROW_HEIGHT = 24;

export interface CellText {
  readonly text: string;
  /** How cells other than ordinary numbers are shown. */
  readonly kind?: "masked" | "nan" | "text" | undefined;
}

export interface GridProps {
  readonly label: string;
  readonly rows: number;
  readonly columns: number;
  readonly widths: Columns;
  /** In pixels: the width of row headings, and the height of column headings. */
  readonly headWidth: number;
  readonly headHeight?: number;
  /** Undefined until it has been read. */
  readonly cell: (row: number, column: number) => CellText | undefined;
  readonly rowHeading: (row: number) => string;
  readonly columnHeading: (column: number) => ComponentChildren;
  /** All texts of a column's heading, to fit its width. */
  readonly headingTexts: (column: number) => readonly string[];
  /** The column that the rows are sorted by. */
  readonly sorted?: { readonly column: number; readonly descending: boolean } | undefined;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onSeen: (rows: Span, columns: Span) => void;
  readonly onCopy: () => void;
  /** Whether a row is among those that are selected as wholes; undefined while none can be. */
  readonly isChosen?: ((row: number) => boolean) | undefined;
  /** Space in a row: selects it, or lets it go. */
  readonly onToggleRow?: (() => void) | undefined;
  /** Escape: lets all rows go. */
  readonly onRelease?: (() => void) | undefined;
}

export function Grid(props: GridProps) {
  const { rows, columns, widths, headWidth, headHeight = ROW_HEIGHT, selection } = props;
  const scroller = useRef<HTMLDivElement>(null);
  /** The visible position, in pixels from the first cell, and the scroll bars' positions for it. */
  const place = useRef({ x: 0, y: 0, left: 0, top: 0 });
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [, redraw] = useReducer((tick: number, _: undefined) => tick + 1, 0);
  const id = useId();
  const down = new Axis(rows, ROW_HEIGHT, Math.max(0, size.height - headHeight));
  const axisOf = ({ width, own }: Columns) =>
    new Axis(columns, width, Math.max(0, size.width - headWidth), own);
  const changes = widths.changes.value;
  const across = axisOf(widths);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) {
      return;
    }
    adopt(element, styles);
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);

  /** Moves the scroll bars to a position. */
  const settle = (): void => {
    const element = scroller.current;
    const at = place.current;
    if (element) {
      element.scrollLeft = across.toScroll(at.x);
      element.scrollTop = down.toScroll(at.y);
      at.left = element.scrollLeft;
      at.top = element.scrollTop;
    }
    redraw(undefined);
  };
  const onScroll = (): void => {
    const element = scroller.current;
    const at = place.current;
    if (element && (element.scrollLeft !== at.left || element.scrollTop !== at.top)) {
      at.x = across.scrolled(at.x, at.left, element.scrollLeft);
      at.y = down.scrolled(at.y, at.top, element.scrollTop);
      settle();
    }
  };

  const { cursor, anchor } = selection;
  const reveal = (...cells: readonly Cell[]): void => {
    const at = place.current;
    for (const { row, column } of cells) {
      at.x = across.reveal(at.x, column);
      at.y = down.reveal(at.y, row);
    }
    settle();
  };
  // Of a new rectangle as much as there is room for.
  useLayoutEffect(() => reveal(anchor, cursor), [anchor.row, anchor.column, size]);
  useLayoutEffect(() => reveal(cursor), [cursor.row, cursor.column, rows, columns, size]);
  useLayoutEffect(settle, [changes]);

  const { x, y } = place.current;
  const seenRows = down.seen(y);
  const seenColumns = across.seen(x);
  useEffect(
    () => props.onSeen(seenRows, seenColumns),
    [props.onSeen, seenRows.start, seenRows.stop, seenColumns.start, seenColumns.stop],
  );

  const textsOf = (column: number): string[] | undefined => {
    const texts = indices(seenRows).map((row) => props.cell(row, column)?.text);
    const known = texts.filter((text) => text !== undefined);
    return known.length < texts.length ? undefined : [...known, ...props.headingTexts(column)];
  };
  /** Changes widths; the first visible column stays in place. */
  const change = (work: () => void): void => {
    const { start } = seenColumns;
    const within = place.current.x - across.startOf(start);
    work();
    const then = axisOf(widths);
    place.current.x = then.clamp(then.startOf(start) + within);
  };
  const fitColumn = (column: number): void =>
    change(() => widths.fit(column, textsOf(column) ?? props.headingTexts(column)));
  const resize = (column: number, width: number): void => change(() => widths.resize(column, width));
  useLayoutEffect(() => {
    if (size.height > 0) {
      change(() => widths.see(indices(seenColumns), textsOf));
    }
  });

  const cellAt = (event: PointerEvent): Cell | undefined => {
    const box = scroller.current?.getBoundingClientRect();
    const left = event.clientX - (box?.left ?? 0) - headWidth;
    const top = event.clientY - (box?.top ?? 0) - headHeight;
    const isInside = left >= 0 && top >= 0 && left < across.view && top < down.view;
    return isInside ? { row: down.lineAt(y, top), column: across.lineAt(x, left) } : undefined;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) {
      return;
    }
    const page = Math.max(1, Math.floor(down.view / ROW_HEIGHT) - 1);
    const { onSelect, onCopy, onToggleRow, onRelease } = props;
    const context = {
      ...{ selection, extent: { rows, columns, page } },
      ...{ select: onSelect, copy: onCopy, toggleRow: onToggleRow, release: onRelease },
      widen: (step: number) => resize(cursor.column, across.sizeOf(cursor.column) + step),
      fitColumn: () => fitColumn(cursor.column),
    };
    obey(GRID_KEYS, context, event);
  };

  const spans = spansOf(selection);
  const columnStyle = (column: number) => ({
    left: `${headWidth + across.startOf(column) - x}px`,
    width: `${across.sizeOf(column)}px`,
  });
  return (
    <div
      ref={scroller}
      class="grid"
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={rows + 1}
      aria-colcount={columns + 1}
      aria-multiselectable="true"
      aria-activedescendant={rows > 0 ? `${id}-${cursor.row}-${cursor.column}` : undefined}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div
        class="grid-extent"
        role="presentation"
        style={{ width: `${headWidth + across.length}px`, height: `${headHeight + down.length}px` }}
      >
        <div
          class="grid-pane"
          role="presentation"
          style={{ width: `${size.width}px`, height: `${size.height}px` }}
          onPointerDown={(event) => {
            const to = event.button === 0 ? cellAt(event) : undefined;
            if (to) {
              props.onSelect({ cursor: to, anchor: event.shiftKey ? selection.anchor : to });
            }
          }}
          onPointerMove={(event) => {
            const to = event.buttons === 1 ? cellAt(event) : undefined;
            if (to && !isSame(to, cursor)) {
              props.onSelect({ cursor: to, anchor: selection.anchor });
            }
          }}
        >
          <div class="grid-head" role="row" aria-rowindex={1} style={{ height: `${headHeight}px` }}>
            <span
              class="grid-corner"
              role="columnheader"
              aria-colindex={1}
              style={{ width: `${headWidth}px` }}
            >
              <span class="sr-only">index</span>
            </span>
            {indices(seenColumns).map((column) => (
              <span
                key={column}
                role="columnheader"
                aria-colindex={column + 2}
                aria-sort={
                  props.sorted?.column === column
                    ? props.sorted.descending
                      ? "descending"
                      : "ascending"
                    : undefined
                }
                style={columnStyle(column)}
                data-current={contains(spans.columns, column)}
              >
                {props.columnHeading(column)}
                <Edge
                  width={across.sizeOf(column)}
                  onResize={(width) => resize(column, width)}
                  onFit={() => fitColumn(column)}
                />
              </span>
            ))}
          </div>
          {indices(seenRows).map((row) => (
            <div
              key={row}
              class="grid-row"
              role="row"
              aria-rowindex={row + 2}
              aria-selected={props.isChosen?.(row)}
              style={{ top: `${headHeight + row * ROW_HEIGHT - y}px` }}
            >
              <span
                role="rowheader"
                aria-colindex={1}
                style={{ width: `${headWidth}px` }}
                data-current={contains(spans.rows, row)}
              >
                {props.rowHeading(row)}
              </span>
              {indices(seenColumns).map((column) => {
                const cell = props.cell(row, column);
                return (
                  <span
                    key={column}
                    id={`${id}-${row}-${column}`}
                    role="gridcell"
                    class={[cell?.kind, isSame({ row, column }, cursor) && "current"]
                      .filter(Boolean)
                      .join(" ")}
                    aria-colindex={column + 2}
                    aria-selected={contains(spans.rows, row) && contains(spans.columns, column)}
                    aria-busy={cell === undefined}
                    style={columnStyle(column)}
                  >
                    {cell && (isNumber(cell) ? numberIn(across.sizeOf(column), cell.text) : cell.text)}
                  </span>
                );
              })}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

interface EdgeProps {
  readonly width: number;
  readonly onResize: (width: number) => void;
  readonly onFit: () => void;
}

/** The edge of a heading: dragging resizes the column, a double click fits it to its visible content. */
function Edge({ width, onResize, onFit }: EdgeProps) {
  const grip = useRef(0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys reach the grid, which holds the focus.
    <span
      class="grid-edge"
      role="presentation"
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = event.clientX - width;
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) {
          event.stopPropagation();
          onResize(event.clientX - grip.current);
        }
      }}
      onDblClick={onFit}
    />
  );
}

function isNumber({ kind }: CellText): boolean {
  return kind !== "text" && kind !== "masked";
}

function isSame(cell: Cell, other: Cell): boolean {
  return cell.row === other.row && cell.column === other.column;
}

function indices({ start, stop }: Span): number[] {
  return Array.from({ length: Math.max(0, stop - start) }, (_, i) => start + i);
}
