/** Failures of a WebAssembly module, which throws plain objects, as `AsdfError`s. */
import { AsdfError, type ErrorCode, type ErrorDetail, reasonOf } from "../api/error.ts";

/** A failure as a WebAssembly module throws it. */
export interface CoreFailure extends Omit<ErrorDetail, "cause"> {
  readonly code: ErrorCode;
  readonly message: string;
}

/** Calls a WebAssembly module; its failures become `AsdfError`s. */
export function guard<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    throw toAsdfError(thrown);
  }
}

/** Converts what a WebAssembly module threw. */
export function toAsdfError(thrown: unknown): AsdfError {
  if (thrown instanceof AsdfError) {
    return thrown;
  }
  if (isCoreFailure(thrown)) {
    const { code, message, ...detail } = thrown;
    return new AsdfError(code, message, detail);
  }
  const trapped = thrown instanceof WebAssembly.RuntimeError;
  const defect =
    "the decoder stopped unexpectedly: this is a defect of asdf-wasm, please report it with the file";
  return new AsdfError("corrupt-data", trapped ? defect : reasonOf(thrown), { cause: thrown });
}

/** Frees an object of a WebAssembly module. After a trap this fails, and the failure at hand is more important. */
export function release(handle: { free(): void }): void {
  try {
    handle.free();
  } catch {
    // The object stays borrowed after a trap: nothing can be done.
  }
}

function isCoreFailure(thrown: unknown): thrown is CoreFailure {
  return (
    typeof thrown === "object" &&
    thrown !== null &&
    !(thrown instanceof Error) &&
    "code" in thrown &&
    typeof thrown.code === "string" &&
    "message" in thrown &&
    typeof thrown.message === "string"
  );
}
