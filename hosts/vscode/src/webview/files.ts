/** The document, and files that it refers to, for the viewer: the extension opens them and reads their ranges. */
import type { ByteSource } from "asdf-wasm";
import type { HostFile } from "asdf-wasm/viewer";
import type { Order, Question } from "../messages.ts";

/** What answers a question with an `id`. */
export type Answer = Extract<Order, { id: number }>;

/** A question without its number. */
type Asked<Q = Extract<Question, { is: "read" | "beside" }>> = Q extends unknown ? Omit<Q, "id"> : never;

export class Files {
  readonly #send: (question: Question) => void;
  readonly #waiting = new Map<
    number,
    { resolve: (answer: Answer) => void; reject: (cause: Error) => void }
  >();
  #asked = 0;

  constructor(send: (question: Question) => void) {
    this.#send = send;
  }

  /** The document as the viewer opens it. */
  document(name: string, size: number): HostFile {
    return {
      name,
      source: this.#source(0, size),
      beside: async (path) => {
        const answer = await this.#ask({ is: "beside", path });
        if (answer.is !== "found") {
          throw new TypeError("a file beside the document is answered by its number");
        }
        const { file, size } = answer;
        return { ...this.#source(file, size), close: () => this.#send({ is: "close", file }) };
      },
    };
  }

  /** Takes an answer. */
  take(answer: Answer): void {
    const asked = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.is === "unread") {
      asked?.reject(Object.assign(new Error(answer.message), { code: answer.code }));
    } else {
      asked?.resolve(answer);
    }
  }

  #source(file: number, size: number): ByteSource {
    return {
      size,
      read: async (offset, length, { signal }) => {
        const answer = await this.#ask({ is: "read", file, offset, length }, signal);
        if (answer.is !== "bytes") {
          throw new TypeError("a range is answered by its bytes");
        }
        return answer.bytes;
      },
    };
  }

  #ask(question: Asked, signal?: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const id = this.#asked;
      this.#asked += 1;
      this.#waiting.set(id, { resolve, reject });
      this.#send({ ...question, id });
      signal?.addEventListener("abort", () => {
        if (this.#waiting.delete(id)) {
          this.#send({ is: "cancel", id });
          reject(signal.reason);
        }
      });
    });
  }
}
