/**
 * How much work it may be to apply schemas to a tree. A schema may come from anywhere, and a short one can ask for more than a computer
 * does in a year: by references in combinations of combinations, or by aliases of aliases.
 */
import { AsdfError } from "../api/error.ts";

/** Some seconds of work for any tree, and for each of its nodes. A keyword is 1. */
const [LEAST, OF_A_NODE] = [2e7, 200];

export class Effort {
  #left: number;

  constructor(nodes: number) {
    this.#left = LEAST + OF_A_NODE * nodes;
  }

  spend(amount: number): void {
    this.#left -= amount;
    if (this.#left < 0) {
      throw new AsdfError(
        "limit-exceeded",
        "this takes too long: combinations or aliases multiply each other",
      );
    }
  }
}
