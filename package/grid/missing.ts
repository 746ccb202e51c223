/** The files of a grid that could not be read, in one warning. */

/** The most names that a warning lists. */
const MOST_LISTED = 10;

export class MissingFiles {
  readonly #reasons = new Map<string, string>();

  /** Whether this is the first time that the file could not be read. */
  add(name: string, reason: string): boolean {
    const isNew = !this.#reasons.has(name);
    this.#reasons.set(name, reason);
    return isNew;
  }

  /** `total`: how many files there are; `become`: what the elements of those that are missing are in results. */
  warning(total: number, become: "NaN" | "masked") {
    const [[, reason = ""] = []] = this.#reasons;
    const { size: count } = this.#reasons;
    const names = [...this.#reasons.keys()].slice(0, MOST_LISTED).map((name) => `\`${name}\``);
    const others = count > names.length ? ` and ${count - names.length} more` : "";
    const which = `${names.join(", ")}${others}${count > 1 ? "; the first because" : ", because"} ${reason}`;
    const message = `${count} of ${total} files could not be read, and their elements are ${become}: ${which}`;
    return { code: "missing-files", message, count };
  }
}
