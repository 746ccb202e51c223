/**
 * The display that a person has chosen for images. It is in links only while an image is shown, so it is asked for with each node until
 * the link has it; from then on the viewer keeps it, and what is changed there counts.
 */
export class UsualDisplay {
  readonly #words: readonly (readonly [name: string, value: string])[];
  /** The path of the node for which it was last asked for. */
  #tried: string | undefined;
  #isDone: boolean;

  constructor(words: Readonly<Record<string, string>>) {
    this.#words = Object.entries(words);
    this.#isDone = this.#words.length === 0;
  }

  /** The link to follow in place of one that is shown; undefined if that has the display, or had it. */
  linkFor(link: string, path: string): string | undefined {
    const [, fragment = ""] = link.split("#");
    const place = new URLSearchParams(fragment);
    this.#isDone ||= this.#words.every(([name]) => place.has(name));
    if (this.#isDone || this.#tried === path) {
      return undefined;
    }
    this.#tried = path;
    for (const [name, value] of this.#words) {
      if (!place.has(name)) {
        place.set(name, value);
      }
    }
    return `#${place}`;
  }
}
