/** A file that is ready to be written. */
import type { ExportPlan } from "../../protocol/exports.ts";
import type { Bytes } from "./bytes.ts";

export interface Writing extends ExportPlan {
  readonly pieces: (signal: AbortSignal) => AsyncIterable<Bytes>;
}
