/** The selected cells: a cursor, which keys move, and an anchor, the opposite corner of the rectangle. */

import { pixelsIn } from "@asdf-wasm/science/regions/boxPixels";
import type { RegionShape } from "@asdf-wasm/science/regions/region";
import type { Span } from "@asdf-wasm/science/sections/section";
import type { Cell } from "../../state/section.ts";

export interface Selection {
  readonly cursor: Cell;
  readonly anchor: Cell;
}

export const FIRST: Selection = { cursor: { row: 0, column: 0 }, anchor: { row: 0, column: 0 } };

export function oneCell(cursor: Cell): Selection {
  return { cursor, anchor: cursor };
}

/** The cells of a region's bounding box; undefined if it is outside. */
export function boxOf(shape: RegionShape, rows: number, columns: number): Selection | undefined {
  const { x, y, width, height } = pixelsIn(shape, { width: columns, height: rows });
  const anchor = { row: y + height - 1, column: x + width - 1 };
  return width > 0 && height > 0 ? { cursor: { row: y, column: x }, anchor } : undefined;
}

export function isIn(selection: Selection, { row, column }: Cell): boolean {
  const { rows, columns } = spansOf(selection);
  return contains(rows, row) && contains(columns, column);
}

/** The numbers of rows and columns, and the rows of a page. */
export interface Extent {
  readonly rows: number;
  readonly columns: number;
  readonly page: number;
}

/** The rows and columns of the rectangle. */
export function spansOf({ cursor, anchor }: Selection): { readonly rows: Span; readonly columns: Span } {
  const span = (a: number, b: number): Span => ({ start: Math.min(a, b), stop: Math.max(a, b) + 1 });
  return { rows: span(cursor.row, anchor.row), columns: span(cursor.column, anchor.column) };
}

export function contains({ start, stop }: Span, index: number): boolean {
  return index >= start && index < stop;
}

/** The selection after a key; undefined for other keys. Shift keeps the anchor. */
export function pressed(event: KeyboardEvent, selection: Selection, extent: Extent): Selection | undefined {
  const last = { row: extent.rows - 1, column: extent.columns - 1 };
  if (event.altKey) {
    return undefined;
  }
  if (event.ctrlKey || event.metaKey) {
    switch (event.key) {
      case "Home":
        return moved(FIRST.cursor, selection, event.shiftKey);
      case "End":
        return moved(last, selection, event.shiftKey);
      case "a":
        return { anchor: FIRST.cursor, cursor: last };
      default:
        return undefined;
    }
  }
  const { row, column } = selection.cursor;
  const to = destination(event.key, { row, column }, last, extent.page);
  return to && moved(within(to, last), selection, event.shiftKey);
}

function destination(key: string, { row, column }: Cell, last: Cell, page: number): Cell | undefined {
  switch (key) {
    case "ArrowUp":
      return { row: row - 1, column };
    case "ArrowDown":
      return { row: row + 1, column };
    case "ArrowLeft":
      return { row, column: column - 1 };
    case "ArrowRight":
      return { row, column: column + 1 };
    case "PageUp":
      return { row: row - page, column };
    case "PageDown":
      return { row: row + page, column };
    case "Home":
      return { row, column: 0 };
    case "End":
      return { row, column: last.column };
    default:
      return undefined;
  }
}

function moved(cursor: Cell, { anchor }: Selection, extends_: boolean): Selection {
  return { cursor, anchor: extends_ ? anchor : cursor };
}

function within({ row, column }: Cell, last: Cell): Cell {
  return { row: Math.max(0, Math.min(row, last.row)), column: Math.max(0, Math.min(column, last.column)) };
}
