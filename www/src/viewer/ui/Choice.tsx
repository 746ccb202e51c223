/** A choice among a few, with its label. */
import type { Signal } from "@preact/signals";
import { useId } from "preact/hooks";

export interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly choices: readonly (readonly [T, string])[];
  readonly value: Signal<T>;
  /** Called with what a person has chosen, once `value` has it. */
  readonly onChoice?: (chosen: T) => void;
}

export function Choice<T extends string>({ label, choices, value, onChoice }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div class="choice">
      <label for={id}>{label}</label>
      <select
        id={id}
        title={label}
        value={value.value}
        onChange={(event) => {
          const chosen = choices[event.currentTarget.selectedIndex];
          if (chosen) {
            value.value = chosen[0];
            onChoice?.(chosen[0]);
          }
        }}
      >
        {choices.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
