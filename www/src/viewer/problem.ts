/** Failures as the errors that callers of the viewer get: those of the package. */
import type { ErrorCode } from "asdf-wasm";
import type { Notice } from "./protocol/facts.ts";

/** The package is loaded with the first failure: a page that shows files does not need its code. */
export async function problemIn(notice: Notice): Promise<Error> {
  const { code, message, offset, block, path } = notice;
  if (!isErrorCode(code)) {
    return new Error(message);
  }
  const { AsdfError } = await import("asdf-wasm");
  return new AsdfError(code, message, { offset, block, path });
}

/** Only a defect of the viewer has a code that the package does not have. */
function isErrorCode(code: string): code is ErrorCode {
  return code !== "unexpected";
}
