/** The error of a file that is not as its format wants it. */
import { AsdfError, type ErrorDetail } from "asdf-wasm";

export function damaged(message: string, detail?: ErrorDetail): AsdfError {
  return new AsdfError("corrupt-data", message, detail);
}
