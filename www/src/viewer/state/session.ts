/**
 * What the viewer knows and can be asked to do. One file is open at a time;
 * everything shown is a signal, everything done is a method, and only the
 * newest request may change what is shown.
 */
import { batch, signal } from "@preact/signals";
import { Connection } from "../client/connection.ts";
import { Reading, type Work } from "../client/reading.ts";
import { isAborted, noticeOf } from "../protocol/notices.ts";
import type {
  Arrangement,
  ComplexPart,
  Edited,
  FileFacts,
  FileSet,
  FolderFile,
  NodeDetail,
  Notice,
  Opened,
  Progress,
  TreeNode,
} from "../protocol/protocol.ts";
import { nameOf, setOf, type ViewerSource } from "../protocol/source.ts";
import type { SaveJob } from "../shell/saving/jobs.ts";
import { FlagModel } from "../views/image/flags/model.ts";
import { ImageModel } from "../views/image/model/model.ts";
import { RgbModel } from "../views/image/rgb/model.ts";
import { LineModel } from "../views/line/model.ts";
import { TreeEditing } from "./editing.ts";
import { Inspection } from "./inspection.ts";
import { Scene } from "./scene.ts";
import { TreeSearch } from "./search.ts";
import { TreeModel } from "./tree.ts";

export type Phase = "empty" | "opening" | "open";
export type SidePanel = "contents" | "file";

/** What of a file to show first, as far as the file has it. */
export interface PlaceInFile {
  /** Of a node. */
  readonly path?: string | undefined;
  /** The name of a view of it. */
  readonly view?: string | undefined;
  /** Its section, in a word. */
  readonly section?: string | undefined;
}

export interface SessionEvents {
  readonly onOpen?: (file: FileFacts) => void;
  readonly onFailure?: (notice: Notice) => void;
}

export class Session {
  readonly phase = signal<Phase>("empty");
  readonly name = signal("");
  readonly file = signal<FileFacts | undefined>(undefined);
  /** The path of the file among those that came with it, and of those that can be shown in its place. */
  readonly main = signal("");
  readonly mains = signal<readonly string[]>([]);
  readonly progress = signal<Progress | undefined>(undefined);
  readonly notices = signal<readonly Notice[]>([]);
  readonly side = signal<SidePanel>("contents");
  readonly tree = new TreeModel();
  readonly search = new TreeSearch({
    begin: (text) => this.ask((engine) => engine.search(text)),
    goOn: () => this.ask((engine) => engine.searchOn()),
    reveal: (id) => this.reveal(id),
    selected: () => this.tree.selected.value,
  });
  readonly editing = new TreeEditing({
    editable: (id) => this.ask((engine) => engine.editable(id)),
    becomes: (id, text) => this.#engine.becomes(id, text),
    edit: (change) => this.#engine.edit(change),
    undo: () => this.#engine.undo(),
    redo: () => this.#engine.redo(),
    applyYaml: (text) => this.#engine.applyYaml(text, this.detail.value?.path ?? ""),
    show: (edited) => this.#showEdited(edited),
  });
  readonly detail = signal<NodeDetail | undefined>(undefined);
  readonly inspection = new Inspection({
    fileDetail: () => this.ask((engine) => engine.file()),
    blocks: () => this.ask((engine) => engine.blocks()),
    verify: (index) => this.ask((engine) => engine.verify(index)),
    stopVerifying: async () => this.#connection?.engine.stopVerifying(),
  });

  /** What is being saved. */
  readonly saving = signal<SaveJob | undefined>(undefined);

  readonly scene = new Scene();
  readonly reading = new Reading((notices) => {
    this.notices.value = [...this.notices.value, ...notices];
  });
  readonly image = new ImageModel(this);
  readonly line = new LineModel(this);
  readonly flags = new FlagModel(this);
  readonly rgb = new RgbModel(this);
  /** In which order the rows of tables are shown, and which, where it is not as they stand. */
  readonly arrangements = signal<ReadonlyMap<number, Arrangement>>(new Map());
  /** What is drawn of complex numbers. */
  readonly part = signal<ComplexPart>("amplitude");

  readonly #events: SessionEvents;
  #connection: Connection | undefined;
  #files: readonly FolderFile[] = [];
  /** The node that was last asked to be revealed. */
  #revealed: number | undefined;

  constructor(events: SessionEvents = {}) {
    this.#events = events;
  }

  /**
   * Opens a file in place of the one shown, and of it the place asked for, as far as it has that; a file still being
   * opened is abandoned.
   */
  async open(source: ViewerSource | Promise<ViewerSource>, place: PlaceInFile = {}): Promise<void> {
    this.close();
    const connection = new Connection((message) =>
      this.#refuse({ severity: "error", code: "unexpected", message }),
    );
    this.#connection = connection;
    const isCurrent = () => this.#connection === connection;
    this.phase.value = "opening";
    try {
      const what = await source;
      if (!isCurrent()) {
        return;
      }
      const set = setOf(what);
      this.#files = typeof set === "string" ? [] : set.files;
      this.name.value = nameOf(what);
      const onProgress = (progress: Progress): void => {
        if (isCurrent() && this.phase.value === "opening") {
          this.progress.value = progress;
        }
      };
      const opened = await connection.open(set, place.path, onProgress);
      if (opened && isCurrent()) {
        this.#show(opened, connection, place);
      }
    } catch (cause) {
      if (isCurrent()) {
        this.#refuse(noticeOf(cause));
      }
    }
  }

  /** Shows another of the files that came together. */
  choose(main: string): Promise<void> {
    return this.open({ files: this.#files, main, mains: this.mains.value });
  }

  /** Offers something to be saved; undefined takes that back. */
  save(job: SaveJob | undefined): void {
    this.saving.value = job;
  }

  /** The file has been saved as it is now. */
  async noteSaved(): Promise<void> {
    const state = await this.ask((engine) => engine.noteSaved());
    if (state) {
      this.editing.note(state);
    }
  }

  /** Goes on with a file that was saved, if it took the place of the open one, which cannot be read any more. */
  async goOnWith(saved: File): Promise<void> {
    const source = this.#files.find(({ path }) => path === this.main.value)?.file;
    const isGone =
      source !== undefined &&
      (await source
        .slice(0, 1)
        .arrayBuffer()
        .then(
          () => false,
          () => true,
        ));
    if (isGone) {
      await this.open(saved, { path: this.detail.value?.path });
      const message = `the file that was open was replaced: ${saved.name} is shown as it was saved`;
      this.#note({ severity: "warning", code: "replaced", message });
    }
  }

  /** Keeps to the file shown; gives those that could be shown in its place, unless they are more than `most`. */
  separate(most: number): readonly FileSet[] {
    const mains = this.mains.value;
    if (mains.length > most) {
      return [];
    }
    this.mains.value = mains.filter((main) => main === this.main.value);
    const others = mains.filter((main) => main !== this.main.value);
    return others.map((main) => ({ files: this.#files, main, mains: [main] }));
  }

  /** Back to the empty page; whatever is going on stops. */
  close(): void {
    this.#connection?.close();
    this.#connection = undefined;
    batch(() => {
      this.phase.value = "empty";
      this.name.value = "";
      this.file.value = undefined;
      this.main.value = "";
      this.mains.value = [];
      this.progress.value = undefined;
      this.notices.value = [];
      this.side.value = "contents";
      this.saving.value = undefined;
      this.editing.clear();
      this.#forget();
    });
  }

  /** Forgets the tree and all that was made of it. */
  #forget(): void {
    this.tree.clear();
    this.search.clear();
    this.inspection.clear();
    this.detail.value = undefined;
    this.reading.clear();
    this.arrangements.value = new Map();
    this.scene.clear();
    this.image.clear();
    this.line.clear();
  }

  dispose(): void {
    this.close();
    this.image.dispose();
  }

  /** Makes the node the current one and looks up what there is to say about it. */
  async select(id: number): Promise<void> {
    this.tree.selected.value = id;
    const detail = await this.ask((engine) => engine.detail(id));
    if (detail?.renewed) {
      this.tree.renew(detail.renewed);
    }
    if (detail && this.tree.selected.value === id) {
      this.detail.value = detail;
    }
  }

  /** Unfolds the tree down to the node and makes it the current one. */
  async reveal(id: number): Promise<void> {
    this.#revealed = id;
    const trail = await this.ask((engine) => engine.trail(id));
    if (trail && (await this.tree.reveal(trail)) && this.#revealed === id) {
      await this.select(id);
    }
  }

  /** The text of which the node's detail has the beginning. */
  textOf(id: number): Promise<string | undefined> {
    return this.ask((engine) => engine.text(id));
  }

  /** A scalar's text in full, anything else as JSON. */
  valueOf(id: number): Promise<string | undefined> {
    return this.ask((engine) => engine.value(id));
  }

  /** Opens the node on the stage. */
  show(id: number): void {
    const row = this.tree.rows.value.find(({ node }) => node.id === id);
    if (row) {
      this.scene.show(row.node);
    }
  }

  /** Reads for the stage, in place of what is being read for it; answers why that failed. */
  async read(work: (work: Work) => Promise<void>): Promise<Notice | undefined> {
    const connection = this.#connection;
    const failure = connection && (await this.reading.run(connection, work));
    if (failure && !isAborted(failure)) {
      this.#events.onFailure?.(failure);
    }
    return failure;
  }

  /** Asks for what may take long: it fails when the signal aborts. Warnings that came up are told. */
  async request<T>(
    signal: AbortSignal,
    question: (engine: Connection["engine"], task: number) => Promise<T>,
  ): Promise<T> {
    const connection = this.#connection;
    if (!connection) {
      throw new DOMException("no file is open", "AbortError");
    }
    const answer = await connection.stoppable(signal, (task) => question(connection.engine, task));
    for (const notice of await connection.engine.news()) {
      this.#note(notice);
    }
    return answer;
  }

  /** Shows on the stage why there is nothing else. */
  fail(notice: Notice): void {
    this.scene.failure.value = notice;
  }

  dismiss(notice: Notice): void {
    this.notices.value = this.notices.value.filter((other) => other !== notice);
  }

  /** The answer to a question about the file, if there is one; a failure becomes a notice. */
  async ask<T>(question: (engine: Connection["engine"]) => Promise<T>): Promise<T | undefined> {
    const connection = this.#connection;
    try {
      const answer = connection && (await question(connection.engine));
      return this.#connection === connection ? answer : undefined;
    } catch (cause) {
      this.#note(noticeOf(cause));
      return undefined;
    }
  }

  #show(opened: Opened, connection: Connection, place: PlaceInFile): void {
    batch(() => {
      this.phase.value = "open";
      this.progress.value = undefined;
      this.file.value = opened.file;
      this.name.value = opened.file.name;
      this.main.value = opened.main;
      this.mains.value = opened.mains;
      this.notices.value = opened.warnings;
      this.tree.fill(opened, (id) => this.#children(connection, id));
    });
    this.#begin(opened.shown, place);
    this.#events.onOpen?.(opened.file);
  }

  #begin(shown: number | undefined, place: PlaceInFile): void {
    const selected = this.tree.selected.value;
    if (selected !== undefined) {
      void this.select(selected);
    }
    if (shown !== undefined) {
      this.show(shown);
      this.scene.goTo(place);
    }
  }

  get #engine(): Connection["engine"] {
    if (!this.#connection) {
      throw new DOMException("no file is open", "AbortError");
    }
    return this.#connection.engine;
  }

  async #showEdited(edited: Edited): Promise<void> {
    const { focus, reopened } = edited;
    if (reopened) {
      this.#refill(reopened);
      return;
    }
    batch(() => {
      this.tree.update(edited);
      // Texts and tables on the stage may hold what was changed; arrays do not change.
      const { facts } = this.scene;
      if (facts.value && !facts.value.array) {
        const row = this.tree.rows.value.find(({ node }) => node.id === facts.value?.id);
        facts.value = { ...(row?.node ?? facts.value) };
      }
    });
    if (focus !== undefined) {
      await this.reveal(focus);
    }
  }

  async #children(connection: Connection, id: number): Promise<readonly TreeNode[]> {
    try {
      return await connection.engine.children(id);
    } catch (cause) {
      this.#note(noticeOf(cause));
      throw cause;
    }
  }

  /** Shows another tree of the same file. */
  #refill(tree: Pick<Opened, "roots" | "unfolded" | "shown">): void {
    const connection = this.#connection;
    if (!connection) {
      return;
    }
    batch(() => {
      this.#forget();
      this.tree.fill(tree, (id) => this.#children(connection, id));
    });
    this.#begin(tree.shown, {});
  }

  #refuse(notice: Notice): void {
    this.close();
    this.#note(notice);
    this.#events.onFailure?.(notice);
  }

  #note(notice: Notice): void {
    const isKnown = this.notices.value.some(
      ({ message, path }) => message === notice.message && path === notice.path,
    );
    if (!isAborted(notice) && !isKnown) {
      this.notices.value = [...this.notices.value, notice];
    }
  }
}
