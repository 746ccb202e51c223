/**
 * A large plane as few single elements: they show the whole of it before all others come, and are enough where it is drawn
 * small.
 */

/** The most elements on each axis. */
const SIDE = 1024;

/** One element of `every` × `every`, from the middle of them, row by row. */
export interface Coarse {
  readonly every: number;
  readonly columns: number;
  readonly rows: number;
  readonly values: Float32Array<ArrayBuffer>;
}

/** Undefined for a plane that has so few elements anyway. `rowAt` gives one of its rows. */
export function coarseOf(
  width: number,
  height: number,
  rowAt: (y: number) => Float32Array,
): Coarse | undefined {
  const every = Math.ceil(Math.max(width, height) / SIDE);
  if (every <= 1) {
    return undefined;
  }
  const [columns, rows] = [Math.ceil(width / every), Math.ceil(height / every)];
  const values = new Float32Array(columns * rows);
  const middle = (at: number, length: number): number =>
    Math.min(at * every + Math.floor(every / 2), length - 1);
  for (let row = 0; row < rows; row += 1) {
    const from = rowAt(middle(row, height));
    for (let column = 0; column < columns; column += 1) {
      values[row * columns + column] = from[middle(column, width)] ?? Number.NaN;
    }
  }
  return { every, columns, rows, values };
}
