/** What is on the stage: a node, and the view of it. The view is kept when another array of the same shape is shown. */
import { batch, computed, signal } from "@preact/signals";
import type { Notice, TreeNode } from "../protocol/facts.ts";
import { SectionModel } from "./section.ts";
import type { View, ViewHost } from "./view.ts";

/** A view and a section, as links name them. */
export interface SceneNames {
  readonly view?: string | undefined;
  readonly section?: string | undefined;
}

/** Values up to this length, in characters, are seen whole in the tree or beside it. */
const SHORT = 60;

/** A longer line is selected, but not read before it is asked for: on a server, or of this machine. */
const LONG = { far: 2 ** 20, near: 2 ** 24 };

/** Whether a node is an array of one axis that is read whole when shown, and long. */
export function isLongLine(node: TreeNode | undefined, isNear: boolean): boolean {
  const { elements, shape } = node?.array ?? {};
  const [length = 0, ...others] = shape ?? [];
  return elements === "numbers" && others.length === 0 && length > (isNear ? LONG.near : LONG.far);
}

export class Scene {
  readonly facts = signal<TreeNode | undefined>(undefined);
  /** The views that suit the node, the best first. */
  readonly views = computed(() => (this.facts.value ? this.#viewsFor(this.facts.value) : []));
  readonly view = computed(
    () => this.views.value.find(({ name }) => name === this.#chosen.value) ?? this.views.value[0],
  );
  readonly section = new SectionModel();
  /** Why the node cannot be shown. */
  readonly failure = signal<Notice | undefined>(undefined);
  /** The selected node, if an array stays on the stage and the node has another view than its text. */
  readonly offered = signal<TreeNode | undefined>(undefined);
  readonly #all: readonly View[];
  readonly #besides: Pick<ViewHost, "neighbours" | "waiting">;
  readonly #chosen = signal<View["name"] | undefined>(undefined);

  constructor(views: readonly View[], besides: Pick<ViewHost, "neighbours" | "waiting">) {
    [this.#all, this.#besides] = [views, besides];
  }

  /**
   * Puts a node on the stage. A map, a list or a short value does not replace an array: the tree and the details have it, beside
   * the array. A long text is read on the stage.
   */
  show(facts: TreeNode): void {
    const { array, children, text } = facts;
    const isBeside = children > 0 || text.length <= SHORT;
    const [first, second] = this.#viewsFor(facts);
    if (!array && isBeside && first?.name === "text" && this.facts.value?.array) {
      this.offered.value = second && facts;
      return;
    }
    this.#put(facts);
  }

  /** Puts the offered node on the stage, in that view. */
  showOffered(): void {
    const facts = this.offered.peek();
    if (facts) {
      batch(() => {
        this.#put(facts);
        this.#chosen.value = this.views.peek()[1]?.name;
      });
    }
  }

  /** Shows the node in another view. */
  choose(name: View["name"]): void {
    batch(() => {
      this.#chosen.value = name;
      this.failure.value = undefined;
    });
  }

  /** Goes to a view and a section by their names, where they exist. Returns those that do not. */
  goTo({ view, section }: SceneNames): readonly string[] {
    const isView = this.views.value.some(({ name }) => name === view);
    return batch(() => {
      this.#chosen.value = isView ? view : undefined;
      const isSection = section === undefined || this.section.goTo(section);
      return [
        ...(view === undefined || isView ? [] : [`view “${view}”`]),
        ...(isSection ? [] : [`section [${section}]`]),
      ];
    });
  }

  /** Shows the node as it is after an edit, which may change a text or a table. It never changes an array. */
  renew(node: (id: number) => TreeNode | undefined): void {
    const facts = this.facts.value;
    if (facts && !facts.array) {
      this.facts.value = { ...(node(facts.id) ?? facts) };
    }
  }

  tryAgain(): void {
    this.failure.value = undefined;
  }

  clear(): void {
    batch(() => {
      this.#chosen.value = undefined;
      this.section.clear();
      this.facts.value = undefined;
      this.offered.value = undefined;
      this.failure.value = undefined;
    });
  }

  #put(facts: TreeNode): void {
    batch(() => {
      if (facts.array && this.section.start(facts.array.shape)) {
        this.#chosen.value = undefined;
      }
      this.facts.value = facts;
      this.failure.value = undefined;
      this.offered.value = undefined;
    });
  }

  #viewsFor(facts: TreeNode): readonly View[] {
    const { neighbours, waiting } = this.#besides;
    const hasOthers = neighbours.value.length + waiting.value.length > 0;
    return this.#all.filter((view) => view.suits(facts, hasOthers));
  }
}
