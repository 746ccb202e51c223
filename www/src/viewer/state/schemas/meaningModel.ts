/** What schemas say of the nodes that are seen. Nothing is loaded before somebody turns to the tree. */
import { oneLine } from "@asdf-wasm/science/format/format";
import { effect, signal } from "@preact/signals";
import type { Meaning } from "asdf-wasm";
import type { ViewHost, ViewModel } from "../view.ts";
import { ownSchemas } from "./own.ts";

export class MeaningModel implements ViewModel {
  /** Of the nodes that were asked for so far. */
  readonly known = signal<ReadonlyMap<number, Meaning | undefined>>(new Map());
  readonly isWanted = signal(false);
  readonly dispose: () => void;
  readonly #host: ViewHost;
  #asked = new Set<number>();

  constructor(host: ViewHost) {
    this.#host = host;
    this.dispose = effect(() => {
      ownSchemas.value;
      this.#forget();
    });
  }

  async want(nodes: readonly number[]): Promise<void> {
    const asked = this.#asked;
    const missing = nodes.filter((id) => !asked.has(id));
    if (missing.length === 0 || !this.isWanted.peek()) {
      return;
    }
    for (const id of missing) {
      asked.add(id);
    }
    const own = ownSchemas.peek();
    const found = await this.#host.ask((worker) => worker.schema.meanings({ nodes: missing, own }));
    if (found && this.#asked === asked) {
      this.known.value = new Map([
        ...this.known.peek(),
        ...missing.map((id, index) => [id, found[index]] as const),
      ]);
    }
  }

  clear(): void {
    this.isWanted.value = false;
    this.#forget();
  }

  /** The tree was edited: nodes may have other names. */
  outdate(): void {
    this.#forget();
  }

  #forget(): void {
    this.#asked = new Set();
    this.known.value = new Map();
  }
}

/** Whether a value, as text, is one by which a schema says that there is none: `-999999`, `?`. */
export function isUnknown(meaning: Meaning | undefined, text: string | undefined): boolean {
  return (
    text !== undefined &&
    (meaning?.unknown.some((one) => (typeof one === "number" ? Number(text) === one : text === one)) ?? false)
  );
}

/** The most characters of a description in a tooltip. */
const SAID = 300;

/** What schemas say of a node, in a few lines. */
export function sayings(meaning: Meaning | undefined, text: string): string[] {
  const { title, description } = meaning ?? {};
  const said = [title, description].flatMap((one) => (one ? oneLine(one.trim(), SAID) : []));
  return [...new Set(said), ...(isUnknown(meaning, text) ? [NO_VALUE] : [])];
}

export const NO_VALUE = "no value was given: this stands for none";

/** A text of a schema in one paragraph: its lines are as long as someone's editor was wide. */
export function paragraph(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
