/** A button that switches something on and off. */
import type { Signal } from "@preact/signals";

interface ToggleProps {
  readonly label: string;
  readonly title?: string;
  readonly value: Signal<boolean>;
}

export function Toggle({ label, title, value }: ToggleProps) {
  return (
    <button
      type="button"
      class="quiet"
      title={title}
      aria-pressed={value.value}
      onClick={() => {
        value.value = !value.value;
      }}
    >
      {label}
    </button>
  );
}
