/** State of the panel of HDUs: the chosen one with its header, and the search in all headers. */
import { batch, computed, signal } from "@preact/signals";
import type { CardFacts, CardHit, FoundCards, HduFacts } from "../../protocol/fits/hdus.ts";
import { type Linked, numberIn } from "../../state/linked.ts";
import type { ViewHost, ViewModel } from "../../state/view.ts";

export class HduModel implements ViewModel {
  /** Undefined until they are known. */
  readonly hdus = signal<readonly HduFacts[] | undefined>(undefined);
  /** The chosen HDU; undefined: the one that is on the stage, or else the first. */
  readonly chosen = signal<number | undefined>(undefined);
  readonly text = signal("");
  /** What was found of the text. */
  readonly found = signal<FoundCards | undefined>(undefined);
  /** The current card in the header, or among those that were found. */
  readonly at = signal(-1);
  /** The header that is shown, and whose it is. */
  readonly header = signal<{ readonly hdu: number; readonly cards: readonly CardFacts[] } | undefined>(
    undefined,
  );
  /** The cards that are listed. */
  readonly listed = computed<readonly (CardFacts | CardHit)[]>(
    () => this.found.value?.cards ?? this.header.value?.cards ?? [],
  );
  readonly linked: Linked = {
    names: ["hdu"],
    words: () => (this.chosen.value === undefined ? {} : { hdu: String(this.chosen.value) }),
    follow: ({ hdu }) => {
      const index = numberIn(hdu);
      this.chosen.value = Number.isInteger(index) ? index : undefined;
    },
  };
  readonly #ask: ViewHost["ask"];
  /** Counts files and questions: answers to earlier ones are dropped. */
  #file = 0;
  #search = 0;
  /** The HDU whose header was asked for last. */
  #wanted = -1;

  constructor(host: Pick<ViewHost, "ask">) {
    this.#ask = (question) => host.ask(question);
  }

  /** Requests the HDUs as they are now: an edit of the tree may change which array has their data. */
  async open(): Promise<void> {
    const file = this.#file;
    const hdus = await this.#ask((worker) => worker.hdu.list());
    if (this.#file === file && hdus) {
      this.hdus.value = hdus;
    }
  }

  /** The HDU whose header is shown, while a node is on the stage. Reads signals. */
  current(shown: number | undefined): HduFacts | undefined {
    const hdus = this.hdus.value ?? [];
    const onStage = shown === undefined ? undefined : hdus.find(({ node }) => node === shown);
    return hdus[this.chosen.value ?? -1] ?? onStage ?? hdus[0];
  }

  /** Shows the header of an HDU. */
  async show(hdu: number): Promise<void> {
    const file = this.#file;
    this.#wanted = hdu;
    if (this.header.peek()?.hdu === hdu) {
      return;
    }
    const cards = await this.#ask((worker) => worker.hdu.cards(hdu));
    if (cards && this.#file === file && this.#wanted === hdu) {
      batch(() => {
        this.header.value = { hdu, cards };
        this.at.value = this.found.peek() ? this.at.peek() : -1;
      });
    }
  }

  async look(text: string): Promise<void> {
    this.#search += 1;
    const search = this.#search;
    this.text.value = text;
    const found = text === "" ? undefined : await this.#ask((worker) => worker.hdu.find(text));
    if (this.#search === search) {
      batch(() => {
        this.found.value = found;
        this.at.value = -1;
      });
    }
  }

  /** Goes to a card that was found: to its place in its header. */
  async go({ hdu, at }: CardHit): Promise<void> {
    const file = this.#file;
    const cards = await this.#ask((worker) => worker.hdu.cards(hdu));
    if (cards && this.#file === file) {
      this.#search += 1;
      this.#wanted = hdu;
      batch(() => {
        this.text.value = "";
        this.found.value = undefined;
        this.chosen.value = hdu;
        this.header.value = { hdu, cards };
        this.at.value = at;
      });
    }
  }

  /** The array of an HDU: the one in the tree, or a separate one. */
  async dataOf({ index, node }: HduFacts): Promise<number | undefined> {
    if (node !== undefined) {
      return node;
    }
    const trail = await this.#ask((worker) => worker.tree.trailAlong(`fits:${index}`));
    await this.open();
    return trail?.at(-1);
  }

  headerText(hdu: number): Promise<string | undefined> {
    return this.#ask((worker) => worker.hdu.text(hdu));
  }

  clear(): void {
    this.#file += 1;
    this.#search += 1;
    batch(() => {
      this.hdus.value = undefined;
      this.chosen.value = undefined;
      this.text.value = "";
      this.found.value = undefined;
      this.at.value = -1;
      this.header.value = undefined;
    });
  }
}
