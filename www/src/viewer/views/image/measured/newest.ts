/** Asks the worker while something is dragged: one question at a time, and then only the newest of those that came meanwhile. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Question } from "../../../client/connection.ts";
import type { Notice } from "../../../protocol/facts.ts";
import { ABORTED, isAborted, noticeOf } from "../../../protocol/notices.ts";
import type { ViewHost } from "../../../state/view.ts";

/** A question that takes longer than this, in milliseconds, is given up for a newer one. */
const PATIENCE = 400;

/** The last answer, or why there is none. */
export interface Answer<T> {
  readonly value?: T;
  readonly problem?: Notice;
}

export class Newest<T> {
  readonly #host: Pick<ViewHost, "request">;
  readonly #onAnswer: (answer: Answer<T>) => void;
  #next: Question<T> | undefined;
  #asking: { readonly controller: AbortController; readonly since: number } | undefined;

  constructor(host: Pick<ViewHost, "request">, onAnswer: (answer: Answer<T>) => void) {
    this.#host = host;
    this.#onAnswer = onAnswer;
  }

  ask(question: Question<T>): void {
    this.#next = question;
    if (!this.#asking) {
      void this.#run();
    } else if (performance.now() - this.#asking.since > PATIENCE) {
      this.#asking.controller.abort(ABORTED);
    }
  }

  /** Gives no answers any more. */
  stop(): void {
    this.#next = undefined;
    this.#asking?.controller.abort(ABORTED);
  }

  async #run(): Promise<void> {
    for (let question = this.#take(); question; question = this.#take()) {
      const controller = new AbortController();
      this.#asking = { controller, since: performance.now() };
      try {
        const value = await this.#host.request(controller.signal, question);
        this.#onAnswer({ value });
      } catch (cause) {
        const problem = noticeOf(cause);
        if (!isAborted(problem) && !controller.signal.aborted) {
          this.#onAnswer({ problem });
        }
      }
    }
    this.#asking = undefined;
  }

  #take(): Question<T> | undefined {
    const question = this.#next;
    this.#next = undefined;
    return question;
  }
}

/** The answer to the newest question; `key` tells questions apart. */
export function useNewest<T>(host: ViewHost, key: string, question: Question<T>): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({});
  const asking = useRef<Newest<T> | undefined>(undefined);
  useEffect(() => {
    const newest = new Newest<T>(host, setAnswer);
    asking.current = newest;
    return () => newest.stop();
  }, [host]);
  useEffect(() => asking.current?.ask(question), [host, key]);
  return answer;
}
