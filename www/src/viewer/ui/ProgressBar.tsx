/** A progress bar with the bytes so far, the files of an array in many, or the share that is done where bytes say nothing; and a long reading. */

import { bytes, grouped, many } from "@asdf-wasm/science/format/format";
import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { Progress } from "../protocol/facts.ts";

/** After this time, in milliseconds, a reading is shown. */
const LONG = 1000;

interface LongReadingProps {
  readonly progress: ReadonlySignal<Progress | undefined>;
  readonly onCancel: () => void;
}

/** The progress of a reading that takes long, and a button that ends it. Most are done before that, and the page is not painted for them. */
export function LongReading({ progress, onCancel }: LongReadingProps) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG);
    return () => clearTimeout(timer);
  }, []);
  return isLong ? (
    <div class="reading">
      <ProgressBar label="Reading" progress={progress.value} />
      <button type="button" class="quiet" onClick={onCancel}>
        Cancel
      </button>
    </div>
  ) : null;
}

export function ProgressBar({ label, progress }: { label: string; progress: Progress | undefined }) {
  const files = progress?.files?.total ?? 0;
  const [done, total] = files > 1 ? [progress?.files?.done, files] : [progress?.loaded, progress?.total];
  const name = progress?.phase === "smooth" ? "Smoothing" : label;
  return (
    <div class="progress">
      <p class="progress-label">
        <span role="status">{name}</span>
        {progress && <span class="number"> {amount(progress)}</span>}
      </p>
      <progress aria-label={name} value={total ? done : undefined} max={total} />
    </div>
  );
}

function amount({ loaded, total, files }: Progress): string {
  if (total === 1) {
    return `${Math.floor(100 * loaded)} %`;
  }
  if (files && files.total > 1) {
    return `${grouped(files.done)} of ${many(files.total, "file")}, ${bytes(loaded)}`;
  }
  return bytes(loaded) + (total ? ` of ${bytes(total)}` : "");
}
