/** The check of the file against schemas: its progress, what it found, and which nodes that concerns. */
import { batch, computed, effect, signal } from "@preact/signals";
import type { Progress } from "../../protocol/facts.ts";
import { ABORTED, problemOf } from "../../protocol/notices.ts";
import type { Checked, OwnSchemaFacts } from "../../protocol/schemas.ts";
import type { ViewHost, ViewModel } from "../view.ts";
import { ownSchemas } from "./own.ts";

/** So long no edit must have been made before the file is checked again, in milliseconds. */
const REST = 300;

/** What pages are told once nothing is known any more. */
const DROPPED: Checked = { problems: [], count: 0, warnings: [], isDropped: true };

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
  #due: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ViewHost) {
    this.#host = host;
    const stop = effect(() => void this.#survey());
    this.dispose = () => {
      stop();
      this.#renew();
    };
  }

  async check(): Promise<void> {
    this.clear();
    await this.#run();
  }

  /** The tree was edited: what was found may no longer be so. It is checked again when the edits rest. */
  outdate(): void {
    if (this.checked.peek() || this.isChecking.peek()) {
      clearTimeout(this.#due);
      this.#due = setTimeout(() => {
        this.#renew();
        void this.#run();
      }, REST);
    }
  }

  async #run(): Promise<void> {
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
      this.#become(checked, failure);
    }
  }

  #become(checked: Checked | undefined, failure: string): void {
    const isDropped = this.checked.peek() !== undefined && checked === undefined;
    batch(() => {
      this.isChecking.value = false;
      this.progress.value = undefined;
      this.checked.value = checked;
      this.failure.value = failure;
    });
    if (checked || isDropped) {
      this.#host.tellChecked(checked ?? DROPPED);
    }
  }

  /** Ends the check that is running, or due. */
  cancel(): void {
    clearTimeout(this.#due);
    this.#controller.abort(ABORTED);
  }

  clear(): void {
    this.#renew();
    this.#become(undefined, "");
  }

  #renew(): void {
    this.cancel();
    this.#controller = new AbortController();
  }

  async #survey(): Promise<void> {
    const own = ownSchemas.value;
    this.outdate();
    const facts = own.length === 0 ? [] : await this.#host.ask((worker) => worker.schema.survey(own));
    if (ownSchemas.peek() === own) {
      this.own.value = facts ?? own.map(({ path }) => ({ path, isUsed: true }));
    }
  }
}
