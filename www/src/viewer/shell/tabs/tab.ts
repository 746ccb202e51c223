/** One tab: the file that was requested, its session, and whether it waits to be opened. */
import { computed, type Signal, signal } from "@preact/signals";
import type { ViewerSource } from "../../protocol/facts.ts";
import type { Place } from "../../state/linking.ts";
import { type OpenOutcome, Session, type SessionEvents } from "../../state/session.ts";
import { isHosted, nameOf, setOf } from "../../state/source.ts";
import type { Besides, Neighbour, View } from "../../state/view.ts";
import { absolute, tooLong } from "./address.ts";

/** A file to open, and what to show of it first. */
export interface OpenRequest {
  readonly source: ViewerSource;
  readonly initial?: Place | undefined;
}

/** A file on this device that a link leads to: it is opened by its owner. */
export interface ExpectedFile {
  readonly name: string;
  /** Of several of its name, the one of this size is meant. */
  readonly size?: number | undefined;
  readonly place: Place;
}

export class Tab {
  readonly id: string;
  readonly session: Session;
  /** Its source, even if that cannot be opened. */
  readonly request = signal<OpenRequest | undefined>(undefined);
  readonly name = computed(() => {
    const request = this.request.value;
    return this.session.name.value || (request ? nameOf(request.source) : "");
  });
  /** Whether it has unsaved changes. */
  readonly isChanged = computed(() => this.session.editing.state.value.isChanged);
  /** Whether it shows arrays of several files as one. */
  readonly isStack = computed(() => {
    const source = this.request.value?.source;
    return typeof source === "object" && "stack" in source;
  });
  readonly #expected: Signal<readonly ExpectedFile[]>;
  /** Whether its file is opened when it is first shown. */
  readonly isWaiting = signal(false);

  constructor(
    number: number,
    views: readonly View[],
    events: SessionEvents,
    expected: Signal<readonly ExpectedFile[]>,
    besides: Besides,
  ) {
    this.id = `file-${number}`;
    this.session = new Session(views, events, besides);
    this.#expected = expected;
  }

  /** Its file, as others know it. */
  get neighbour(): Omit<Neighbour, "show"> {
    const { scene, main } = this.session;
    const source = () => {
      const request = this.isChanged.peek() ? undefined : this.request.peek();
      const set = request && setOf(request.source);
      const isOwn = set !== undefined && typeof set !== "string" && "files" in set;
      return isOwn
        ? { ...set, main: main.peek(), mains: [main.peek()] }
        : typeof set === "string"
          ? set
          : undefined;
    };
    return { id: this.id, name: this.name, shown: scene.facts, host: this.session, source };
  }

  /** Its address, if it has one. */
  get url(): string | undefined {
    const source = this.request.value?.source;
    return typeof source === "string" ? source : source && isHosted(source) ? source.address : undefined;
  }

  /** Whether the next file may open here. */
  get isFree(): boolean {
    return this.session.phase.value === "empty" && !this.isWaiting.value;
  }

  async open(source: ViewerSource | Promise<ViewerSource>, initial?: Place): Promise<OpenOutcome> {
    this.isWaiting.value = false;
    this.request.value = undefined;
    const found = async (): Promise<ViewerSource> => {
      const what = await source;
      const place = initial ?? this.#takeExpected(what);
      const request = { source: typeof what === "string" ? absolute(what) : what, initial: place };
      const problem = typeof request.source === "string" ? tooLong(request.source) : undefined;
      if (problem) {
        throw problem;
      }
      this.request.value = request;
      void this.session.goTo(place ?? {});
      return request.source;
    };
    return this.session.open(found());
  }

  /** Goes to a place in the file: now, or when it is opened. */
  async goTo(initial: Place): Promise<void> {
    const request = this.request.peek();
    if (request) {
      this.request.value = { ...request, initial };
    }
    if (!this.isWaiting.peek()) {
      await this.session.goTo(initial);
    }
  }

  /** The place that a link leads to in a file of this name on this device. */
  #takeExpected(source: ViewerSource): Place | undefined {
    const all = this.#expected.peek();
    const expected = typeof source === "string" ? undefined : all.find(({ name }) => name === nameOf(source));
    if (expected) {
      this.#expected.value = all.filter((other) => other !== expected);
    }
    return expected?.place;
  }

  wait(request: OpenRequest): void {
    this.isWaiting.value = true;
    this.request.value = request;
  }

  /** Opens the file that waits here, if one does. */
  async begin(): Promise<OpenOutcome | undefined> {
    const request = this.request.value;
    return this.isWaiting.value && request ? this.open(request.source, request.initial) : undefined;
  }
}
