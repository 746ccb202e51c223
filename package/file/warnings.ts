/** The warnings about a file. Equal ones, and those about the checksums of blocks, are collected in one, with a count. */
import type { Warning } from "../api/blocks.ts";

/** The most blocks that a warning lists. */
const MOST_LISTED = 10;

interface Collected {
  /** Where the warning is in the list. */
  readonly index: number;
  /** The blocks that it concerns, if it is about their checksums. */
  readonly blocks: Set<number>;
  count: number;
}

export class WarningList {
  readonly list: Warning[] = [];
  readonly #collected = new Map<string, Collected>();

  /** Lists a warning in place of one that is listed. */
  replace(old: Warning, warning: Warning): void {
    this.list[this.list.indexOf(old)] = warning;
  }

  /** Adds a warning; `block`: the block whose checksum it is about. */
  add(warning: Warning, block: number | undefined): void {
    const { code, uri, message, offset, path } = warning;
    const key = JSON.stringify(block === undefined ? [code, uri, message, offset, path] : [code, uri]);
    const collected = this.#collected.get(key);
    const first = collected && this.list[collected.index];
    if (collected === undefined || first === undefined) {
      const blocks = new Set(block === undefined ? [] : [block]);
      this.#collected.set(key, { index: this.list.push(warning) - 1, blocks, count: 1 });
      return;
    }
    collected.count += 1;
    if (block === undefined) {
      this.list[collected.index] = { ...first, count: collected.count };
    } else if (!collected.blocks.has(block)) {
      collected.blocks.add(block);
      const { size: count } = collected.blocks;
      const message = `the checksums of ${count} blocks do not match: blocks ${listed(collected.blocks)}`;
      this.list[collected.index] = { ...first, message, count };
    }
  }
}

function listed(blocks: ReadonlySet<number>): string {
  const some = [...blocks].slice(0, MOST_LISTED).join(", ");
  return blocks.size > MOST_LISTED ? `${some} and ${blocks.size - MOST_LISTED} more` : some;
}
