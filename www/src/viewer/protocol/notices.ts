/** Failures as the page shows them: whatever was thrown becomes a sentence and a place. */
import type { Notice } from "./facts.ts";

/**
 * Why whatever is read for a file is given up. One for all: an error keeps the stack in which it was made, and with it what was open at
 * that time, for as long as anything keeps the error or a signal that it aborted.
 */
export const ABORTED: Readonly<DOMException> = new DOMException("the reading was cancelled", "AbortError");

interface Located {
  readonly severity?: Notice["severity"];
  readonly code: string;
  readonly message: string;
  readonly offset?: number;
  readonly block?: number;
  readonly path?: string;
  readonly uri?: string;
}

function isLocated(value: unknown): value is Located {
  return (
    typeof value === "object" &&
    value !== null &&
    "code" in value &&
    "message" in value &&
    typeof value.code === "string" &&
    typeof value.message === "string"
  );
}

export function noticeOf(cause: unknown, severity: Notice["severity"] = "error"): Notice {
  if (isLocated(cause)) {
    const { severity: its = severity, code, message, offset, block, path, uri } = cause;
    return { severity: its, code, message, offset, block, path, uri };
  }
  if (cause instanceof DOMException && cause.name === "AbortError") {
    return { severity: "warning", code: "aborted", message: "the reading was cancelled" };
  }
  return { severity, code: "unexpected", message: cause instanceof Error ? cause.message : String(cause) };
}

/** The reason for a failure as a sentence; empty after a cancellation. */
export function problemOf(cause: unknown): string {
  const notice = noticeOf(cause);
  return isAborted(notice) ? "" : notice.message;
}

/** Why a file is not opened, said where another is shown. */
export function refusalOf(name: string, { code, message }: Notice, severity: Notice["severity"]): Notice {
  const reason = message.replace(/^not an ASDF file: /, "");
  return { severity, code, message: `\`${name}\` is not opened: ${reason}` };
}

/** Whether the failure is a cancellation. */
export function isAborted(notice: Notice): boolean {
  return notice.code === "aborted";
}
