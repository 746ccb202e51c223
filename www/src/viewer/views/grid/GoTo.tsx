/** A field to go to a cell by its index. */
import { useId, useRef } from "preact/hooks";
import type { Cell } from "../../state/section.ts";

interface GoToProps {
  readonly rows: number;
  readonly columns: number;
  readonly onGo: (cell: Cell) => void;
}

export function GoTo({ rows, columns, onGo }: GoToProps) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  const go = (event: SubmitEvent): void => {
    event.preventDefault();
    const { current } = field;
    const [row, column = 0] = numbersIn(current?.value ?? "");
    const complaint = complaintOf(row, rows, "row") ?? complaintOf(column, columns, "column");
    current?.setCustomValidity(complaint ?? "");
    if (!current?.reportValidity() || row === undefined) {
      return;
    }
    onGo({ row, column });
    current.closest("section")?.querySelector<HTMLElement>('[role="grid"]')?.focus();
  };

  return (
    <form class="choice" noValidate onSubmit={go}>
      <label for={id}>Go to</label>
      <input
        ref={field}
        id={id}
        class="go-to"
        inputMode="numeric"
        placeholder={columns === 1 ? "index" : "row, column"}
        onInput={({ currentTarget }) => currentTarget.setCustomValidity("")}
      />
    </form>
  );
}

function numbersIn(text: string): number[] {
  return Array.from(text.matchAll(/\d+/g), ([digits]) => Number(digits));
}

function complaintOf(index: number | undefined, count: number, name: string): string | undefined {
  if (index === undefined) {
    return `Type the index of a ${name}, from 0 to ${count - 1}.`;
  }
  return index < count ? undefined : `There is no ${name} ${index}: the last is ${count - 1}.`;
}
