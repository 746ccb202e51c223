/** The segments of an image of labels, such as a segmentation map: which there are, and the outline of one. */

/** Rows of an image, one after another. */
export interface LabelRows {
  readonly values: ArrayLike<number | bigint>;
  readonly width: number;
  /** The first of them in the image. */
  readonly y: number;
}

/** Adds the labels in some rows; 0 is the background. */
export function addLabels({ values }: LabelRows, labels: Set<number>): void {
  let last = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = Number(values[i]);
    if (value !== last) {
      last = value;
      if (value !== 0 && !Number.isNaN(value)) {
        labels.add(value);
      }
    }
  }
}

/** Follows the outline of a segment from row to row. */
export class SegmentOutline {
  /** The edges of its pixels to others: x, y of the start and x, y of the end, with 0 at the edge of the first pixel. */
  readonly edges: number[] = [];
  readonly #label: number;
  /** In the row before: pairs of the first column of a run and the one behind it. */
  #before: readonly number[] = [];

  constructor(label: number) {
    this.#label = label;
  }

  add({ values, width, y: first }: LabelRows): void {
    for (let start = 0; start < values.length; start += width) {
      const y = first + start / width;
      const runs: number[] = [];
      for (let x = 0; x <= width; x += 1) {
        const isInside = x < width && Number(values[start + x]) === this.#label;
        if (isInside !== (runs.length % 2 === 1)) {
          runs.push(x);
          this.edges.push(x, y, x, y + 1);
        }
      }
      this.#between(runs, y);
    }
  }

  /** Behind the last row. */
  end(y: number): void {
    this.#between([], y);
  }

  /** Where one of two rows has the segment, and the other has not. */
  #between(runs: readonly number[], y: number): void {
    const ends = [...this.#before, ...runs].sort((one, other) => one - other);
    for (let i = 0; i < ends.length; i += 2) {
      const [from = 0, to = 0] = ends.slice(i, i + 2);
      if (from < to) {
        this.edges.push(from, y, to, y);
      }
    }
    this.#before = runs;
  }
}
