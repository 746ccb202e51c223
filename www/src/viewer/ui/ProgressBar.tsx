/** A progress bar with the bytes so far, or with the share that is done where bytes say nothing. */

import { bytes } from "@asdf-wasm/science/format/format";
import type { Progress } from "../protocol/facts.ts";

export function ProgressBar({ label, progress }: { label: string; progress: Progress | undefined }) {
  const total = progress?.total;
  const name = progress?.phase === "smooth" ? "Smoothing" : label;
  return (
    <div class="progress">
      <p class="progress-label">
        <span role="status">{name}</span>
        {progress && <span class="number"> {amount(progress)}</span>}
      </p>
      <progress aria-label={name} value={total ? progress.loaded : undefined} max={total} />
    </div>
  );
}

function amount({ loaded, total, phase }: Progress): string {
  if (phase === "smooth") {
    return `${Math.floor(100 * loaded)} %`;
  }
  return bytes(loaded) + (total ? ` of ${bytes(total)}` : "");
}
