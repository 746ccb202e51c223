/** The error class of the package. */

/** The kinds of failure of an `AsdfError`. */
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
  | "unsupported-transform"
  | "external-source"
  | "not-found"
  | "network"
  | "range-not-supported"
  | "source-changed"
  | "limit-exceeded"
  | "aborted"
  | "closed";

/** Where in a file a failure happened, and its cause. */
export interface ErrorDetail {
  readonly offset?: number | undefined;
  readonly block?: number | undefined;
  readonly path?: string | undefined;
  readonly cause?: unknown;
}

/**
 * Every failure of this package. Programs test `code`; users read `message`.
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
  /** The byte offset in the file at which it happened. */
  declare readonly offset?: number;
  /** The index of the block in which it happened. */
  declare readonly block?: number;
  /** The path of the node of the tree at which it happened. */
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

/** @internal The failure of an operation whose `signal` was aborted. */
export function abortedBy(signal: AbortSignal): AsdfError {
  return new AsdfError("aborted", "the operation was aborted", { cause: signal.reason });
}

/** @internal A failure in an external file: the message names the file, and its offset, block and path are in that file. */
export function inFile(name: string, thrown: unknown): unknown {
  if (!(thrown instanceof AsdfError) || thrown.code === "aborted" || thrown.code === "closed") {
    return thrown;
  }
  const { code, message, offset, block, path } = thrown;
  return new AsdfError(code, `in \`${name}\`: ${message}`, { offset, block, path, cause: thrown });
}

/** @internal The message of a thrown value of any type. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
