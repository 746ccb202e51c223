/** A choice among exposures, and the way to the next. */

import { Select } from "../../ui/Choice.tsx";
import { ALL, type Exposures } from "./exposures.ts";

export function ExposureChoice({ exposures }: { exposures: Exposures }) {
  const all = exposures.all.value;
  if (all.length < 2) {
    return null;
  }
  const step = (by: 1 | -1, name: string, arrow: string) => {
    const next = exposures.beside(by);
    return (
      <button
        type="button"
        class="quiet square"
        aria-label={name}
        title={name}
        disabled={next === undefined}
        onClick={() => {
          exposures.chosen.value = next;
        }}
      >
        <span aria-hidden="true">{arrow}</span>
      </button>
    );
  };
  return (
    <div class="exposures">
      {step(-1, "Previous exposure", "←")}
      <Select
        aria-label="Exposure"
        choices={[
          [ALL, `All ${all.length} exposures`],
          ...all.map((name) => [name, numberFirst(name)] as const),
        ]}
        value={exposures.shown.value}
        onPick={(chosen) => {
          exposures.chosen.value = chosen;
        }}
      />
      {step(1, "Next exposure", "→")}
    </div>
  );
}

/** What differs most often stands where there is room for it. */
function numberFirst(exposure: string): string {
  return exposure.replace(/^(.*)_(\d+)$/, "$2 of $1");
}
