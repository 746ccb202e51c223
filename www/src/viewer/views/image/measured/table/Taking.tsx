/** Copies what was measured to the clipboard, and saves it as CSV. */
import { useState } from "preact/hooks";
import { save } from "../../../../ui/download.ts";
import { type Table, textOf } from "./csv.ts";

interface TakingProps {
  /** What the file is called, without its ending. */
  readonly name: string;
  readonly table: Table;
}

export function Taking({ name, table }: TakingProps) {
  const [outcome, setOutcome] = useState("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(textOf(table, "\t"));
      setOutcome("Copied");
    } catch {
      setOutcome("The browser does not allow this page to copy");
    }
  };
  return (
    <div class="commands">
      <button type="button" onClick={() => void copy()}>
        Copy
      </button>
      <button type="button" onClick={() => saveTable(name, table)}>
        Save CSV
      </button>
      <span class="hint" role="status">
        {outcome}
      </span>
    </div>
  );
}

export function saveTable(name: string, table: Table): void {
  save(new Blob([textOf(table, ",")], { type: "text/csv" }), `${name}.csv`);
}
