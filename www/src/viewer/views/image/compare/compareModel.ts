/** State of a comparison: the other arrays, how they are compared, what all images have in common. */

import { isSameShape } from "@asdf-wasm/science/elements/shapes";
import { firstSection, type Section } from "@asdf-wasm/science/sections/section";
import { batch, computed, signal } from "@preact/signals";
import type { ArrayNode, Elsewhere, TreeNode } from "../../../protocol/facts.ts";
import type { Comparable } from "../../../protocol/images/compare.ts";
import { ABORTED, isAborted, noticeOf, problemOf } from "../../../protocol/notices.ts";
import { SAMPLINGS, type Sampling } from "../../../protocol/sampling.ts";
import { elsewhereOf, imagesElsewhere, keyOf, openedOf } from "../../../state/elsewhere.ts";
import { escaped, type Linked, unescaped } from "../../../state/linked.ts";
import type { ViewHost, ViewModel, WaitingFile } from "../../../state/view.ts";
import { comparisonIn, comparisonText, USUAL_RATE, type Way } from "./comparisonLink.ts";
import { OtherImage } from "./other.ts";

/** An array to compare with, and the file that it is in, if that is another. */
export interface Choice extends Comparable {
  /** Unique among all. */
  readonly key: string;
  readonly host: ViewHost;
  readonly file: string | undefined;
}

/** The most images beside the one on the stage. */
export const MOST_OTHERS = 8;

const UNSAVED =
  "The difference and the ratio are computed of files as they are stored: save the other one first, or blink the images.";

export class CompareModel implements ViewModel {
  /** The key of the array to compare with; undefined while nothing is compared. */
  readonly chosen = signal<string | undefined>(undefined);
  readonly way = signal<Way>("blink");
  /** How often a second the images take turns, and whether they do. */
  readonly rate = signal(USUAL_RATE);
  readonly playing = signal(true);
  /** Which image is shown now: the one on the stage, 0, or another. */
  readonly turn = signal(0);
  /** Further arrays that take turns or are put side by side: their keys, or `//` with the names of their files. */
  readonly also = signal<readonly string[]>([]);
  readonly bySky = signal(false);
  readonly sameLimits = signal(true);
  /** How another image gets the pixels of this one, for what is computed of both. */
  readonly sampling = signal<Sampling>(SAMPLINGS[0]);
  /** Where the other image begins, as a part of the width. */
  readonly divider = signal(0.5);
  readonly problem = signal("");
  /** What is to be known of what is computed. */
  readonly remark = signal("");
  /** A file that is opened to be compared with, and why the last one was not. */
  readonly opening = signal<WaitingFile | undefined>(undefined);
  readonly refusal = signal("");
  /** The array on the stage, whatever is shown in its place. */
  readonly stage = signal<TreeNode | undefined>(undefined);
  readonly #images = new Map<string, OtherImage>();
  /** The array on the stage, and the arrays of its file that it can be compared with. */
  readonly #beside = signal<{ readonly of: number; readonly found: readonly Comparable[] } | undefined>(
    undefined,
  );
  /** The file that a link names, until it is there. */
  readonly #named = signal<string | undefined>(undefined);
  /** What is computed, also while another view shows it. */
  #computing: { readonly of: string; readonly stop: () => void } | undefined;
  readonly #host: ViewHost;

  readonly choices = computed<readonly Choice[]>(() => {
    const beside = this.#beside.value;
    const own = (beside?.found ?? []).slice(1).map((comparable) => ({
      ...{ ...comparable, key: comparable.path },
      ...{ host: this.#host, file: undefined },
    }));
    const elsewhere = imagesElsewhere(this.#host).map(({ id, name, node, neighbour }) => ({
      ...{ key: keyOf(id), path: node.key, node, host: neighbour.host, file: name },
    }));
    return [...own, ...elsewhere];
  });
  /** The file that a link names, if it is not there. */
  readonly missing = computed(() => {
    const name = this.#named.value;
    return this.#host.waiting.value.some((file) => file.name === name) ? undefined : name;
  });
  readonly choice = computed(() => this.choices.value.find(({ key }) => key === this.chosen.value));
  /** All that are drawn beside the image on the stage, or in turns with it. */
  readonly others = computed<readonly Choice[]>(() => {
    const [first, way] = [this.choice.value, this.way.value];
    if (!first || isComputed(way)) {
      return [];
    }
    const further = this.choices.value.filter((choice) => choice !== first && this.isAlso(choice));
    return way === "split" ? [first] : [first, ...further].slice(0, MOST_OTHERS);
  });
  /** Whether the other image is drawn, and not computed. */
  readonly isDrawn = computed(() => this.choice.value !== undefined && !isComputed(this.way.value));

  readonly linked: Linked = {
    names: ["compare", "also"],
    words: () => {
      // The page's keys of files mean nothing elsewhere: links have their names.
      const file = this.choice.value?.file ?? this.#named.value;
      const path = file === undefined ? this.chosen.value : keyOf(file);
      const settings = { way: this.way.value, rate: this.rate.value, sampling: this.sampling.value };
      const common = { bySky: this.bySky.value, sameLimits: this.sameLimits.value };
      const also = this.also.value.map((key) => escaped(this.#linkOf(key), /,/g));
      return path === undefined
        ? {}
        : {
            compare: comparisonText({ path, ...settings, ...common }),
            ...(also.length > 0 && { also: also.join() }),
          };
    },
    follow: ({ compare, also = "" }) => {
      const wanted = comparisonIn(compare);
      batch(() => {
        const isElsewhere = wanted?.path.startsWith("//");
        this.also.value = also === "" ? [] : also.split(",").slice(0, MOST_OTHERS).map(unescaped);
        this.chosen.value = isElsewhere ? undefined : wanted?.path;
        this.#named.value = isElsewhere ? wanted?.path.slice(2) : undefined;
        if (wanted) {
          this.way.value = wanted.way;
          this.rate.value = wanted.rate;
          this.bySky.value = wanted.bySky;
          this.sameLimits.value = wanted.sameLimits;
          this.sampling.value = wanted.sampling;
        }
      });
    },
  };

  constructor(host: ViewHost) {
    this.#host = host;
  }

  /**
   * Compares with another array. Arrays of one name, as of two files, have the limits of the first in common; an array of
   * errors drawn with the limits of its image would be black.
   */
  choose(key: string): void {
    const waiting = this.#host.waiting.peek().find(({ id }) => keyOf(id) === key);
    this.#named.value = undefined;
    this.opening.value = waiting;
    this.refusal.value = "";
    if (waiting) {
      void this.#openFirst(waiting);
      return;
    }
    const other = this.choices.peek().find((choice) => choice.key === key);
    batch(() => {
      this.chosen.value = key;
      this.turn.value = 0;
      this.sameLimits.value = other === undefined || other.node.key === this.stage.peek()?.key;
    });
    this.#prune();
  }

  /** Adds a further array, or takes it away; opens its file first, if it waits. */
  async toggle(key: string): Promise<void> {
    const others = this.also.peek().filter((other) => other !== key && other !== this.#linkOf(key));
    const isThere = others.length < this.also.peek().length;
    batch(() => {
      this.turn.value = 0;
      this.also.value = isThere ? others : [...others, key];
    });
    this.#prune();
    await this.#openNamed();
  }

  /** Whether a further array is compared with; what waits goes by its link's name. */
  isAlso(choice: Choice): boolean {
    return this.also.value.includes(choice.key) || this.also.value.includes(nameIn(choice));
  }

  /** The image of an array. */
  imageOf({ key }: Choice): OtherImage {
    const image = this.#images.get(key) ?? new OtherImage();
    this.#images.set(key, image);
    return image;
  }

  /** What a link calls an array, by its key. */
  #linkOf(key: string): string {
    const choice = this.choices.value.find((known) => known.key === key);
    return choice ? nameIn(choice) : key;
  }

  /** Lets go of images that are compared no more. */
  #prune(): void {
    const kept = new Set([this.choice.peek(), ...this.others.peek()].map((choice) => choice?.key));
    for (const [key, image] of this.#images) {
      if (!kept.has(key)) {
        image.clear();
        this.#images.delete(key);
      }
    }
  }

  /** Chooses the image of the file that a link names, once it is there; opens the file if it waits. */
  findNamed(): void {
    const name = this.#named.value;
    const found = name === undefined ? undefined : this.choices.value.find(({ file }) => file === name);
    if (found) {
      batch(() => {
        this.#named.value = undefined;
        this.chosen.value = found.key;
      });
    }
    void this.#openNamed();
  }

  /** Opens files that wait, and that the comparison names. */
  async #openNamed(): Promise<void> {
    const names = [
      ...this.also.value,
      ...(this.#named.value === undefined ? [] : [keyOf(this.#named.value)]),
    ];
    for (const { name, open } of this.#host.waiting.value) {
      if (names.includes(keyOf(name))) {
        // Why one is not there is said in its tab.
        await open().catch(() => {});
      }
    }
  }

  /** Opens a file, and chooses the image that it shows. */
  async #openFirst(waiting: WaitingFile): Promise<void> {
    const opened = await openedOf(waiting, this.#host);
    if (this.opening.peek() !== waiting) {
      return;
    }
    this.opening.value = undefined;
    if (typeof opened === "object") {
      this.choose(keyOf(opened.id));
    } else {
      this.refusal.value = opened;
    }
  }

  /** Finds what an array can be compared with. */
  async find(facts: TreeNode): Promise<void> {
    if (this.#beside.peek()?.of !== facts.id) {
      this.#beside.value = { of: facts.id, found: [] };
      const found = await this.#host.ask((worker) => worker.compare.list(facts.id));
      if (found && this.#beside.peek()?.of === facts.id) {
        this.#beside.value = { of: facts.id, found };
      }
    }
  }

  /** The array that is computed of the one on the stage and the other, once it is known. */
  computedOf({ id }: TreeNode): ArrayNode | undefined {
    const computed = this.#host.standIn.value;
    return isComputed(this.way.value) && this.choice.value && computed?.of === id ? computed : undefined;
  }

  /** Computes the array that is to be shown, unless it is known; without a choice, none is any more. */
  compute(facts: TreeNode, choice: Choice | undefined, way: Way): void {
    // Another file may show another array, or be another file, than before.
    const sampling = this.sampling.value;
    const names = choice && [facts.id, choice.key, choice.file, choice.node.id, way, sampling];
    const of = names && isComputed(way) ? JSON.stringify(names) : undefined;
    if (of !== this.#computing?.of) {
      this.#computing?.stop();
      this.#computing =
        choice && of !== undefined ? { of, stop: this.#begin(facts, choice, way) } : undefined;
    }
  }

  #begin({ id }: TreeNode, choice: Choice, way: Way): () => void {
    const stopping = new AbortController();
    const begin = async (): Promise<void> => {
      try {
        const other = choice.file === undefined ? choice.node.id : await this.#elsewhere(choice);
        if (other === undefined) {
          this.problem.value = UNSAVED;
          return;
        }
        const computation = way === "ratio" ? "ratio" : "difference";
        const sampling = this.sampling.peek();
        const { array, remark } = await this.#host.request(stopping.signal, (worker) =>
          worker.compare.compute({ computation, one: id, other, sampling }),
        );
        batch(() => {
          this.#host.standIn.value = array;
          this.remark.value = remark;
        });
      } catch (cause) {
        if (!isAborted(noticeOf(cause))) {
          this.problem.value = problemOf(cause);
        }
      }
    };
    this.problem.value = "";
    void begin();
    return () => {
      stopping.abort(ABORTED);
      batch(() => {
        this.#host.standIn.value = undefined;
        this.problem.value = "";
        this.remark.value = "";
      });
    };
  }

  #elsewhere({ key }: Choice): Promise<Elsewhere | undefined> | undefined {
    const image = imagesElsewhere(this.#host).find(({ id }) => keyOf(id) === key);
    return image && elsewhereOf(image);
  }

  /** The section of the other array: the same in an array of the same shape. */
  sectionOf({ node, host }: Choice, facts: TreeNode, section: Section): Section {
    const { shape } = node.array;
    const own = host === this.#host ? undefined : host.section.current.peek();
    if (isSameShape(shape, facts.array?.shape)) {
      return section;
    }
    return own?.index.length === shape.length ? own : firstSection(shape);
  }

  /** Shows another of the images, and stops blinking. */
  show(turn: number): void {
    batch(() => {
      this.playing.value = false;
      this.step(turn - this.turn.peek());
    });
  }

  /** Shows the image that is `by` further in turn. */
  step(by: number): void {
    const count = 1 + this.others.peek().length;
    this.turn.value = (this.turn.peek() + by + count) % count;
  }

  end(): void {
    this.#named.value = undefined;
    this.opening.value = undefined;
    this.refusal.value = "";
    this.#computing?.stop();
    this.#computing = undefined;
    batch(() => {
      this.chosen.value = undefined;
      this.also.value = [];
      this.turn.value = 0;
      this.playing.value = true;
    });
    this.#prune();
  }

  forgetNeighbour(): void {
    const choice = this.choice.peek();
    if (!choice && this.chosen.peek()?.startsWith("//")) {
      this.end();
    }
    this.turn.value = 0;
    this.#prune();
  }

  clear(): void {
    this.end();
    this.stage.value = undefined;
    this.#beside.value = undefined;
  }
}

/** What a link calls an array: its path, or the name of its file. */
function nameIn({ file, path }: Choice): string {
  return file === undefined ? path : keyOf(file);
}

export function isComputed(way: Way): boolean {
  return way === "difference" || way === "ratio";
}
