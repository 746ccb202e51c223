/** Questions to the kernel. Each is a custom message with an id of its own; the answer has the same id, and bytes in binary buffers. */
import type { Model } from "./anywidget.ts";

export interface Answer {
  readonly content: Readonly<Record<string, unknown>>;
  readonly data: readonly Uint8Array<ArrayBuffer>[];
}

interface Question {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (cause: Error) => void;
}

/** After so many milliseconds without an answer, the reader is told that the kernel is awaited. */
const PATIENCE = 3000;

const GONE = "The kernel was restarted or has ended. Run the cell again to go on.";
const AWAITED = "Waiting for the kernel. If it is not running, run the cell again to see the file.";

export class Kernel {
  readonly #model: Model;
  readonly #note: (text: string) => void;
  /** Several views of a widget get the same messages. */
  readonly #view = Math.random().toString(36).slice(2);
  readonly #questions = new Map<string, Question>();
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `note` says why nothing happens, or by an empty text that all is well. */
  constructor(model: Model, note: (text: string) => void) {
    this.#model = model;
    this.#note = note;
    model.on("msg:custom", this.#onMessage);
    model.on("comm_live_update", this.#onLost);
  }

  ask(
    question: Readonly<Record<string, unknown>>,
    buffers: readonly ArrayBufferView[] = [],
  ): Promise<Answer> {
    this.#asked += 1;
    const id = `${this.#view}-${this.#asked}`;
    return new Promise((resolve, reject) => {
      this.#questions.set(id, { resolve, reject });
      // Before the question is sent, whose failure ends the patience.
      this.#timer ??= setTimeout(() => this.#note(AWAITED), PATIENCE);
      try {
        this.#model.send({ ...question, id }, undefined, buffers);
      } catch {
        this.#onLost();
      }
    });
  }

  close(): void {
    this.#model.off("msg:custom", this.#onMessage);
    this.#model.off("comm_live_update", this.#onLost);
    this.#fail(new Error("the viewer was removed"));
  }

  #onMessage = (content: Answer["content"], buffers: readonly DataView<ArrayBuffer>[] = []): void => {
    const id = String(content["id"]);
    const question = this.#questions.get(id);
    if (!question) {
      return;
    }
    this.#questions.delete(id);
    this.#rest();
    if (typeof content["problem"] === "string") {
      question.reject(Object.assign(new Error(content["problem"]), { code: content["code"] }));
      return;
    }
    const data = buffers.map(
      ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
    );
    question.resolve({ content, data });
  };

  #onLost = (): void => {
    this.#fail(new Error(GONE));
    this.#note(GONE);
  };

  #fail(cause: Error): void {
    const waiting = [...this.#questions.values()];
    this.#questions.clear();
    this.#rest();
    for (const { reject } of waiting) {
      reject(cause);
    }
  }

  /** The kernel has answered: what is still asked may take as long again. */
  #rest(): void {
    clearTimeout(this.#timer);
    this.#note("");
    this.#timer = this.#questions.size > 0 ? setTimeout(() => this.#note(AWAITED), PATIENCE) : undefined;
  }
}
