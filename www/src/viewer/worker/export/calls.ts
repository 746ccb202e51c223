/** The calls of exporting: what a job will be, and the file piece by piece. */
import { transfer } from "comlink";
import type { ExportCalls, ExportJob } from "../../protocol/exports.ts";
import { answer, stoppable } from "../opened.ts";
import type { Writing } from "./writing.ts";

export const exportCalls: ExportCalls = {
  planExport: (job) =>
    answer(async () => {
      const { bytes, isEstimate, fetched, remarks, problem } = await writingOf(
        job,
        new AbortController().signal,
      );
      return { bytes, isEstimate, fetched, remarks, problem };
    }),

  exportTo: (task, job, onBytes, onProgress) =>
    stoppable(task, async (signal) => {
      const { bytes: total, isEstimate, problem, pieces } = await writingOf(job, signal);
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
    }),
};

async function writingOf(job: ExportJob, signal: AbortSignal): Promise<Writing> {
  switch (job.of) {
    case "array":
      return (await import("./arrays.ts")).arrayWriting(job, signal);
    case "table":
      return (await import("./tables.ts")).tableWriting(job, signal);
    case "tree":
      return (await import("./texts.ts")).treeWriting(job);
    case "block":
      return (await import("./texts.ts")).blockWriting(job);
  }
}
