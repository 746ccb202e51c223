/** The check of the file against schemas: its progress, what it found, and which nodes that concerns. */
import { batch, computed, effect, signal } from "@preact/signals";
import type { Progress } from "../../protocol/facts.ts";
import { ABORTED, problemOf } from "../../protocol/notices.ts";
import type { Checked, OwnSchemaFacts } from "../../protocol/schemas.ts";
import type { ViewHost, ViewModel } from "../view.ts";
import { ownSchemas } from "./own.ts";

export class CheckModel implements ViewModel {
  readonly checked = signal<Checked | undefined>(undefined);
  /** Why the check could not be made. */
  readonly failure = signal("");
  readonly isChecking = signal(false);
  readonly progress = signal<Progress | undefined>(undefined);
  /** What is wrong with nodes. */
  readonly problems = computed<ReadonlyMap<number, readonly string[]>>(() => {
    const found = new Map<number, string[]>();
    for (const { node, message } of this.checked.value?.problems ?? []) {
      if (node !== undefined) {
        found.set(node, [...(found.get(node) ?? []), message]);
      }
    }
    return found;
  });
  /** The schemas of one's own, as the worker finds them. */
  readonly own = signal<readonly OwnSchemaFacts[]>([]);
  readonly dispose: () => void;
  readonly #host: ViewHost;
  #controller = new AbortController();

  constructor(host: ViewHost) {
    this.#host = host;
    this.dispose = effect(() => void this.#survey());
  }

  async check(): Promise<void> {
    this.clear();
    const controller = this.#controller;
    const onProgress = (progress: Progress) => {
      if (this.#controller === controller) {
        this.progress.value = progress;
      }
    };
    this.isChecking.value = true;
    let checked: Checked | undefined;
    let failure = "";
    try {
      checked = await this.#host.request(controller.signal, (worker, signal) =>
        worker.schema.check(ownSchemas.peek(), signal, onProgress),
      );
    } catch (cause) {
      failure = problemOf(cause);
    }
    if (this.#controller === controller) {
      batch(() => {
        this.isChecking.value = false;
        this.progress.value = undefined;
        this.checked.value = checked;
        this.failure.value = failure;
      });
      if (checked) {
        this.#host.tellChecked(checked);
      }
    }
  }

  cancel(): void {
    this.#controller.abort(ABORTED);
  }

  clear(): void {
    this.cancel();
    this.#controller = new AbortController();
    batch(() => {
      this.checked.value = undefined;
      this.failure.value = "";
      this.isChecking.value = false;
      this.progress.value = undefined;
    });
  }

  async #survey(): Promise<void> {
    const own = ownSchemas.value;
    const facts = own.length === 0 ? [] : await this.#host.ask((worker) => worker.schema.survey(own));
    if (ownSchemas.peek() === own) {
      this.own.value = facts ?? own.map(({ path }) => ({ path, isUsed: true }));
    }
  }
}
