/** The one error of the package, and how failures of the engine and of sources become it. */

import type { EngineFailure } from "../wasm/reader.ts";

/** What kind of failure an `AsdfError` is. */
export type ErrorCode =
  | "not-asdf"
  | "truncated"
  | "bad-header"
  | "bad-tree"
  | "bad-block"
  | "bad-array"
  | "bad-selection"
  | "checksum"
  | "corrupt-data"
  | "unsupported-compression"
  | "unsupported-datatype"
  | "unsupported-encoding"
  | "external-source"
  | "not-found"
  | "network"
  | "range-not-supported"
  | "source-changed"
  | "limit-exceeded"
  | "aborted"
  | "closed";

/** Where in a file a failure belongs, and what caused it. */
export interface ErrorDetail {
  readonly offset?: number | undefined;
  readonly block?: number | undefined;
  readonly path?: string | undefined;
  readonly cause?: unknown;
}

/**
 * Every failure of this package. Switch on `code`; show `message`, a sentence for people.
 *
 * @example
 * try {
 *   await open(url);
 * } catch (error) {
 *   if (error instanceof AsdfError && error.code === "not-asdf") showSomethingElse();
 *   else throw error;
 * }
 */
export class AsdfError extends Error {
  override readonly name = "AsdfError";
  readonly code: ErrorCode;
  /** The byte of the file at which it happened. */
  declare readonly offset?: number;
  /** The index of the block in which it happened. */
  declare readonly block?: number;
  /** The path in the tree of the node at which it happened. */
  declare readonly path?: string;

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.code = code;
    const { offset, block, path } = detail;
    Object.assign(
      this,
      offset !== undefined && { offset },
      block !== undefined && { block },
      path !== undefined && { path },
    );
  }
}

function isEngineFailure(thrown: unknown): thrown is EngineFailure {
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

/** @internal Makes an `AsdfError` of whatever the engine threw. */
export function fromEngine(thrown: unknown): AsdfError {
  if (thrown instanceof AsdfError) {
    return thrown;
  }
  if (isEngineFailure(thrown)) {
    const { code, message, ...place } = thrown;
    return new AsdfError(code, message, place);
  }
  const trapped = thrown instanceof WebAssembly.RuntimeError;
  const defect =
    "the decoder stopped unexpectedly: this is a defect of asdf-wasm, please report it with the file";
  return new AsdfError("corrupt-data", trapped ? defect : reasonOf(thrown), { cause: thrown });
}

/** @internal Runs a call into the engine; its failures come out as `AsdfError`s. */
export function guard<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    throw fromEngine(thrown);
  }
}

/** @internal The failure of something whose `signal` was aborted. */
export function abortedBy(signal: AbortSignal): AsdfError {
  return new AsdfError("aborted", "the operation was aborted", { cause: signal.reason });
}

/** @internal A failure in another file than the caller opened: its message says which, its place is in that file. */
export function within(name: string, thrown: unknown): unknown {
  if (!(thrown instanceof AsdfError) || thrown.code === "aborted" || thrown.code === "closed") {
    return thrown;
  }
  const { code, message, offset, block, path } = thrown;
  return new AsdfError(code, `in \`${name}\`: ${message}`, { offset, block, path, cause: thrown });
}

/** @internal The words of whatever was thrown. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
