/**
 * Undo and redo of how a node is displayed: its limits, stretch, colours and whatever else links contain, but not where it is looked at
 * from. Changes that follow each other closely, such as the moves of a slider, are one step. Another node on the stage starts again:
 * going back to the one before is the browser's.
 */
import { effect, type ReadonlySignal, untracked } from "@preact/signals";
import type { Words } from "../linked.ts";
import type { Display } from "../linking.ts";
import type { TreeEditing } from "./treeEditing.ts";

/** How long nothing must change before a step is complete, in milliseconds. */
const REST = 400;

/** Words that say what is looked at, not how it is displayed; regions have an undo of their own. */
const SIGHTS: readonly string[] = [
  "zoom",
  "regions",
  "region",
  "measure",
  "pick",
  "side",
  "tool",
  "along",
  "within",
  "plot-part",
];

const LABELS: Readonly<Record<string, string>> = {
  same: "limits",
  colormap: "colours",
  nan: "the colour of NaN",
  shrink: "what shares a pixel",
  rotate: "rotation",
  show: "what is shown",
  hide: "what is shown",
  sky: "the sky grid",
  part: "the part of complex numbers",
  wcs: "the WCS",
  log: "the axes",
  "plot-axes": "the axes of the plot",
  rows: "the selected rows",
  only: "which rows are shown",
};

interface Step {
  readonly before: Words;
  readonly after: Words;
  /** How many edits of the tree came before it. */
  readonly edits: number;
}

/** The part of the links that is needed. */
interface Displayed {
  /** Undefined while nothing is shown. Reads signals. */
  readonly display: Display | undefined;
  readonly models: { follow(words: Words, node: number): void };
}

export class DisplayHistory {
  readonly #shown: Displayed;
  readonly #editing: Pick<TreeEditing, "count" | "undo" | "redo">;
  /** Whether what is shown is on its way: then its display is not changed by a person. */
  readonly #busy: ReadonlySignal<boolean>;
  #done: Step[] = [];
  #undone: Step[] = [];
  /** As it was when the last step was complete. */
  #rested: Display | undefined;
  /** How many edits came before the step under way. */
  #edits: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #stop: () => void;

  constructor(
    shown: Displayed,
    editing: Pick<TreeEditing, "count" | "undo" | "redo">,
    busy: ReadonlySignal<boolean>,
  ) {
    [this.#shown, this.#editing, this.#busy] = [shown, editing, busy];
    this.#stop = effect(() => {
      const { display } = shown;
      untracked(() => this.#note(display));
    });
  }

  /** Whether undo would change the display, and not the tree. */
  get undoesDisplay(): boolean {
    this.#complete();
    const step = this.#done.at(-1);
    return step !== undefined && step.edits >= this.#editing.count;
  }

  /** Whether redo would change the display, and not the tree. */
  get redoesDisplay(): boolean {
    this.#complete();
    const step = this.#undone.at(-1);
    return step !== undefined && step.edits <= this.#editing.count;
  }

  /** Undoes what was done last: a change of the display, or an edit of the tree. Returns what of the display is undone. */
  undo(): string | undefined {
    const step = this.undoesDisplay ? this.#done.pop() : undefined;
    if (!step) {
      void this.#editing.undo();
      return undefined;
    }
    this.#undone.push(step);
    return this.#apply(step.after, step.before);
  }

  /** Redoes what was undone last. Returns what of the display is redone. */
  redo(): string | undefined {
    const step = this.redoesDisplay ? this.#undone.pop() : undefined;
    if (!step) {
      void this.#editing.redo();
      return undefined;
    }
    this.#done.push(step);
    return this.#apply(step.before, step.after);
  }

  /** What is displayed now was not chosen here, but led to by a link: it is no step. */
  rest(): void {
    this.#rested = untracked(() => this.#shown.display);
    this.#edits = undefined;
    clearTimeout(this.#timer);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#stop();
  }

  #note(display: Display | undefined): void {
    if (display?.node !== this.#rested?.node) {
      this.#done = [];
      this.#undone = [];
      this.rest();
    } else if (this.#busy.peek()) {
      this.rest();
    } else if (display) {
      if (changed(this.#rested?.words ?? {}, display.words).length > 0) {
        this.#edits ??= this.#editing.count;
      }
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#complete(), REST);
    }
  }

  /** Ends the step under way, if there is one. */
  #complete(): void {
    const [before, edits = this.#editing.count] = [this.#rested, this.#edits];
    this.rest();
    const display = this.#rested;
    if (before && display?.node === before.node && changed(before.words, display.words).length > 0) {
      this.#done.push({ before: before.words, after: display.words, edits });
      this.#undone = [];
    }
  }

  #apply(from: Words, to: Words): string {
    const { node, words } = this.#rested ?? { node: 0, words: {} };
    const sights = Object.entries(words).filter(([name]) => SIGHTS.includes(name));
    const display = Object.entries(to).filter(([name]) => !SIGHTS.includes(name));
    this.#shown.models.follow(Object.fromEntries([...sights, ...display]), node);
    this.rest();
    return [...new Set(changed(from, to).map((name) => LABELS[name] ?? name))].join(", ");
  }
}

/** The names of the words that differ. */
function changed(one: Words, other: Words): readonly string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.filter((name) => !SIGHTS.includes(name) && one[name] !== other[name]);
}
