/** A choice among a few, with its label: taken by a function, or kept in a signal. */
import type { Signal } from "@preact/signals";
import { useId } from "preact/hooks";

interface SelectProps<T extends string | number> {
  readonly choices: readonly (readonly [T, string])[];
  readonly value: T;
  readonly onPick: (picked: T) => void;
  readonly id?: string;
  readonly title?: string;
}

/** A choice among a few, whose label is elsewhere. */
export function Select<T extends string | number>({ choices, onPick, ...rest }: SelectProps<T>) {
  return (
    <select
      {...rest}
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
  );
}

type PickerProps<T extends string | number> = Omit<SelectProps<T>, "id" | "title"> & {
  readonly label: string;
};

export function Picker<T extends string | number>({ label, ...rest }: PickerProps<T>) {
  const id = useId();
  return (
    <div class="choice">
      <label for={id}>{label}</label>
      <Select id={id} title={label} {...rest} />
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
