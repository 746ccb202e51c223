/** The position in the history of undo and redo, and so whether the file differs from the one that was opened. The viewer keeps the edits themselves. */

export class Edits {
  /** How many edits are made now, and how many there would be if all that are undone were redone. */
  #made = 0;
  #known = 0;

  get isChanged(): boolean {
    return this.#made > 0;
  }

  /** A person has edited: what was undone cannot be redone any more. */
  add(): void {
    this.#made += 1;
    this.#known = this.#made;
  }

  /** Whether there is an edit to undo; if so, it is undone. */
  undo(): boolean {
    const is = this.#made > 0;
    this.#made -= Number(is);
    return is;
  }

  /** Whether there is an edit to redo; if so, it is redone. */
  redo(): boolean {
    const is = this.#made < this.#known;
    this.#made += Number(is);
    return is;
  }

  /** The file was opened again, as it is after it was saved. */
  clear(): void {
    [this.#made, this.#known] = [0, 0];
  }
}
