/** A choice among a few, with its label: taken by a function, or kept in a signal. */
import type { Signal } from "@preact/signals";
import { useId } from "preact/hooks";

interface PickerProps<T extends string | number> {
  readonly label: string;
  readonly choices: readonly (readonly [T, string])[];
  readonly value: T;
  readonly onPick: (picked: T) => void;
}

export function Picker<T extends string | number>({ label, choices, value, onPick }: PickerProps<T>) {
  const id = useId();
  return (
    <div class="choice">
      <label for={id}>{label}</label>
      <select
        id={id}
        title={label}
        value={value}
        onChange={({ currentTarget }) => {
          const picked = choices[currentTarget.selectedIndex];
          if (picked) {
            onPick(picked[0]);
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

export interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly choices: readonly (readonly [T, string])[];
  readonly value: Signal<T>;
  /** Called with what a person has chosen, once `value` has it. */
  readonly onChoice?: (chosen: T) => void;
}

export function Choice<T extends string>({ label, choices, value, onChoice }: ChoiceProps<T>) {
  return (
    <Picker
      label={label}
      choices={choices}
      value={value.value}
      onPick={(chosen) => {
        value.value = chosen;
        onChoice?.(chosen);
      }}
    />
  );
}

interface WaitingFilesProps {
  readonly waiting: readonly { readonly id: string; readonly name: string }[];
  readonly keyOf: (id: string) => string;
}

/** Files that are not open yet, as the last options of a choice: choosing one opens it. */
export function WaitingFiles({ waiting, keyOf }: WaitingFilesProps) {
  return waiting.length > 0 ? (
    <optgroup label="Opened when chosen">
      {waiting.map(({ id, name }) => (
        <option key={id} value={keyOf(id)}>
          {name}
        </option>
      ))}
    </optgroup>
  ) : null;
}
