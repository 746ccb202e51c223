/**
 * Positions on the sky as a k-d tree of unit vectors: the nearest ones to a direction, and all within a distance. Poles and the meridian
 * of 0° are no special places for vectors. Distances are squares of chords, as in scipy's `cKDTree`, which astropy's matching uses.
 *
 * The tree is the order of the vectors: the middle one of a range splits it at one coordinate, the one in which the range is longest,
 * because a catalogue of a small field is almost flat.
 */
import { vectorOf } from "../regions/sphere.ts";

/** Ranges of so many vectors are not split. */
const LEAF = 12;
/** Ranges of so many vectors are split without a pause. */
const PAUSE = 2 ** 15;
/** Ranges of more vectors are split near a value of a sample. */
const SAMPLED = 600;

type Breathe = (done: number) => Promise<void>;

export class SkyTree {
  /** The row of each vector. */
  readonly #rows: Uint32Array;
  /** x, y, z of each vector. */
  readonly #vectors: Float64Array;
  /** The coordinate at which the vector splits the range whose middle it is. */
  readonly #axes: Uint8Array;
  /** What is sought: the vector, the square of the distance that counts, and what to do with a row. */
  #x = 0;
  #y = 0;
  #z = 0;
  #limit = 0;
  #found: (row: number, square: number) => number = () => 0;

  private constructor(positions: Float64Array) {
    const rows = new Uint32Array(positions.length / 2);
    const vectors = new Float64Array(3 * rows.length);
    let count = 0;
    for (let row = 0; row < rows.length; row += 1) {
      const vector = vectorAt(positions, row);
      if (vector) {
        rows[count] = row;
        vectors.set(vector, 3 * count);
        count += 1;
      }
    }
    this.#rows = rows.subarray(0, count);
    this.#vectors = vectors.subarray(0, 3 * count);
    this.#axes = new Uint8Array(count);
  }

  /** @param positions longitude and latitude in degrees of each row; rows without a position are not in the tree */
  static async of(positions: Float64Array, breathe: Breathe): Promise<SkyTree> {
    const tree = new SkyTree(positions);
    const ranges: [from: number, to: number][] = [[0, tree.#rows.length]];
    let done = 0;
    for (let range = ranges.pop(); range; range = ranges.pop()) {
      const [from, to] = range;
      if (to - from <= LEAF) {
        done += to - from;
        continue;
      }
      const middle = (from + to) >> 1;
      tree.#split(from, to, middle);
      ranges.push([from, middle], [middle + 1, to]);
      if (to - from > PAUSE) {
        await breathe(done);
      }
    }
    return tree;
  }

  /**
   * The `count` rows nearest to a vector, the nearest first; of rows at the same distance the first.
   *
   * @param limit the square of the greatest chord
   */
  nearest([x, y, z]: readonly number[], count: number, limit: number): { row: number; square: number }[] {
    const nearest: { row: number; square: number }[] = [];
    this.#seek(x, y, z, limit, (row, square) => {
      let place = nearest.length;
      for (let before = nearest[place - 1]; before && isBefore(row, square, before); ) {
        place -= 1;
        before = nearest[place - 1];
      }
      if (place < count) {
        nearest.splice(place, 0, { row, square });
        nearest.length = Math.min(nearest.length, count);
      }
      return nearest.length < count ? limit : (nearest[count - 1]?.square ?? limit);
    });
    return nearest;
  }

  /** Calls with each row within a distance of a vector, in no order. */
  within([x, y, z]: readonly number[], limit: number, found: (row: number) => void): void {
    this.#seek(x, y, z, limit, (row) => {
      found(row);
      return limit;
    });
  }

  /** @param found is called with each row within the limit, and returns the new limit */
  #seek(x = 0, y = 0, z = 0, limit: number, found: (row: number, square: number) => number): void {
    [this.#x, this.#y, this.#z, this.#limit, this.#found] = [x, y, z, limit, found];
    this.#look(0, this.#rows.length, 0, 0, 0);
  }

  /** Looks at a range; it is as far away along each axis as said. */
  #look(from: number, to: number, x: number, y: number, z: number): void {
    if (to - from <= LEAF) {
      for (let at = from; at < to; at += 1) {
        this.#meet(at);
      }
      return;
    }
    const middle = (from + to) >> 1;
    const axis = this.#axes[middle] ?? 0;
    const sought = axis === 0 ? this.#x : axis === 1 ? this.#y : this.#z;
    const away = sought - (this.#vectors[3 * middle + axis] ?? 0);
    this.#look(away < 0 ? from : middle + 1, away < 0 ? middle : to, x, y, z);
    this.#meet(middle);
    const [far, up, along] = [axis === 0 ? away : x, axis === 1 ? away : y, axis === 2 ? away : z];
    if (far * far + up * up + along * along <= this.#limit) {
      this.#look(away < 0 ? middle + 1 : from, away < 0 ? to : middle, far, up, along);
    }
  }

  #meet(at: number): void {
    const vectors = this.#vectors;
    const x = (vectors[3 * at] ?? 0) - this.#x;
    const y = (vectors[3 * at + 1] ?? 0) - this.#y;
    const z = (vectors[3 * at + 2] ?? 0) - this.#z;
    const square = x * x + y * y + z * z;
    if (square <= this.#limit) {
      this.#limit = this.#found(this.#rows[at] ?? 0, square);
    }
  }

  /** Arranges a range so that no coordinate before the middle is greater, and none behind it less. */
  #split(from: number, to: number, middle: number): void {
    const axis = longest(this.#vectors, from, to);
    this.#axes[middle] = axis;
    this.#select(middle, from, to - 1, axis);
  }

  /** By Floyd and Rivest (1975): a sample tells between which values the middle one is. */
  #select(wanted: number, from: number, to: number, axis: number): void {
    const vectors = this.#vectors;
    let [left, right] = [from, to];
    while (right > left) {
      if (right - left > SAMPLED) {
        const count = right - left + 1;
        const place = wanted - left + 1;
        const log = Math.log(count);
        const size = 0.5 * Math.exp((2 * log) / 3);
        const spread = 0.5 * Math.sqrt((log * size * (count - size)) / count) * Math.sign(place - count / 2);
        const first = Math.floor(wanted - (place * size) / count + spread);
        const last = Math.floor(wanted + ((count - place) * size) / count + spread);
        this.#select(wanted, Math.max(left, first), Math.min(right, last), axis);
      }
      const pivot = vectors[3 * wanted + axis] ?? 0;
      let [i, j] = [left, right];
      while (i <= j) {
        while ((vectors[3 * i + axis] ?? 0) < pivot) {
          i += 1;
        }
        while ((vectors[3 * j + axis] ?? 0) > pivot) {
          j -= 1;
        }
        if (i <= j) {
          this.#swap(i, j);
          i += 1;
          j -= 1;
        }
      }
      if (j < wanted) {
        left = i;
      }
      if (i > wanted) {
        right = j;
      }
    }
  }

  #swap(i: number, j: number): void {
    const [rows, vectors] = [this.#rows, this.#vectors];
    const row = rows[i] ?? 0;
    rows[i] = rows[j] ?? 0;
    rows[j] = row;
    for (let axis = 0; axis < 3; axis += 1) {
      const value = vectors[3 * i + axis] ?? 0;
      vectors[3 * i + axis] = vectors[3 * j + axis] ?? 0;
      vectors[3 * j + axis] = value;
    }
  }
}

/** The unit vector of a row; undefined if it has no position. */
export function vectorAt(positions: Float64Array, row: number): readonly number[] | undefined {
  const [longitude = Number.NaN, latitude = Number.NaN] = [positions[2 * row], positions[2 * row + 1]];
  const isPosition = Number.isFinite(longitude) && Math.abs(latitude) <= 90;
  return isPosition ? vectorOf(longitude, latitude) : undefined;
}

function isBefore(row: number, square: number, other: { row: number; square: number }): boolean {
  return square < other.square || (square === other.square && row < other.row);
}

/** The axis along which the vectors of a range reach farthest. */
function longest(vectors: Float64Array, from: number, to: number): number {
  let [axis, most] = [0, -1];
  for (let candidate = 0; candidate < 3; candidate += 1) {
    let [least, greatest] = [2, -2];
    for (let at = 3 * from + candidate; at < 3 * to; at += 3) {
      const value = vectors[at] ?? 0;
      least = value < least ? value : least;
      greatest = value > greatest ? value : greatest;
    }
    [axis, most] = greatest - least > most ? [candidate, greatest - least] : [axis, most];
  }
  return axis;
}
