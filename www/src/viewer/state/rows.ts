/** Rows of a table that are selected, in the table, on plots of it, and in what is drawn of its rows over an image. */

import type { OutlinedRows, RowChoice, RowPart } from "@asdf-wasm/science/tables/choice";
import type { TableColumn } from "@asdf-wasm/science/tables/window";
import { batch, signal } from "@preact/signals";
import { escaped, numberIn, unescaped } from "./linked.ts";
import type { ViewHost, ViewModel } from "./view.ts";

/** The row that a person is at. */
export interface SelectedRow {
  /** The node of the table. */
  readonly table: number;
  /** In the file's order. */
  readonly row: number;
}

/** Rows that were chosen together. */
export interface ChosenRows {
  readonly table: number;
  /** Their numbers in the file, in increasing order. */
  readonly rows: Uint32Array;
}

interface TableChoice {
  readonly table: number;
  readonly choice: RowChoice;
}

export class RowsModel implements ViewModel {
  readonly selected = signal<SelectedRow | undefined>(undefined);
  readonly choice = signal<TableChoice | undefined>(undefined);
  /** Of the newest choice whose rows are known. */
  readonly chosen = signal<ChosenRows | undefined>(undefined);
  readonly #host: Pick<ViewHost, "ask">;

  constructor(host: Pick<ViewHost, "ask">) {
    this.#host = host;
  }

  choiceOf(table: number): RowChoice {
    const choice = this.choice.value;
    return choice?.table === table ? choice.choice : NONE;
  }

  /** The chosen rows of a table; undefined for none. */
  chosenOf(table: number): Uint32Array | undefined {
    const [choice, chosen] = [this.choice.value, this.chosen.value];
    return choice?.table === table && chosen?.table === table ? chosen.rows : undefined;
  }

  /** Chooses rows of a table in place of all that were chosen before. */
  choose(table: number, choice: RowChoice): void {
    batch(() => {
      this.choice.value = choice.length > 0 ? { table, choice } : undefined;
      if (choice.length === 0 || this.chosen.peek()?.table !== table) {
        this.chosen.value = undefined;
      }
    });
    const wanted = this.choice.peek();
    if (wanted) {
      void this.#host
        .ask((worker) => worker.table.chosenRows({ table, choice }))
        .then((rows) => {
          if (rows && this.choice.peek() === wanted) {
            this.chosen.value = rows.length > 0 ? { table, rows } : undefined;
            this.choice.value = rows.length > 0 ? wanted : undefined;
          }
        });
    }
  }

  /** Adds a row to those that are chosen, or takes it away. */
  toggle(table: number, row: number): void {
    const isWithout = has(this.chosenOf(table), row);
    const choice = this.choiceOf(table);
    const last = choice.at(-1);
    const joined = last?.kind === "rows" && last.isWithout === isWithout ? last.rows : undefined;
    const part: RowPart = { kind: "rows", isWithout, rows: [...(joined ?? []), row] };
    this.choose(table, [...(joined ? choice.slice(0, -1) : choice), part]);
  }

  clear(): void {
    batch(() => {
      this.selected.value = undefined;
      this.choice.value = undefined;
      this.chosen.value = undefined;
    });
  }
}

const NONE: RowChoice = [];

/** Whether a row is among rows in increasing order. */
export function has(rows: Uint32Array | undefined, row: number): boolean {
  let [low, high] = [0, rows?.length ?? 0];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows?.[middle] ?? 0) < row) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return rows?.[low] === row;
}

/** Between parts, and between what a part consists of. */
const SEPARATORS = /[:;]/g;

/**
 * A choice in links, its parts in their order: `at:3,17`, `box:ra:dec:10,20,-5,5` with a column's name for each axis and values x, y of the
 * corners, `lasso:flux:mag:x:…` with the logarithmic axes, then filters. A part that takes rows away begins with `-`.
 */
export function choiceText(choice: RowChoice, columns: readonly TableColumn[]): string {
  const name = (index: number) => escaped(columns[index]?.name ?? "", SEPARATORS);
  return choice
    .map((part) => {
      const sign = part.isWithout ? "-" : "";
      if (part.kind === "rows") {
        return `${sign}at:${part.rows.join()}`;
      }
      const { kind, x, y, logX, logY, outline, filters } = part;
      const log = `${logX ? "x" : ""}${logY ? "y" : ""}`;
      const filtered = filters.flatMap(({ column, text }) => [name(column), escaped(text, SEPARATORS)]);
      return [`${sign}${kind}`, name(x), name(y), log, outline.join(), ...filtered].join(":");
    })
    .join(";");
}

/** What names no column of the table is left out. */
export function choiceIn(text: string, columns: readonly TableColumn[]): RowChoice {
  return text.split(";").flatMap((word): RowPart[] => {
    const [sign, kind = ""] = word.startsWith("-") ? [true, word.slice(1)] : [false, word];
    const [what, ...more] = kind.split(":");
    if (what === "at") {
      const rows = numbersIn(more[0]).filter((row) => Number.isInteger(row) && row >= 0);
      return rows.length > 0 ? [{ kind: "rows", isWithout: sign, rows }] : [];
    }
    const part = what === "box" || what === "lasso" ? outlinedIn(what, sign, more, columns) : undefined;
    return part ? [part] : [];
  });
}

function outlinedIn(
  kind: "box" | "lasso",
  isWithout: boolean,
  [first = "", second = "", log = "", corners, ...filtered]: readonly string[],
  columns: readonly TableColumn[],
): OutlinedRows | undefined {
  // Without a name, the numbers of rows are meant.
  const index = (name: string) => columns.findIndex((column) => column.name === unescaped(name));
  const [x, y] = [index(first), index(second)];
  const outline = numbersIn(corners);
  const filters = filtered.flatMap((name, i) => {
    const column = i % 2 === 0 ? index(name) : -1;
    return column < 0 ? [] : [{ column, text: unescaped(filtered[i + 1] ?? "") }];
  });
  const isKnown = (x >= 0 || first === "") && (y >= 0 || second === "");
  const isWhole = outline.length % 2 === 0 && outline.length >= (kind === "box" ? 4 : 6);
  return isKnown && isWhole
    ? { kind, isWithout, x, y, logX: log.includes("x"), logY: log.includes("y"), outline, filters }
    : undefined;
}

function numbersIn(text = ""): number[] {
  return text.split(",").flatMap((word) => numberIn(word) ?? []);
}
