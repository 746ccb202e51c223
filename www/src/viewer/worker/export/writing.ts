/** A file that is ready to be written, and what is fetched for it. */
import type { Writing } from "@asdf-wasm/science/export/writing";
import type { ExportPlan } from "../../protocol/exports.ts";

export interface ExportWriting extends Writing, ExportPlan {
  /** What turned out while it was written. */
  readonly found?: () => readonly string[];
  /** Lets go of what was opened for it. */
  readonly end?: () => void;
}
