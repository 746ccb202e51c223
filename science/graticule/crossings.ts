/**
 * Where lines cross the edges of cells. A crossing is found by regula falsi (the Illinois variant) with the world
 * coordinates themselves, so that it is on the line and no inverse of the transform is needed.
 */
import { type SkyMap, skyAt, turned } from "./cells.ts";

export interface Edge {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
}

const PASSES = 8;
/** When a crossing counts as found: its error as a part of the difference between the ends of the edge. */
const PRECISION = 1e-4;
/** An error that remains after all passes: the coordinate jumps. */
const JUMP = 0.02;

export class Crossing {
  readonly #edge: Edge;
  /** 0 for longitudes, 1 for latitudes. */
  readonly axis: 0 | 1;
  readonly target: number;
  readonly #precision: number;
  /** Parts of the way along the edge, and the differences from the target there. */
  #low = 0;
  #high = 1;
  #below: number;
  #above: number;
  #at = 0;
  #error = Number.POSITIVE_INFINITY;

  /** `below` and `above` are the differences from the target at the ends; their signs differ. */
  constructor(edge: Edge, axis: 0 | 1, target: number, below: number, above: number) {
    this.#edge = edge;
    this.axis = axis;
    this.target = target;
    this.#below = below;
    this.#above = above;
    this.#precision = Math.abs(above - below);
    this.#guess();
  }

  get x(): number {
    return this.#edge.ax + this.#at * (this.#edge.bx - this.#edge.ax);
  }

  get y(): number {
    return this.#edge.ay + this.#at * (this.#edge.by - this.#edge.ay);
  }

  get isFound(): boolean {
    return this.#error <= PRECISION * this.#precision;
  }

  get isLine(): boolean {
    return this.#error <= JUMP * this.#precision;
  }

  /** Takes the difference from the target at the current place, and moves to a better one. */
  improve(difference: number): void {
    this.#error = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : Math.abs(difference);
    if (this.isFound || Number.isNaN(difference)) {
      return;
    }
    if (difference < 0 === this.#below < 0) {
      this.#low = this.#at;
      this.#below = difference;
      this.#above /= 2;
    } else {
      this.#high = this.#at;
      this.#above = difference;
      this.#below /= 2;
    }
    this.#guess();
  }

  #guess(): void {
    const part = this.#below / (this.#below - this.#above);
    this.#at = this.#low + part * (this.#high - this.#low);
  }
}

/** Moves crossings to their lines, all of them at once. */
export function findCrossings(map: SkyMap, crossings: readonly Crossing[]): void {
  let open = crossings;
  for (let pass = 0; pass < PASSES && open.length > 0; pass += 1) {
    const points = new Float64Array(2 * open.length);
    for (const [i, { x, y }] of open.entries()) {
      points[2 * i] = x;
      points[2 * i + 1] = y;
    }
    const sky = skyAt(map, points);
    for (const [i, crossing] of open.entries()) {
      const difference = (sky[2 * i + crossing.axis] ?? Number.NaN) - crossing.target;
      crossing.improve(crossing.axis === 0 ? turned(difference) : difference);
    }
    open = open.filter((crossing) => !crossing.isFound);
  }
}
