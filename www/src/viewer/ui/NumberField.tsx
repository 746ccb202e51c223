/** A field for a number. */
import { rounded } from "../format/format.ts";

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  /** The value may be NaN. */
  readonly onChange: (value: number) => void;
}

export function NumberField({ label, value, onChange }: NumberFieldProps) {
  return (
    <label class="choice">
      <span>{label}</span>
      <input
        type="number"
        step="any"
        value={rounded(value, 7)}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}
