/** A choice among all colour maps, by purpose. */
import type { Signal } from "@preact/signals";
import type { ColormapName } from "asdf-wasm/image";
import { useId } from "preact/hooks";
import { COLORMAPS, colormapLabel } from "./choices.ts";

export function ColormapChoice({ value }: { value: Signal<ColormapName> }) {
  const id = useId();
  const names = COLORMAPS.flatMap(([, names]) => names);
  return (
    <div class="choice">
      <label for={id}>Colours</label>
      <select
        id={id}
        value={value.value}
        onChange={(event) => {
          const chosen = names[event.currentTarget.selectedIndex];
          if (chosen) {
            value.value = chosen;
          }
        }}
      >
        {COLORMAPS.map(([family, names]) => (
          <optgroup key={family} label={family}>
            {names.map((name) => (
              <option key={name} value={name}>
                {colormapLabel(name)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}
