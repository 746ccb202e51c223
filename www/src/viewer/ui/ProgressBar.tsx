/** A progress bar with the bytes so far. */

import { bytes } from "../format/format.ts";
import type { Progress } from "../protocol/facts.ts";

export function ProgressBar({ label, progress }: { label: string; progress: Progress | undefined }) {
  const total = progress?.total;
  return (
    <div class="progress">
      <p class="progress-label">
        <span role="status">{label}</span>
        {progress && (
          <span class="number">
            {" "}
            {bytes(progress.loaded)}
            {total ? ` of ${bytes(total)}` : ""}
          </span>
        )}
      </p>
      <progress aria-label={label} value={total ? progress.loaded : undefined} max={total} />
    </div>
  );
}
