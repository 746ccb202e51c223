/**
 * Rows of two catalogues that are near each other on the sky, as astropy's `match_to_catalog_sky` and `search_around_sky` find them:
 * positions are pairs of longitude and latitude in degrees of one system. Rows without a position have no match.
 */
import { stepOnSphere } from "../regions/sphere.ts";
import { breather } from "../sections/breathing.ts";
import { SkyTree, vectorAt } from "./skyTree.ts";

/** Positions of rows, and how uncertain they are. */
export interface SkyRows {
  readonly positions: Float64Array;
  /** Standard deviations to the east and to the north of each row, in arcseconds. */
  readonly errors?: Float64Array | undefined;
}

export interface Nearness {
  /** The greatest separation in arcseconds. */
  readonly radius: number;
  /** The greatest separation in standard deviations, if rows have errors; then the nearest one is nearest in these. */
  readonly sigmas?: number | undefined;
  /** All rows that are near, or the nearest, the second nearest, and so on. */
  readonly find: "all" | number;
}

/** Rows that belong together: those of the first table in their order, and of several others for one row the first first. */
export interface RowPairs {
  readonly left: ArrayLike<number>;
  readonly right: ArrayLike<number>;
}

export interface SkyPairs extends RowPairs {
  /** In arcseconds. */
  readonly separations: readonly number[];
  /** The same in standard deviations, if these count. */
  readonly sigmas: readonly number[];
}

/** More pairs are refused. */
const MOST = 2 ** 25;
/** Rows that are matched, and met, without a pause. */
const PAUSE = 256;
const DEGREE = 3600;

/** Checks before a pair is added that there are not too many. */
export function checkCount(pairs: number): void {
  if (pairs >= MOST) {
    throw new RangeError(`more than ${MOST} pairs of rows belong together`);
  }
}

/** @param onProgress is told which share of the work is done */
export async function pairsOnSky(
  left: SkyRows,
  right: SkyRows,
  { radius, sigmas, find }: Nearness,
  signal: AbortSignal,
  onProgress?: (share: number) => void,
): Promise<SkyPairs> {
  const [rows, others] = [left.positions.length / 2, right.positions.length / 2];
  const breathe = breather(signal, (done) => onProgress?.(done / (rows + others)));
  const tree = await SkyTree.of(right.positions, breathe);
  const worst = worstOf(right.errors);
  const pairs = {
    left: [] as number[],
    right: [] as number[],
    separations: [] as number[],
    sigmas: [] as number[],
  };
  let met = 0;
  for (let row = 0; row < rows; row += 1) {
    met += 1;
    if (met > PAUSE) {
      met = 0;
      await breathe(others + row);
    }
    const vector = vectorAt(left.positions, row);
    const reach =
      sigmas === undefined ? radius : Math.min(radius, sigmas * Math.hypot(worstOf(left.errors, row), worst));
    if (!vector || !(reach >= 0)) {
      continue;
    }
    const limit = squareOf(reach);
    let near: Near[];
    if (find === "all" || sigmas !== undefined) {
      near = [];
      tree.within(vector, limit, (other) => {
        met += 1;
        const found = nearOf(left, row, right, other);
        if (sigmas === undefined || found.sigmas <= sigmas) {
          checkCount(pairs.left.length + near.length);
          near.push(found);
        }
      });
      near.sort((one, other) => (find === "all" ? 0 : one.sigmas - other.sigmas) || one.row - other.row);
    } else {
      near = tree.nearest(vector, find, limit).map((other) => nearOf(left, row, right, other.row));
    }
    for (const other of find === "all" ? near : near.slice(find - 1, find)) {
      pairs.left.push(row);
      pairs.right.push(other.row);
      pairs.separations.push(other.separation);
      if (sigmas !== undefined) {
        pairs.sigmas.push(other.sigmas);
      }
    }
  }
  return pairs;
}

interface Near {
  readonly row: number;
  readonly separation: number;
  readonly sigmas: number;
}

function nearOf(left: SkyRows, row: number, right: SkyRows, other: number): Near {
  const [one, two] = [left.positions, right.positions];
  const steps = stepOnSphere(
    one[2 * row] ?? Number.NaN,
    one[2 * row + 1] ?? Number.NaN,
    two[2 * other] ?? Number.NaN,
    two[2 * other + 1] ?? Number.NaN,
  );
  const inSigmas = (step: number, axis: 0 | 1): number => {
    const deviation = Math.hypot(left.errors?.[2 * row + axis] ?? 0, right.errors?.[2 * other + axis] ?? 0);
    // Positions that are equal are so whatever their errors, if these are known.
    return step === 0 && deviation >= 0 ? 0 : (step * DEGREE) / deviation;
  };
  const [east, north] = steps;
  return {
    row: other,
    separation: Math.hypot(east, north) * DEGREE,
    sigmas: Math.hypot(inSigmas(east, 0), inSigmas(north, 1)),
  };
}

/** The greatest error of a row, or of all; NaN of a row without. */
function worstOf(errors: Float64Array | undefined, row?: number): number {
  if (row !== undefined) {
    return Math.max(errors?.[2 * row] ?? 0, errors?.[2 * row + 1] ?? 0);
  }
  return errors?.reduce((most, error) => (error > most ? error : most), 0) ?? 0;
}

/** The square of the chord of an angle in arcseconds. */
function squareOf(arcseconds: number): number {
  // A direction and the opposite one are a chord of 2, but for rounding.
  return arcseconds >= 180 * DEGREE ? 5 : (2 * Math.sin((arcseconds / DEGREE / 360) * Math.PI)) ** 2;
}
