/** A file that is ready to be written. */
import type { Bytes } from "./bytes.ts";

export type DataFormat = "npy" | "fits" | "csv";

/** What a file will be. */
export interface WritingPlan {
  /** Bytes to be written; undefined if that is only known once they are. */
  readonly bytes?: number | undefined;
  /** Whether that is an estimate. */
  readonly isEstimate: boolean;
  /** What a person should know of the result, in sentences. */
  readonly remarks: readonly string[];
  /** Why it cannot be written. */
  readonly problem?: string | undefined;
}

export interface Writing extends WritingPlan {
  readonly pieces: (signal: AbortSignal) => AsyncIterable<Bytes>;
}

/** What cannot be written, and why. */
export function refused(problem: string): Writing {
  return { isEstimate: false, remarks: [], problem, pieces: async function* () {} };
}
