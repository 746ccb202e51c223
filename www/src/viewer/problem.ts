/** Converts failures to the errors that callers of the viewer get: errors of the package. */
import type { ErrorCode } from "asdf-wasm";
import type { Notice } from "./protocol/facts.ts";

/** The smallest entry with the class of errors is loaded with the first failure: a page that shows files does not need it. */
export async function problemIn(notice: Notice): Promise<Error> {
  const { code, message, offset, block, path } = notice;
  if (!isErrorCode(code)) {
    return new Error(message);
  }
  const { AsdfError } = await import("asdf-wasm/image");
  return new AsdfError(code, message, { offset, block, path });
}

/** Only a defect of the viewer has a code that the package does not have. */
function isErrorCode(code: string): code is ErrorCode {
  return code !== "unexpected";
}
