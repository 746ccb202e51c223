/** How a run ends: exit codes, and failures as sentences. */

/** The exit codes, which the README documents. */
export const EXIT = {
  done: 0,
  /** The answer is no: files differ, a file is damaged, nothing was found. */
  no: 1,
  /** The arguments are wrong. */
  usage: 2,
  /** A file cannot be read or written. */
  failed: 3,
  interrupted: 130,
  terminated: 143,
} as const;

/** What went wrong, as a sentence for a person. */
export class Problem extends Error {
  readonly exit: number;

  constructor(message: string, exit: number = EXIT.failed) {
    super(message);
    this.name = "Problem";
    this.exit = exit;
  }
}

/** A problem of the arguments. */
export function misuse(message: string): Problem {
  return new Problem(message, EXIT.usage);
}

/** What is known of a failure besides its message; errors of the package have more than others. */
interface Failure {
  readonly code?: unknown;
  readonly path?: unknown;
  readonly block?: unknown;
  readonly offset?: unknown;
}

function isOfPackage(thrown: unknown): thrown is Error & Failure {
  return thrown instanceof Error && (thrown.name === "AsdfError" || thrown.name === "AbortError");
}

/** Whether a failure is one that a person can do something about; anything else is a defect of this program. */
export function isExpected(thrown: unknown): thrown is Error & Failure {
  const isOfSystem = thrown instanceof Error && "syscall" in thrown;
  return thrown instanceof Problem || isOfPackage(thrown) || isOfSystem;
}

/** Why one of several files is left out; a defect is thrown on. */
export function reasonOf(thrown: unknown): string {
  if (!isExpected(thrown)) {
    throw thrown;
  }
  return thrown.message;
}

/** A failure as a sentence: its message, and where in the file it happened. */
export function sentenceOf(thrown: unknown): string {
  if (!isExpected(thrown)) {
    const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    return `a defect of asdf-wasm, please report it: ${text}`;
  }
  const place = isOfPackage(thrown)
    ? [
        thrown.path === undefined ? "" : `at \`${thrown.path}\``,
        thrown.block === undefined ? "" : `in block ${thrown.block}`,
        thrown.offset === undefined ? "" : `at byte ${thrown.offset}`,
      ].filter((part) => part !== "")
    : [];
  return place.length > 0 ? `${thrown.message} (${place.join(", ")})` : thrown.message;
}

/** The sentence of a failure of one file of several, which names it. */
export function sentenceAbout(source: string, thrown: unknown): string {
  const sentence = sentenceOf(thrown);
  return sentence.includes(source) ? sentence : `${source}: ${sentence}`;
}

/** A failure as JSON. */
export function jsonOf(thrown: unknown): { readonly error: object } {
  if (isOfPackage(thrown) && "toJSON" in thrown && typeof thrown.toJSON === "function") {
    return { error: thrown.toJSON() };
  }
  const code = thrown instanceof Problem && thrown.exit === EXIT.usage ? "usage" : "failed";
  return { error: { code, message: sentenceOf(thrown) } };
}
