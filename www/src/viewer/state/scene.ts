/**
 * What is on the stage: a node, the view of it, and which section of it is looked at. View and section are kept when
 * another array of the same shape is shown.
 */
import { batch, computed, signal } from "@preact/signals";
import { isSameShape } from "../elements/shapes.ts";
import type { Notice, Slice, TreeNode } from "../protocol/protocol.ts";
import { type View, viewsFor } from "../views/registry.ts";
import { sectionOf } from "./section.ts";

const NOWHERE: Slice = { axes: [], index: [] };

/** An element of a section. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

export class Scene {
  readonly facts = signal<TreeNode | undefined>(undefined);
  /** The views to choose from. */
  readonly views = computed(() => (this.facts.value ? viewsFor(this.facts.value) : []));
  readonly view = computed(
    () => this.views.value.find(({ name }) => name === this.#chosen.value) ?? this.views.value[0],
  );
  readonly slice = signal<Slice>(NOWHERE);
  /** The element that was picked, in whichever view. */
  readonly picked = signal<Cell | undefined>(undefined);
  /** Why the node cannot be shown. */
  readonly failure = signal<Notice | undefined>(undefined);
  readonly #chosen = signal<View["name"] | undefined>(undefined);
  #shape: readonly number[] | undefined;

  /**
   * Puts a node on the stage. A map or a list that has no view but its text, and is unfolded as it is chosen, does not
   * take the place of an array.
   */
  show(facts: TreeNode): void {
    const { array, children } = facts;
    const isUnfolded = children > 0 && viewsFor(facts)[0]?.name === "text";
    if (isUnfolded && this.facts.value?.array) {
      return;
    }
    batch(() => {
      if (array && !isSameShape(array.shape, this.#shape)) {
        this.#shape = array.shape;
        this.#chosen.value = undefined;
        this.slice.value = firstSlice(array.shape);
        this.picked.value = undefined;
      }
      this.facts.value = facts;
      this.failure.value = undefined;
    });
  }

  /** Shows the node in another view. */
  choose(name: View["name"]): void {
    batch(() => {
      this.#chosen.value = name;
      this.failure.value = undefined;
    });
  }

  /** Goes to a view and a section by their names, if there are such. */
  goTo({
    view,
    section,
  }: {
    readonly view?: string | undefined;
    readonly section?: string | undefined;
  }): void {
    const named = this.views.value.find(({ name }) => name === view);
    const slice = section === undefined ? undefined : sectionOf(section, this.#shape ?? []);
    batch(() => {
      this.#chosen.value = named?.name ?? this.#chosen.value;
      this.slice.value = slice ?? this.slice.value;
    });
  }

  tryAgain(): void {
    this.failure.value = undefined;
  }

  /** Goes to another section along one axis. */
  move(axis: number, index: number): void {
    const { slice } = this;
    const last = (this.#shape?.[axis] ?? 1) - 1;
    const wanted = Math.min(Math.max(Math.round(index) || 0, 0), last);
    if (slice.value.index[axis] !== wanted) {
      slice.value = { ...slice.value, index: slice.value.index.with(axis, wanted) };
    }
  }

  /** Lays another axis along the rows (0) or columns (1); if it lies along the others, they change places. */
  lay(direction: number, axis: number): void {
    const { axes, index } = this.slice.value;
    const others = axes.map((other) => (other === axis ? (axes[direction] ?? axis) : other));
    batch(() => {
      this.slice.value = { index, axes: others.with(direction, axis) };
      this.picked.value = undefined;
    });
  }

  clear(): void {
    batch(() => {
      this.#shape = undefined;
      this.#chosen.value = undefined;
      this.slice.value = NOWHERE;
      this.picked.value = undefined;
      this.facts.value = undefined;
      this.failure.value = undefined;
    });
  }
}

/** The last two axes, at the beginning of the others. */
function firstSlice(shape: readonly number[]): Slice {
  return { axes: [...shape.keys()].slice(-2), index: shape.map(() => 0) };
}
