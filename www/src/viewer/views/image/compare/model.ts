/** State of a comparison: the other array, how it is compared, what both images have in common. */
import { batch, computed, signal } from "@preact/signals";
import { isSameShape } from "../../../elements/shapes.ts";
import type { ArrayNode, TreeNode } from "../../../protocol/facts.ts";
import type { Comparable } from "../../../protocol/images/compare.ts";
import { ABORTED, isAborted, noticeOf, problemOf } from "../../../protocol/notices.ts";
import type { Section } from "../../../protocol/plane.ts";
import type { Linked } from "../../../state/linked.ts";
import type { ViewHost, ViewModel } from "../../../state/view.ts";
import { OtherImage } from "./other.ts";
import { comparisonIn, comparisonText, USUAL_RATE, type Way } from "./words.ts";

/** An array to compare with, and the file that it is in, if that is another. */
export interface Choice extends Comparable {
  /** Unique among all. */
  readonly key: string;
  readonly host: ViewHost;
  readonly file: string | undefined;
}

const ELSEWHERE =
  "The difference and the ratio need both arrays in one file: blink these, or put them side by side.";

export class CompareModel implements ViewModel {
  /** The key of the array to compare with; undefined while nothing is compared. */
  readonly chosen = signal<string | undefined>(undefined);
  readonly way = signal<Way>("blink");
  /** How often a second the images take turns, and whether they do. */
  readonly rate = signal(USUAL_RATE);
  readonly playing = signal(true);
  /** Whether the other image is the one shown now. */
  readonly isOther = signal(false);
  readonly bySky = signal(false);
  readonly sameLimits = signal(true);
  /** Where the other image begins, as a part of the width. */
  readonly divider = signal(0.5);
  readonly problem = signal("");
  /** The array on the stage, whatever is shown in its place. */
  readonly stage = signal<TreeNode | undefined>(undefined);
  readonly other = new OtherImage();
  /** The array on the stage, and those of its file that it can be compared with. */
  readonly #beside = signal<{ readonly of: number; readonly found: readonly Comparable[] } | undefined>(
    undefined,
  );
  /** What is computed, also while another view shows it. */
  #computing: { readonly of: string; readonly stop: () => void } | undefined;
  readonly #host: ViewHost;

  readonly choices = computed<readonly Choice[]>(() => {
    const beside = this.#beside.value;
    const own = (beside?.found ?? []).slice(1).map((comparable) => ({
      ...{ ...comparable, key: comparable.path },
      ...{ host: this.#host, file: undefined },
    }));
    const elsewhere = this.#host.neighbours.value.flatMap(({ id, name, shown, host }) => {
      const node = shown.value;
      return node?.array?.elements === "numbers" && node.array.shape.length > 1
        ? [
            {
              ...{ key: `//${id}`, path: node.key, host, file: name.value },
              node: { ...node, array: node.array },
            },
          ]
        : [];
    });
    return [...own, ...elsewhere];
  });
  readonly choice = computed(() => this.choices.value.find(({ key }) => key === this.chosen.value));
  /** Whether the other image is drawn, and not computed. */
  readonly isDrawn = computed(() => this.choice.value !== undefined && !isComputed(this.way.value));

  readonly linked: Linked = {
    names: ["compare"],
    words: () => {
      const path = this.chosen.value;
      const settings = { way: this.way.value, rate: this.rate.value };
      const common = { bySky: this.bySky.value, sameLimits: this.sameLimits.value };
      // Another file has no place in the link.
      return path === undefined || path.startsWith("//")
        ? {}
        : { compare: comparisonText({ path, ...settings, ...common }) };
    },
    follow: ({ compare }) => {
      const wanted = comparisonIn(compare);
      batch(() => {
        this.chosen.value = wanted?.path;
        if (wanted) {
          this.way.value = wanted.way;
          this.rate.value = wanted.rate;
          this.bySky.value = wanted.bySky;
          this.sameLimits.value = wanted.sameLimits;
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
    const other = this.choices.peek().find((choice) => choice.key === key);
    batch(() => {
      this.chosen.value = key;
      this.sameLimits.value = other === undefined || other.node.key === this.stage.peek()?.key;
    });
  }

  /** Finds what an array can be compared with. */
  async find(facts: TreeNode): Promise<void> {
    if (this.#beside.peek()?.of !== facts.id) {
      this.#beside.value = { of: facts.id, found: [] };
      const found = await this.#host.ask((worker) => worker.comparable(facts.id));
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
    const of = choice && isComputed(way) ? `${facts.id} ${choice.key} ${way}` : undefined;
    if (of !== this.#computing?.of) {
      this.#computing?.stop();
      this.#computing =
        choice && of !== undefined ? { of, stop: this.#begin(facts, choice, way) } : undefined;
    }
  }

  #begin({ id }: TreeNode, { node, file }: Choice, way: Way): () => void {
    const stopping = new AbortController();
    const begin = async (): Promise<void> => {
      try {
        const computed = await this.#host.request(stopping.signal, (worker) =>
          worker.compute(way === "ratio" ? "ratio" : "difference", id, node.id),
        );
        this.#host.standIn.value = computed;
      } catch (cause) {
        if (!isAborted(noticeOf(cause))) {
          this.problem.value = problemOf(cause);
        }
      }
    };
    this.problem.value = "";
    if (file !== undefined) {
      this.problem.value = ELSEWHERE;
    } else {
      void begin();
    }
    return () => {
      stopping.abort(ABORTED);
      batch(() => {
        this.#host.standIn.value = undefined;
        this.problem.value = "";
      });
    };
  }

  /** The section of the other array: the same in an array of the same shape. */
  sectionOf({ node, host }: Choice, facts: TreeNode, section: Section): Section {
    const { shape } = node.array;
    const own = host === this.#host ? undefined : host.section.current.peek();
    if (isSameShape(shape, facts.array?.shape)) {
      return section;
    }
    return own?.index.length === shape.length
      ? own
      : { axes: [...shape.keys()].slice(-2), index: shape.map(() => 0) };
  }

  /** Shows the other image in place of the first, or the first again, and stops blinking. */
  turn(): void {
    batch(() => {
      this.playing.value = false;
      this.isOther.value = !this.isOther.peek();
    });
  }

  end(): void {
    this.#computing?.stop();
    this.#computing = undefined;
    batch(() => {
      this.chosen.value = undefined;
      this.isOther.value = false;
      this.playing.value = true;
      this.other.clear();
    });
  }

  forgetNeighbour(): void {
    const choice = this.choice.peek();
    if (!choice && this.chosen.peek()?.startsWith("//")) {
      this.end();
    }
  }

  clear(): void {
    this.end();
    this.stage.value = undefined;
    this.#beside.value = undefined;
  }
}

export function isComputed(way: Way): boolean {
  return way === "difference" || way === "ratio";
}
