/** Editing in the tree: the key or value being typed, the changes so far, undo and redo. */
import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { Change, Editable, Edited, EditState, PathChange, TreeEdit } from "../../protocol/edits.ts";
import { noticeOf } from "../../protocol/notices.ts";

/** Keys that neither type nor lead elsewhere. */
const SILENT: ReadonlySet<string> = new Set(["Shift", "AltGraph", "CapsLock", "Dead", "F2"]);

export type DraftField = "key" | "value";

/** A key or value that is being edited. */
export interface Draft {
  readonly id: number;
  readonly part: DraftField;
  /** Its text before. */
  readonly text: string;
  /** What was typed before the field appeared. */
  readonly typed: string;
  /** Whether the node was just added: leaving it without a text removes it. */
  readonly isNew?: boolean;
}

/** The worker's calls for editing, and how the result is shown. */
export interface EditHost {
  readonly editable: (id: number) => Promise<Editable | undefined>;
  readonly becomes: (id: number, text: string) => Promise<string>;
  readonly edit: (change: Change) => Promise<Edited>;
  readonly undo: () => Promise<Edited | undefined>;
  readonly redo: () => Promise<Edited | undefined>;
  readonly applyYaml: (text: string) => Promise<Edited>;
  readonly repeat: (change: PathChange) => Promise<Edited>;
  readonly show: (edited: Edited) => Promise<void>;
}

export interface EditEvents {
  /** Is told each edit that a person made. */
  readonly onEdit?: ((edit: TreeEdit) => void) | undefined;
  /** Whether undo, redo and saving are the page's. */
  readonly hosted?: ReadonlySignal<boolean> | undefined;
}

/** What is typed before the field has appeared. */
interface Ahead {
  text: string;
  /** Whether Enter was pressed: the text is applied at once. */
  isEntered: boolean;
}

export class TreeEditing {
  readonly draft = signal<Draft | undefined>(undefined);
  /** Whether the whole tree is edited as text. */
  readonly asText = signal(false);
  readonly state = signal<EditState>({ changed: [], isChanged: false });
  readonly changed = signal<ReadonlySet<number>>(new Set());
  /** Why something cannot be edited. */
  readonly problem = signal("");
  /** How many edits have been made and not been undone. */
  count = 0;
  readonly #host: EditHost;
  readonly #events: () => EditEvents;
  /** What is typed until the worker has answered what can be edited. */
  #ahead: Ahead | undefined;
  /** Changes run one after another. */
  #last: Promise<unknown> = Promise.resolve();

  /** `events` may not be known from the beginning. */
  constructor(host: EditHost, events: () => EditEvents) {
    [this.#host, this.#events] = [host, events];
  }

  /** Starts editing a node's key or value; by default the value, if it can be edited. */
  async begin(id: number, part?: DraftField, isNew = false): Promise<void> {
    const ahead: Ahead = { text: "", isEntered: false };
    this.#ahead = ahead;
    const editable = await this.#host.editable(id);
    const isElsewhere = this.#ahead !== ahead;
    if (isElsewhere && !ahead.isEntered) {
      return;
    }
    this.#ahead = isElsewhere ? this.#ahead : undefined;
    const isUnchanged = ahead.isEntered && ahead.text === "" && !isNew;
    if (!editable || isUnchanged) {
      return;
    }
    const chosen = part ?? (editable.value === undefined && editable.key !== undefined ? "key" : "value");
    const text = editable[chosen];
    const draft = text === undefined ? undefined : { id, part: chosen, text, typed: ahead.text, isNew };
    const isApplied = draft && ahead.isEntered && (await this.commit(draft, ahead.text, true)) === undefined;
    if (isApplied || isElsewhere) {
      return;
    }
    batch(() => {
      this.draft.value = draft;
      const reason = chosen === "key" ? "this key cannot be edited in one line" : editable.problem;
      this.problem.value = draft ? "" : (reason ?? "");
    });
  }

  /** Whether a key belongs to the field about to appear; a key that leads elsewhere cancels it. */
  typeAhead(key: string): boolean {
    if (!this.#ahead) {
      return false;
    }
    if (this.#ahead.isEntered) {
      // What follows is for the tree again.
      return false;
    }
    if (key.length === 1) {
      this.#ahead.text += key;
    } else if (key === "Backspace") {
      this.#ahead.text = this.#ahead.text.slice(0, -1);
    } else if (key === "Enter") {
      this.#ahead.isEntered = true;
    } else if (!SILENT.has(key)) {
      this.#ahead = undefined;
    }
    return this.#ahead !== undefined || key === "Escape";
  }

  /** The kind of value the text would become. Rejects if it would not be valid. */
  async becomes({ id, part }: Draft, text: string): Promise<string> {
    return part === "key" ? "key" : this.#host.becomes(id, text);
  }

  /** Applies what was typed. Resolves to the reason if it cannot be applied. `isLeft`: the focus has moved on. */
  async commit(draft: Draft, text: string, isLeft: boolean): Promise<string | undefined> {
    if (text === draft.text) {
      this.cancel(draft);
      return undefined;
    }
    try {
      await this.#run(async () => {
        const edited = await this.#host.edit({ kind: draft.part, id: draft.id, text });
        return isLeft ? { ...edited, focus: undefined } : edited;
      }, 1);
      this.cancel(draft);
      return undefined;
    } catch (cause) {
      return noticeOf(cause).message;
    }
  }

  /** Cancels editing; removes the node if it was just added. */
  giveUp(draft: Draft): void {
    this.cancel(draft);
    if (draft.isNew) {
      // The page that keeps the edits knows of the added node.
      void (this.isHosted ? this.remove(draft.id) : this.undo());
    }
  }

  cancel(draft: Draft): void {
    if (this.draft.value === draft) {
      this.draft.value = undefined;
    }
  }

  /** Adds a node in a collection, or after another node, and starts editing its key or value. */
  async add(id: number, inside: boolean): Promise<void> {
    const added = await this.#attempt(() => this.#host.edit({ kind: "add", id, inside }), 1);
    if (added?.focus !== undefined) {
      const editable = await this.#host.editable(added.focus);
      await this.begin(added.focus, editable?.key === undefined ? "value" : "key", true);
    }
  }

  async remove(id: number): Promise<void> {
    await this.#attempt(() => this.#host.edit({ kind: "remove", id }), 1);
  }

  async undo(): Promise<void> {
    await this.#attempt(() => this.#host.undo(), -1);
  }

  async redo(): Promise<void> {
    await this.#attempt(() => this.#host.redo(), 1);
  }

  /** Whether undo and redo are the page's, which is told the edits. Reads a signal. */
  get isHosted(): boolean {
    return this.#events().hosted?.value ?? false;
  }

  /** Makes edits that were made before. Rejects if one cannot be made. */
  async repeat(edits: readonly TreeEdit[]): Promise<void> {
    for (const edit of edits) {
      await this.#run(async () => {
        const edited = await this.#host.repeat(edit);
        return { ...edited, focus: undefined, made: undefined };
      }, 1);
    }
  }

  /** Replaces the whole tree by a text. Rejects if the text cannot be read. */
  async apply(text: string): Promise<void> {
    await this.#run(() => this.#host.applyYaml(text), 1);
  }

  /** Resolves once no edit is under way. */
  async settled(): Promise<void> {
    await this.#last;
  }

  note(state: EditState): void {
    batch(() => {
      this.state.value = state;
      this.changed.value = new Set(state.changed);
    });
  }

  clear(): void {
    batch(() => {
      this.draft.value = undefined;
      this.problem.value = "";
      this.asText.value = false;
      this.count = 0;
      this.note({ changed: [], isChanged: false });
    });
  }

  /** Makes a change; a failure becomes the `problem`. */
  async #attempt(change: () => Promise<Edited | undefined>, by: 1 | -1): Promise<Edited | undefined> {
    try {
      return await this.#run(change, by);
    } catch (cause) {
      this.problem.value = noticeOf(cause).message;
      return undefined;
    }
  }

  /** `by`: what it adds to the number of edits. */
  #run(change: () => Promise<Edited | undefined>, by: 1 | -1): Promise<Edited | undefined> {
    const run = this.#last.then(async () => {
      const edited = await change();
      if (edited) {
        this.count += by;
        this.problem.value = "";
        this.note(edited.state);
        if (edited.made) {
          this.#events().onEdit?.({ ...edited.made, label: edited.state.undo ?? "editing" });
        }
        await this.#host.show(edited);
      }
      return edited;
    });
    this.#last = run.catch(() => {});
    return run;
  }
}
