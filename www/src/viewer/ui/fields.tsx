/** Fields whose value counts once it is committed, by Enter or by leaving them. What is being typed is not written over meanwhile. */

import { rounded } from "@asdf-wasm/science/format/format";
import type { TargetedEvent } from "preact";
import { useState } from "preact/hooks";

interface TypedInputProps {
  readonly type: "number" | "text";
  readonly value: string | number | undefined;
  /** Text that it marks with `setCustomValidity` stays to be corrected; otherwise the field shows `value` again. */
  readonly onChange: (field: HTMLInputElement) => void;
  readonly id?: string;
  readonly title?: string;
  readonly "aria-label"?: string;
  readonly placeholder?: string;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number | "any";
  readonly autoComplete?: "off";
  readonly spellcheck?: boolean;
}

export function TypedInput({ type, value, onChange, ...rest }: TypedInputProps) {
  const [typed, setTyped] = useState<string>();
  const settle = (field: HTMLInputElement): void => {
    if (!field.validity.customError) {
      setTyped(undefined);
    }
  };
  const attributes = {
    ...rest,
    value: typed ?? value,
    onInput: ({ currentTarget }: TargetedEvent<HTMLInputElement>) => setTyped(currentTarget.value),
    onChange: ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
      onChange(currentTarget);
      settle(currentTarget);
    },
    onBlur: ({ currentTarget }: TargetedEvent<HTMLInputElement>) => settle(currentTarget),
  };
  return type === "number" ? <input type="number" {...attributes} /> : <input type="text" {...attributes} />;
}

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
      <TypedInput
        type="number"
        step="any"
        value={rounded(value, 7)}
        onChange={({ valueAsNumber }) => onChange(valueAsNumber)}
      />
    </label>
  );
}
