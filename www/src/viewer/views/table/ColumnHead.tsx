/** The heading of a column: its name, which sorts, its unit, and a filter field. */
import { cut } from "@asdf-wasm/science/format/format";
import type { Arrangement, TableFacts } from "@asdf-wasm/science/tables/window";
import { LONGEST_SEARCH } from "../../ui/keys.ts";

interface ColumnHeadProps {
  readonly table: TableFacts;
  readonly index: number;
  readonly arrangement: Arrangement;
  readonly onArrange: (arrangement: Arrangement) => void;
}

export function ColumnHead({ table, index, arrangement, onArrange }: ColumnHeadProps) {
  const column = table.columns[index];
  const { sort, filters } = arrangement;
  const isSorted = sort?.column === index;
  const arrow = isSorted ? (sort.descending ? " ↓" : " ↑") : "";
  if (!column) {
    return null;
  }
  const { name, unit, datatype, description, isText, sortable } = column;

  /** Ascending, descending, in the file's order. */
  const onSort = (): void => {
    const next = !isSorted ? { column: index, descending: false } : { column: index, descending: true };
    onArrange({ filters, sort: isSorted && sort.descending ? undefined : next });
  };
  const onFilter = (text: string): void => {
    const others = filters.filter(({ column }) => column !== index);
    onArrange({ sort, filters: text.trim() === "" ? others : [...others, { column: index, text }] });
  };
  return (
    <span
      class={isText ? "column-head text" : "column-head"}
      title={cut([name, description, datatype].filter(Boolean).join("\n"))}
    >
      <button type="button" class="quiet" disabled={!sortable} onClick={onSort}>
        {cut(name)}
        <span aria-hidden="true">{arrow}</span>
      </button>
      <span class="hint">{cut(unit || datatype)}</span>
      <input
        aria-label={`Filter ${cut(name)}`}
        data-most={LONGEST_SEARCH}
        placeholder={isText ? "filter" : "e.g. > 3"}
        value={filters.find(({ column }) => column === index)?.text ?? ""}
        onInput={({ currentTarget }) => onFilter(currentTarget.value)}
      />
    </span>
  );
}
