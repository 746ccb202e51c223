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
  | "closed"
  | "bad-argument"
  | "not-loaded";

/** Where in a file a failure happened, and its cause. */
export interface ErrorDetail {
  readonly offset?: number | undefined;
  readonly block?: number | undefined;
  readonly hdu?: number | undefined;
  readonly path?: string | undefined;
  readonly status?: number | undefined;
  readonly advice?: string | undefined;
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
  /** `"AsdfError"`; `"AbortError"`, as everywhere on the web, if the code is `aborted`. */
  override readonly name: string;
  readonly code: ErrorCode;
  /** The byte offset in the file at which it happened. */
  declare readonly offset?: number;
  /** The index of the block in which it happened. */
  declare readonly block?: number;
  /** The number of the HDU of a FITS file in which it happened. */
  declare readonly hdu?: number;
  /** The path of the node of the tree at which it happened. */
  declare readonly path?: string;
  /** The HTTP status with which a server refused. */
  declare readonly status?: number;
  /** Which option of the package helps, for who calls it: a program shows advice of its own. */
  declare readonly advice?: string;

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = code === "aborted" ? "AbortError" : "AsdfError";
    this.code = code;
    Object.assign(this, detailOf(detail));
    // As Node's errors name their codes. A structured clone has no other property that could hold it.
    const stack = this.stack?.replace(/^\w*Error(?=:|\n|$)/, `${this.name} [${code}]`);
    Object.defineProperty(this, "stack", { value: stack, writable: true, configurable: true });
  }

  /**
   * The error that a worker sent: from the clone that `postMessage()` and `structuredClone()` make of an `AsdfError`, which
   * has lost its class and its properties, but in most engines not its stack, or from what `toJSON()` gave, which keeps
   * everything in every engine. Undefined for anything else.
   *
   * @example
   * worker.addEventListener("message", ({ data }) => {
   *   const error = AsdfError.from(data.error);
   *   if (error?.code === "not-found") askForAnotherFile();
   * });
   */
  static from(value: unknown): AsdfError | undefined {
    if (value instanceof AsdfError) {
      return value;
    }
    if (typeof value !== "object" || value === null) {
      return undefined;
    }
    const { code, message, stack, ...detail } = value as { [name: string]: unknown };
    const [, inStack] = /^\w+ \[([a-z-]+)\]/.exec(String(stack)) ?? [];
    const found = typeof code === "string" && /^[a-z]+(-[a-z\d]+)*$/.test(code) ? code : inStack;
    const text = value instanceof Error ? value.message : message;
    if (found === undefined || typeof text !== "string") {
      return undefined;
    }
    const { cause } = value as ErrorDetail;
    return new AsdfError(found as ErrorCode, text, { ...detail, ...(cause !== undefined && { cause }) });
  }

  /** The error as a plain object, for `AsdfError.from()`; without its `cause`. */
  toJSON(): { name: string; code: ErrorCode; message: string } & Omit<ErrorDetail, "cause"> {
    const { name, code, message } = this;
    return { name, code, message, ...detailOf(this) };
  }
}

/** @internal What is known of an error besides its code, message and cause. */
export function detailOf({
  offset,
  block,
  hdu,
  path,
  status,
  advice,
}: ErrorDetail): Omit<ErrorDetail, "cause"> {
  return {
    ...(offset !== undefined && { offset }),
    ...(block !== undefined && { block }),
    ...(hdu !== undefined && { hdu }),
    ...(path !== undefined && { path }),
    ...(status !== undefined && { status }),
    ...(advice !== undefined && { advice }),
  };
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
  const { code, message } = thrown;
  return new AsdfError(code, `in \`${name}\`: ${message}`, { ...detailOf(thrown), cause: thrown });
}

/** @internal Whether a failure says that a file does not exist: one of this package, of a host, of Node, or of a folder in a browser. */
export function isNotThere(failure: unknown): boolean {
  const { code, name, cause } = Object(failure) as Readonly<Record<string, unknown>>;
  const isNamed = ["not-found", "ENOENT", "ENOTDIR"].includes(String(code)) || name === "NotFoundError";
  return isNamed || (code === "external-source" && isNotThere(cause));
}

/** @internal The message of a thrown value of any type. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
