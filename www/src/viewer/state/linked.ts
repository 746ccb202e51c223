/**
 * What links say of a file's display: words such as `stretch=log`. Each model of a view has words of its own, and
 * writes only those that differ from the default. Words that belong to a view that has not been shown wait for it.
 */

import { digitsApart, rounded } from "@asdf-wasm/science/format/format";
import { batch, signal } from "@preact/signals";

/** Names and values, as a query has them. */
export type Words = Readonly<Record<string, string>>;

/** The part of a model that links contain. */
export interface Linked {
  /** The names of its words. */
  readonly names: readonly string[];
  /** The words that differ from the default while a node is on the stage. Reads signals. */
  words(node: number): Words;
  /** Goes by the words of a link to a node. Those that are missing or make no sense mean the default. */
  follow(words: Words, node: number): void;
  /** Which part of the image of a node the window shows, if this draws it. Reads signals. */
  seen?(node: number): SeenPart | undefined;
}

/** What the window shows of an image. */
export interface SeenPart {
  /** The point in its middle, in pixels that count from 0 at their centres. */
  readonly x: number;
  readonly y: number;
  /** The pixels along its shorter side. */
  readonly across: number;
}

export class LinkedModels {
  readonly #models = signal<readonly Linked[]>([]);
  /** Words for models that do not exist yet, and the node that the link leads to. */
  readonly #waiting = signal<{ readonly node: number; readonly words: Words } | undefined>(undefined);

  add(model: Linked): void {
    this.#models.value = [...this.#models.peek(), model];
    const waiting = this.#waiting.peek();
    if (waiting) {
      this.#waiting.value = { ...waiting, words: without(waiting.words, model.names) };
      model.follow(waiting.words, waiting.node);
    }
  }

  /** In alphabetical order, whatever was shown first. */
  words(node: number): Words {
    const waiting = this.#waiting.value;
    const all = [
      ...(waiting?.node === node ? [waiting.words] : []),
      ...this.#models.value.map((model) => model.words(node)),
    ];
    const sorted = all.flatMap(Object.entries).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(sorted);
  }

  /** Which part of the image of a node the window shows. Reads signals. */
  seen(node: number): SeenPart | undefined {
    return this.#models.value.map((model) => model.seen?.(node)).find((part) => part !== undefined);
  }

  follow(words: Words, node: number): void {
    const models = this.#models.peek();
    const names = models.flatMap((model) => model.names);
    batch(() => {
      this.#waiting.value = { node, words: without(words, names) };
      for (const model of models) {
        model.follow(words, node);
      }
    });
  }

  /** Another node is shown: what waits is not meant for it. */
  leave(node: number): void {
    if (this.#waiting.peek()?.node !== node) {
      this.#waiting.value = undefined;
    }
  }

  clear(): void {
    this.#waiting.value = undefined;
  }
}

/** The number in a word; undefined if it is not a number. */
export function numberIn(word: string | undefined): number | undefined {
  const isNumber = word !== undefined && /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(word);
  const number = isNumber ? Number(word) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** A number in at most so many digits. */
export function inDigits(value: number, digits: number): string {
  const short = rounded(value, digits);
  return String(Number.isFinite(short) ? short : value);
}

/** The limits of a range, in steps of a billionth of it or finer. */
export function rangeText(range: { readonly min: number; readonly max: number }): string {
  const text = (value: number) => inDigits(value, Math.max(digitsApart(value, range, 10), 1));
  return `${text(range.min)},${text(range.max)}`;
}

/** The limits of a range; undefined if a word is not a number. */
export function rangeIn(
  text: string | undefined,
): { readonly min: number; readonly max: number } | undefined {
  const [min, max, ...more] = (text ?? "").split(",").map(numberIn);
  return min !== undefined && max !== undefined && min <= max && more.length === 0 ? { min, max } : undefined;
}

/** A text with some characters escaped, which separate it from others in a word. */
export function escaped(text: string, separators: RegExp): string {
  const code = (character: string): string =>
    `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
  return text.replaceAll("%", code).replace(separators, code);
}

export function unescaped(text: string): string {
  return text.replace(/%([0-7][\dA-F])/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function without(words: Words, names: readonly string[]): Words {
  return Object.fromEntries(Object.entries(words).filter(([name]) => !names.includes(name)));
}
