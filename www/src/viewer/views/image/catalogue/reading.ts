/** Reading of the table that is drawn, which another choice stops. */
import type { Signal } from "@preact/signals";
import { isAborted, noticeOf } from "../../../protocol/notices.ts";

/** What is read, unless that was stopped, or failed, which is said. */
export async function read<T>(
  problem: Signal<string>,
  stop: AbortSignal,
  reading: () => Promise<T>,
): Promise<T | undefined> {
  try {
    const found = await reading();
    return stop.aborted ? undefined : found;
  } catch (cause) {
    const notice = noticeOf(cause);
    if (!isAborted(notice) && !stop.aborted) {
      problem.value = notice.message;
    }
    return undefined;
  }
}
