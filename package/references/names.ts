/** Names of arrays and of their axes in a reference file. */

/** A name from a path of the tree, or from the name of a file: one of Zarr, without the sign that makes groups there. */
export function nameFrom(path: string): string {
  const name = path.replaceAll("/", ".").replaceAll(/~[01]|[^\w.+-]/g, "_");
  return name.replace(/^\.+/, "_") || "data";
}

const LETTERS = ["x", "y", "z", "t"];

/**
 * Names the axes of the arrays of a group: `x` for the last one, `y` for the one before it. An axis of another length has another name,
 * because xarray wants axes of one name to be of one length.
 */
export class Dimensions {
  readonly #arrays: ReadonlySet<string>;
  readonly #lengths = new Map<string, number>();

  /** `arrays`: the names of arrays, which axes do not have. */
  constructor(arrays: ReadonlySet<string>) {
    this.#arrays = arrays;
  }

  of(shape: readonly number[]): string[] {
    return shape.map((length, axis) => {
      const fromEnd = shape.length - 1 - axis;
      const letter = LETTERS[fromEnd] ?? `axis_${fromEnd}`;
      const name = this.#arrays.has(letter) ? `${letter}_axis` : letter;
      const own = (this.#lengths.get(name) ?? length) === length ? name : `${name}_${length}`;
      this.#lengths.set(own, length);
      return own;
    });
  }
}
