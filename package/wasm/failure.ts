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
  if (thrown instanceof RangeError) {
    const message = `this machine cannot do as much at a time (${reasonOf(thrown)}): select less`;
    return new AsdfError("limit-exceeded", message, { cause: thrown });
  }
  if (!(thrown instanceof WebAssembly.RuntimeError)) {
    return new AsdfError("corrupt-data", reasonOf(thrown), { cause: thrown });
  }
  if (isMemoryUsedUp()) {
    const message =
      "the memory of the WebAssembly module cannot grow any more: close other files, or select less";
    return new AsdfError("limit-exceeded", message, { cause: thrown });
  }
  const message =
    "the decoder stopped unexpectedly: this is a defect of asdf-wasm, please report it with the file";
  return new AsdfError("corrupt-data", message, { cause: thrown });
}

/** The memories of the modules that are loaded. */
const memories = new Set<WebAssembly.Memory>();

/** Makes known the memory of a module, so that a trap for lack of memory is told from a defect. */
export function addMemory(memory: WebAssembly.Memory): void {
  memories.add(memory);
}

/** More pages of 64 KiB than a module usually asks for at once; none that is not used takes any real memory. */
const PAGES = 256;

/** Whether some module's memory cannot grow: a trap does not tell why it happened. */
function isMemoryUsedUp(): boolean {
  for (const memory of memories) {
    try {
      memory.grow(PAGES);
    } catch {
      return true;
    }
  }
  return false;
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
