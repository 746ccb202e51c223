/** What a pass over the pixels of a region counts: values for statistics, those left out, the sum and the extremes. */

import type { Met, Partition } from "../numbers/partition.ts";
import { type Integers, isWide, SpanReader, spansIn, type Tile } from "./gather.ts";
import type { Bounds, Membership } from "./membership.ts";
import type { Excluded, Extreme } from "./results.ts";

/** Of integers that numbers do not hold. */
interface Exact {
  sum: bigint;
  least: { value: bigint; at: number } | undefined;
  greatest: { value: bigint; at: number } | undefined;
}

export class Tally {
  readonly #partition: Partition;
  readonly #bounds: Bounds;
  readonly #reader = new SpanReader();
  #exact: Exact | undefined;

  /** Of pixels within the bounds. */
  constructor(partition: Partition, bounds: Bounds) {
    this.#partition = partition;
    this.#bounds = bounds;
  }

  add(tile: Tile, membership: Membership): void {
    const { x, y, width } = this.#bounds;
    for (const span of spansIn(tile, membership)) {
      this.#reader.read(tile, span);
      const column = (span.start % tile.width) + tile.x - x;
      const row = Math.floor(span.start / tile.width) + tile.y - y;
      const at = row * width + column;
      this.#partition.add(this.#reader.values, span.length, at);
      if (isWide(tile.values)) {
        this.#addExactly(tile.values, span.start, span.length, at);
      }
    }
  }

  get count(): number {
    return this.#partition.count;
  }

  get excluded(): Excluded {
    const { masked, flagged } = this.#reader;
    return { masked, flagged, notFinite: this.#partition.notFinite - masked - flagged };
  }

  /** Exact also for integers of 64 bits and more. */
  get sum(): number | bigint {
    return this.#exact?.sum ?? this.#partition.sum;
  }

  /** Undefined if there are no values. */
  get least(): Extreme | undefined {
    return this.#extreme(this.#exact?.least ?? this.#partition.least);
  }

  get greatest(): Extreme | undefined {
    return this.#extreme(this.#exact?.greatest ?? this.#partition.greatest);
  }

  #extreme({ value, at }: Met | { readonly value: bigint; readonly at: number }): Extreme | undefined {
    const { x, y, width } = this.#bounds;
    return at < 0 ? undefined : { value, x: x + (at % width), y: y + Math.floor(at / width) };
  }

  #addExactly(values: Integers, start: number, length: number, at: number): void {
    this.#exact ??= { sum: 0n, least: undefined, greatest: undefined };
    const exact = this.#exact;
    for (let i = 0; i < length; i += 1) {
      const value = values[start + i];
      if (value !== undefined && Number.isFinite(this.#reader.values[i])) {
        exact.sum += value;
        if (!exact.least || value < exact.least.value) {
          exact.least = { value, at: at + i };
        }
        if (!exact.greatest || value > exact.greatest.value) {
          exact.greatest = { value, at: at + i };
        }
      }
    }
  }
}
