/** The files of a grid that could not be read, in one warning. */

/** The most names that a warning lists. */
const MOST_LISTED = 10;

export class MissingFiles {
  readonly #names = new Set<string>();
  /** The first names: a warning is made for each file more, of which there may be many thousands. */
  readonly #listed: string[] = [];
  /** Why the first could not be read. */
  #reason = "";

  /** Whether this is the first time that the file could not be read. */
  add(name: string, reason: string): boolean {
    if (this.#names.has(name)) {
      return false;
    }
    this.#names.add(name);
    this.#reason ||= reason;
    if (this.#listed.length < MOST_LISTED) {
      this.#listed.push(`\`${name}\``);
    }
    return true;
  }

  /** `total`: how many files there are; `become`: what the elements of those that are missing are in results. */
  warning(total: number, become: "NaN" | "masked") {
    const { size: count } = this.#names;
    const others = count > MOST_LISTED ? ` and ${count - MOST_LISTED} more` : "";
    const because = `${count > 1 ? "; the first because" : ", because"} ${this.#reason}`;
    const message = `${count} of ${total} files could not be read, and their elements are ${become}: ${this.#listed.join(", ")}${others}${because}`;
    return { code: "missing-files", message, count };
  }
}
