/** The calls of exporting: what a job will be, and the file piece by piece. */
import { transfer } from "comlink";
import type { ExportCalls, ExportJob } from "../../protocol/exports.ts";
import type { Progress } from "../../protocol/facts.ts";
import type { ExportWriting } from "../export/writing.ts";
import type { Answers } from "../held.ts";
import type { OpenFile } from "../opened.ts";

export const exportAnswers: Answers<ExportCalls> = {
  async plan(file, job, signal) {
    const { bytes, isEstimate, fetched, remarks, problem, end } = await writingOf(file, job, signal);
    end?.();
    return { bytes, isEstimate, fetched, remarks, problem };
  },

  async write(file, job, signal, onBytes, onProgress) {
    const writing = await writingOf(file, job, signal, onProgress);
    const { bytes: total, isEstimate, problem, pieces } = writing;
    try {
      if (problem !== undefined) {
        throw new Error(problem);
      }
      let loaded = 0;
      for await (const piece of pieces(signal)) {
        signal.throwIfAborted();
        loaded += piece.length;
        await onBytes(transfer(piece, [piece.buffer]));
        onProgress({ loaded, total: isEstimate ? undefined : total, phase: "write" });
      }
      return writing.found?.() ?? [];
    } finally {
      writing.end?.();
    }
  },
};

/** `onProgress`: of what is done before, or between, pieces; without it, only the plan is needed. */
async function writingOf(
  file: OpenFile,
  job: ExportJob,
  signal: AbortSignal,
  onProgress?: (progress: Progress) => void,
): Promise<ExportWriting> {
  switch (job.of) {
    case "mosaic":
      return (await import("../export/mosaic.ts")).mosaicWriting(file, job, signal, onProgress);
    case "array":
      return (await import("../export/arrays.ts")).arrayWriting(file, job, signal);
    case "table":
      return (await import("../export/tables.ts")).tableWriting(file, job, signal);
    case "tree":
      return (await import("../export/texts.ts")).treeWriting(file, job);
    case "block":
      return (await import("../export/texts.ts")).blockWriting(file, job);
  }
}
