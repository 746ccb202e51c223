/** A choice among a few that a function takes, with its label. */
import { useId } from "preact/hooks";

interface PickerProps<T> {
  readonly label: string;
  readonly choices: readonly (readonly [T, string])[];
  readonly value: T;
  readonly onPick: (picked: T) => void;
}

export function Picker<T>({ label, choices, value, onPick }: PickerProps<T>) {
  const id = useId();
  return (
    <div class="choice">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={choices.findIndex(([choice]) => choice === value)}
        onChange={({ currentTarget }) => {
          const picked = choices[currentTarget.selectedIndex];
          if (picked) {
            onPick(picked[0]);
          }
        }}
      >
        {choices.map(([, text], i) => (
          <option key={text} value={i}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
