/** One tab: the file that was requested, its session, and whether it waits to be opened. */
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { ViewerSource } from "../../protocol/facts.ts";
import type { Place } from "../../state/linking.ts";
import { type OpenOutcome, Session, type SessionEvents } from "../../state/session.ts";
import { fileIn, filesOf, isHosted, mainOf, nameOf, setOf } from "../../state/source.ts";
import type { Besides, Neighbour, View } from "../../state/view.ts";
import { absolute, tooLong } from "./address.ts";
import { type ExpectedFile, expectedIn } from "./expected.ts";
import type { NamedFile } from "./names.ts";

/** A file to open, and what to show of it first. */
export interface OpenRequest {
  readonly source: ViewerSource;
  readonly initial?: Place | undefined;
  /** The name that it had among the open files. */
  readonly as?: string | undefined;
}

export class Tab {
  readonly id: string;
  readonly session: Session;
  /** Its source, even if that cannot be opened. */
  readonly request = signal<OpenRequest | undefined>(undefined);
  /** The name of its file. */
  readonly ownName = computed(() => {
    const request = this.request.value;
    return this.session.name.value || (request ? nameOf(request.source) : "");
  });
  /** The name by which lists and links tell its file from the others. */
  readonly name: ReadonlySignal<string>;
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
    this.name = besides.uniqueName;
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

  /** What its file is named by. Reads signals. */
  get named(): NamedFile {
    const { main, mains } = this.session;
    const [request, { url }] = [this.request.value, this];
    const files = filesOf(request?.source);
    const path = main.value || (files.length === 1 ? files[0]?.path : mainOf(request?.source)) || "";
    return {
      id: this.id,
      name: this.ownName.value,
      path: url === undefined ? path : pathIn(url),
      among: mains.value,
      as: request?.as,
    };
  }

  /** Its file on this device. */
  get file(): Blob | undefined {
    return fileIn(this.request.peek()?.source, this.named.path)?.file;
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

  async open(
    source: ViewerSource | Promise<ViewerSource>,
    { initial, as }: Omit<OpenRequest, "source"> = {},
  ): Promise<OpenOutcome> {
    this.isWaiting.value = false;
    this.request.value = undefined;
    const found = async (): Promise<ViewerSource> => {
      const what = await source;
      const expected = initial ? undefined : this.#takeExpected(what);
      const place = initial ?? expected?.one.place;
      const request = {
        source: typeof what === "string" ? absolute(what) : what,
        initial: place,
        as: as ?? expected?.as,
      };
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

  /** The file on this device that a link leads to, if this is it. */
  #takeExpected(source: ViewerSource): ReturnType<typeof expectedIn> {
    const all = this.#expected.peek();
    const found = expectedIn(all, source);
    if (found) {
      this.#expected.value = all.filter((other) => other !== found.one);
    }
    return found;
  }

  wait(request: OpenRequest): void {
    this.isWaiting.value = true;
    this.request.value = request;
  }

  /** Opens the file that waits here, if one does. */
  async begin(): Promise<OpenOutcome | undefined> {
    const request = this.request.value;
    return this.isWaiting.value && request ? this.open(request.source, request) : undefined;
  }
}

/** The host and the path in an address; empty if it has none, as that of a file that is in its address. */
function pathIn(url: string): string {
  const base = globalThis.document?.baseURI;
  const { host, pathname } = URL.canParse(url, base) ? new URL(url, base) : { host: "", pathname: "" };
  return host && decodedPath(host + pathname);
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
