/** Editing in the tree: which node's key or value is being typed, what is changed, and the way back. */
import { batch, signal } from "@preact/signals";
import type { Change, Editable, Edited, EditState } from "../protocol/edits.ts";
import { noticeOf } from "../protocol/notices.ts";

export type Part = "key" | "value";

/** What is being typed. */
export interface Draft {
  readonly id: number;
  readonly part: Part;
  /** As it stands. */
  readonly text: string;
  /** What was typed before it could be shown. */
  readonly typed: string;
  /** Whether the node was added for this: without a text it is not wanted. */
  readonly isNew?: boolean;
}

/** What the worker answers, and what is to be shown then. */
export interface EditHost {
  readonly editable: (id: number) => Promise<Editable | undefined>;
  readonly becomes: (id: number, text: string) => Promise<string>;
  readonly edit: (change: Change) => Promise<Edited>;
  readonly undo: () => Promise<Edited | undefined>;
  readonly redo: () => Promise<Edited | undefined>;
  readonly applyYaml: (text: string) => Promise<Edited>;
  readonly show: (edited: Edited) => Promise<void>;
}

export class TreeEditing {
  readonly draft = signal<Draft | undefined>(undefined);
  /** Whether the whole tree is edited as text. */
  readonly asText = signal(false);
  readonly state = signal<EditState>({ changed: [], isChanged: false });
  readonly changed = signal<ReadonlySet<number>>(new Set());
  /** Why something cannot be edited. */
  readonly problem = signal("");
  readonly #host: EditHost;
  /** What is typed until it is known whether something can be edited, and how it reads. */
  #ahead: { text: string } | undefined;
  /** Changes are made one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(host: EditHost) {
    this.#host = host;
  }

  /** Begins to type in place of a node's key or value; without saying which, the value if it can be. */
  async begin(id: number, part?: Part, isNew = false): Promise<void> {
    const ahead = { text: "" };
    this.#ahead = ahead;
    const editable = await this.#host.editable(id);
    if (this.#ahead !== ahead) {
      return;
    }
    this.#ahead = undefined;
    if (!editable) {
      return;
    }
    const chosen = part ?? (editable.value === undefined && editable.key !== undefined ? "key" : "value");
    const text = editable[chosen];
    batch(() => {
      this.draft.value =
        text === undefined ? undefined : { id, part: chosen, text, typed: ahead.text, isNew };
      const reason = chosen === "key" ? "this is no key that can be edited in a line" : editable.problem;
      this.problem.value = text === undefined ? (reason ?? "") : "";
    });
  }

  /** Whether a key is meant for what is about to be edited; one that leads elsewhere ends that. */
  typeAhead(key: string): boolean {
    if (!this.#ahead) {
      return false;
    }
    if (key.length === 1) {
      this.#ahead.text += key;
    } else if (key !== "Shift" && key !== "Enter") {
      this.#ahead = undefined;
    }
    return this.#ahead !== undefined || key === "Escape";
  }

  /** What the text would become in place of what is being typed over. Fails where it would be nothing. */
  async becomes({ id, part }: Draft, text: string): Promise<string> {
    return part === "key" ? "key" : this.#host.becomes(id, text);
  }

  /** Takes what was typed, of a node that is looked at or was; answers why it cannot. */
  async commit(draft: Draft, text: string, isLeft: boolean): Promise<string | undefined> {
    if (text === draft.text) {
      this.cancel(draft);
      return undefined;
    }
    try {
      await this.#run(async () => {
        const edited = await this.#host.edit({ kind: draft.part, id: draft.id, text });
        return isLeft ? { ...edited, focus: undefined } : edited;
      });
      this.cancel(draft);
      return undefined;
    } catch (cause) {
      return noticeOf(cause).message;
    }
  }

  /** Leaves all as it was before something was to be typed. */
  giveUp(draft: Draft): void {
    this.cancel(draft);
    if (draft.isNew) {
      void this.undo();
    }
  }

  cancel(draft: Draft): void {
    if (this.draft.value === draft) {
      this.draft.value = undefined;
    }
  }

  /** A new node in a collection, or behind another node, whose key or value is then typed. */
  async add(id: number, inside: boolean): Promise<void> {
    const added = await this.#told(() => this.#host.edit({ kind: "add", id, inside }));
    if (added?.focus !== undefined) {
      const editable = await this.#host.editable(added.focus);
      await this.begin(added.focus, editable?.key === undefined ? "value" : "key", true);
    }
  }

  async remove(id: number): Promise<void> {
    await this.#told(() => this.#host.edit({ kind: "remove", id }));
  }

  async undo(): Promise<void> {
    await this.#told(() => this.#host.undo());
  }

  async redo(): Promise<void> {
    await this.#told(() => this.#host.redo());
  }

  /** Takes another text of the whole tree. Fails where it cannot be read. */
  async apply(text: string): Promise<void> {
    await this.#run(() => this.#host.applyYaml(text));
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
      this.note({ changed: [], isChanged: false });
    });
  }

  /** Makes a change; why it cannot be made is told. */
  async #told(change: () => Promise<Edited | undefined>): Promise<Edited | undefined> {
    try {
      return await this.#run(change);
    } catch (cause) {
      this.problem.value = noticeOf(cause).message;
      return undefined;
    }
  }

  #run(change: () => Promise<Edited | undefined>): Promise<Edited | undefined> {
    const run = this.#last.then(async () => {
      const edited = await change();
      if (edited) {
        this.problem.value = "";
        this.note(edited.state);
        await this.#host.show(edited);
      }
      return edited;
    });
    this.#last = run.catch(() => {});
    return run;
  }
}
