/** The name of the file that a dialog writes. */

interface NameFieldProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
}

export function NameField({ value, onChange }: NameFieldProps) {
  return (
    <label>
      <span>Name</span>
      <input
        type="text"
        required
        spellcheck={false}
        autocomplete="off"
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}
