/**
 * One open file: what the viewer knows of it, as signals, and what it can be asked to do, as methods. Opening a file
 * replaces the one before; answers that belong to an earlier file are dropped.
 */

import type { ComplexPart } from "@asdf-wasm/science/elements/values";
import { batch, type ReadonlySignal, signal } from "@preact/signals";
import { Connection, type Question, Reading, type Work } from "../client/connection.ts";
import type { Edited } from "../protocol/edits.ts";
import type {
  ArrayNode,
  Children,
  FileFacts,
  FileSet,
  NodeDetail,
  Notice,
  Opened,
  Progress,
  ViewerSource,
} from "../protocol/facts.ts";
import { ABORTED, isAborted, noticeOf } from "../protocol/notices.ts";
import type { Markers } from "../protocol/over/markers.ts";
import type { Checked } from "../protocol/schemas.ts";
import type { WorkerApi } from "../protocol/workerApi.ts";
import type { SkyRegions } from "../regions/skyRegions.ts";
import { prepareAhead } from "./ahead.ts";
import { DisplayHistory } from "./editing/displayHistory.ts";
import { Saving } from "./editing/saving.ts";
import { type EditEvents, TreeEditing } from "./editing/treeEditing.ts";
import { Inspection } from "./inspection.ts";
import { Linking, type Place, type SidePanel } from "./linking.ts";
import { isLongLine, Scene } from "./scene.ts";
import { ownSchemas } from "./schemas/own.ts";
import { TreeSearch } from "./search.ts";
import { fileName, nameOf, REPLACED, setOf } from "./source.ts";
import { type TreeHost, TreeModel } from "./tree.ts";
import { type Besides, Models, type Neighbour, type View, type ViewHost, type WaitingFile } from "./view.ts";

export type Phase = "empty" | "opening" | "open";

/** How opening ended: with a file, or with the reason why not, for example that another file was opened. */
export type OpenOutcome = { readonly file: FileFacts } | { readonly failure: Notice };

export interface SessionEvents extends EditEvents {
  readonly onOpen?: (file: FileFacts) => void;
  readonly onFailure?: (notice: Notice) => void;
  readonly onCheck?: (checked: Checked) => void;
}

export class Session implements ViewHost {
  readonly phase = signal<Phase>("empty");
  readonly name = signal("");
  readonly file = signal<FileFacts | undefined>(undefined);
  /** The path of the file among those opened together, and of those that can be shown instead. */
  readonly main = signal("");
  readonly mains = signal<readonly string[]>([]);
  readonly progress = signal<Progress | undefined>(undefined);
  readonly notices = signal<readonly Notice[]>([]);
  readonly side = signal<SidePanel>("contents");
  readonly tree = new TreeModel();
  readonly search = new TreeSearch({
    begin: (text) => this.ask((worker) => worker.tree.search({ text, own: ownSchemas.peek() })),
    goOn: () => this.ask((worker) => worker.tree.searchOn()),
    hits: (ids) => this.ask((worker) => worker.tree.hits(ids)),
    reveal: (id) => this.reveal(id),
    show: (id) => this.show(id),
    selected: () => this.tree.selected.value,
  });
  readonly editing = new TreeEditing(
    {
      editable: (id) => this.ask((worker) => worker.edit.editable(id)),
      becomes: (id, text) => this.#worker.edit.becomes({ id, text }),
      edit: (change) => this.#worker.edit.change(change),
      undo: () => this.#worker.edit.undo(),
      redo: () => this.#worker.edit.redo(),
      applyYaml: (text) => this.#worker.edit.applyYaml({ text, path: this.detail.value?.path ?? "" }),
      repeat: (change) => this.#worker.edit.repeat(change),
      show: (edited) => this.#showEdited(edited),
    },
    () => this.#events,
  );
  readonly detail = signal<NodeDetail | undefined>(undefined);
  readonly inspection = new Inspection({
    fileDetail: () => this.ask((worker) => worker.file.detail()),
    blocks: () => this.ask((worker) => worker.file.blocks()),
    verify: (index) => this.ask((worker) => worker.file.verify(index)),
    stopVerifying: async () => this.#connection?.worker.file.stopVerifying(),
  });

  readonly saving = new Saving({
    noteSaved: () => this.ask((worker) => worker.edit.noteSaved()),
    become: (state) => this.editing.note(state),
    place: () => this.linking.place,
    main: () => this.main.value,
    isFits: () => this.file.value?.dialect === "fits",
    open: (source, place) => this.open(source, place),
    note: (notice) => this.note(notice),
  });

  readonly uniqueName: ReadonlySignal<string>;
  readonly neighbours: ReadonlySignal<readonly Neighbour[]>;
  readonly waiting: ReadonlySignal<readonly WaitingFile[]>;
  readonly skyRegions: SkyRegions;
  readonly openBeside: ViewHost["openBeside"];
  readonly scene: Scene;
  readonly reading = new Reading((notices) => {
    this.notices.value = [...this.notices.value, ...notices];
  });
  readonly part = signal<ComplexPart>("amplitude");
  readonly markers = signal<ReadonlyMap<string, Markers>>(new Map());
  readonly standIn = signal<ArrayNode | undefined>(undefined);
  readonly linking: Linking;
  readonly history: DisplayHistory;

  readonly #endAhead: () => void;
  readonly #events: SessionEvents;
  readonly #models = new Models(this, (linked) => this.linking.models.add(linked));
  #connection: Connection | undefined;
  /** The node that was last asked for; what comes later to another one does not select it. */
  #wanted: number | undefined;
  /** What to show of the file that is being opened, and when that is shown. */
  #initial: Place = {};
  #arrived = Promise.resolve();

  constructor(views: readonly View[], events: SessionEvents, besides: Besides) {
    ({ neighbours: this.neighbours, waiting: this.waiting, skyRegions: this.skyRegions } = besides);
    this.uniqueName = besides.uniqueName;
    this.openBeside = besides.openBeside;
    this.scene = new Scene(views, besides);
    this.linking = new Linking({
      scene: this.scene,
      part: this.part,
      side: this.side,
      detail: this.detail,
      find: (path) => this.#find(path),
      reveal: (trail) => this.#revealAlong(trail),
      show: (id) => this.show(id),
      note: (notice) => this.#report(notice),
    });
    this.history = new DisplayHistory(this.linking, this.editing, this.reading.busy);
    this.#endAhead = prepareAhead({
      tree: this.tree,
      scene: this.scene,
      part: this.part,
      isBusy: this.reading.busy,
      prepare: async (request) => (await this.#connection?.prepare(request)) ?? true,
    });
    this.#events = events;
  }

  get section(): Scene["section"] {
    return this.scene.section;
  }

  readonly model: ViewHost["model"] = (kind) => this.#models.of(kind);

  /**
   * Opens a file in place of the one shown, at `initial` as far as the file has that. A file still being opened is
   * abandoned.
   */
  async open(source: ViewerSource | Promise<ViewerSource>, initial: Place = {}): Promise<OpenOutcome> {
    this.close();
    this.#initial = initial;
    let failure = REPLACED;
    const refuse = (notice: Notice): OpenOutcome => {
      failure = notice;
      this.close();
      this.#report(notice);
      return { failure };
    };
    let connection: Connection;
    try {
      connection = new Connection((notice) =>
        this.phase.value === "open" ? this.#report(notice) : refuse(notice),
      );
    } catch (cause) {
      return refuse(noticeOf(cause));
    }
    this.#connection = connection;
    const isCurrent = () => this.#connection === connection;
    this.phase.value = "opening";
    try {
      const what = await source;
      if (!isCurrent()) {
        return { failure };
      }
      this.saving.begin(what);
      this.name.value = nameOf(what);
      const onProgress = (progress: Progress): void => {
        if (isCurrent() && this.phase.value === "opening") {
          this.progress.value = { rows: this.progress.value?.rows, ...progress };
        }
      };
      const { path } = this.#initial;
      const opened = await connection.open(setOf(what), path, onProgress);
      const trail = path === undefined ? undefined : await this.#find(path);
      const isThere = path === undefined || trail?.at(-1) === opened?.shown;
      if (opened && isCurrent()) {
        const place = this.#initial;
        const isShown = isThere && place.path === path;
        this.#show(opened, connection, isShown ? place : {});
        const selected = this.tree.selected.peek();
        this.#arrived = this.#arrived.then(async () => {
          // A node that was chosen meanwhile stays.
          if (this.tree.selected.peek() === selected) {
            await (isShown ? this.linking.select(place) : this.linking.follow(place));
          }
        });
        return { file: opened.file };
      }
      return { failure };
    } catch (cause) {
      return isCurrent() ? refuse(noticeOf(cause)) : { failure };
    }
  }

  /** Goes to a place in the file, once it is open. */
  async goTo(place: Place): Promise<void> {
    this.#initial = place;
    if (this.phase.value === "open") {
      await this.linking.follow(place);
      this.history.rest();
    }
  }

  readonly display: ViewHost["display"] = (view, words) => this.goTo(this.linking.displayed(view, words));

  /** Resolves once the place that the file was opened at is shown. */
  async arrive(): Promise<void> {
    await this.#arrived;
  }

  /** Shows another of the files opened together. */
  choose(main: string): Promise<OpenOutcome> {
    return this.open({ files: this.saving.files, main, mains: this.mains.value });
  }

  /** The files that could be shown instead of this one. */
  get others(): readonly FileSet[] {
    const others = this.mains.value.filter((main) => main !== this.main.value);
    return others.map((main) => ({ files: this.saving.files, main, mains: [main] }));
  }

  /** Keeps to the file shown. */
  separate(): void {
    this.mains.value = [this.main.value];
  }

  /** Returns to the empty page and stops all work. */
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
      this.markers.value = new Map();
      this.saving.clear();
      this.editing.clear();
      this.#forget();
    });
  }

  dispose(): void {
    this.close();
    this.history.dispose();
    this.#endAhead();
    this.#models.dispose();
  }

  /** Lets go of what is no longer open beside this file. */
  forgetNeighbour(): void {
    this.neighbours.peek();
    this.waiting.peek();
    this.#models.forgetNeighbour();
  }

  /** Selects a node and reads its details. A link that has not arrived yet is not followed further. */
  async select(id: number): Promise<void> {
    this.#want(id);
    await this.#select(id);
  }

  #want(id: number): void {
    this.linking.abandon();
    this.#wanted = id;
  }

  async #select(id: number): Promise<void> {
    batch(() => {
      this.tree.selected.value = id;
      this.tree.sought.value += 1;
    });
    const detail = await this.ask((worker) => worker.tree.detail(id));
    if (detail?.renewed) {
      this.tree.renew(detail.renewed);
    }
    batch(() => {
      if (detail && this.tree.selected.value === id) {
        this.detail.value = detail;
      }
      this.linking.noteStage(detail);
    });
  }

  /** Unfolds the tree down to a node and selects it. */
  async reveal(id: number): Promise<void> {
    this.#want(id);
    const trail = await this.ask((worker) => worker.tree.trail(id));
    if (trail && this.#wanted === id) {
      await this.#revealAlong(trail);
    }
  }

  /** Opens the node on the stage; one that has not come, once it has, if it is still selected. */
  show(id: number): void {
    const node = this.tree.node(id);
    if (node) {
      batch(() => {
        this.scene.show(node);
        this.linking.noteStage(this.detail.peek());
      });
    } else {
      void this.tree.reveal([id]).then(() => {
        if (this.tree.selected.value === id && this.tree.node(id)) {
          this.show(id);
        }
      });
    }
  }

  async read(work: (work: Work) => Promise<void>): Promise<Notice | undefined> {
    const connection = this.#connection;
    const failure = connection && (await this.reading.run(connection, work));
    if (failure && !isAborted(failure)) {
      this.#events.onFailure?.(failure);
    }
    return failure;
  }

  async request<T>(signal: AbortSignal, question: Question<T>): Promise<T> {
    const connection = this.#connection;
    if (!connection) {
      throw ABORTED;
    }
    const answer = await connection.request(signal, question);
    for (const notice of await connection.worker.file.news()) {
      this.note(notice);
    }
    return answer;
  }

  async ask<T>(question: (worker: WorkerApi) => Promise<T>): Promise<T | undefined> {
    const connection = this.#connection;
    try {
      const answer = connection && (await question(connection.worker));
      return this.#connection === connection ? answer : undefined;
    } catch (cause) {
      this.note(noticeOf(cause));
      return undefined;
    }
  }

  tellChecked(checked: Checked): void {
    this.#events.onCheck?.(checked);
  }

  fail(notice: Notice): void {
    this.scene.failure.value = notice;
  }

  pattern(id: number): RegExp | undefined {
    return this.search.isFound(id) ? this.search.pattern.value : undefined;
  }

  dismiss(notice: Notice): void {
    this.notices.value = this.notices.value.filter((other) => other !== notice);
  }

  #show(opened: Opened, connection: Connection, initial: Place): void {
    batch(() => {
      this.phase.value = "open";
      this.progress.value = undefined;
      this.file.value = opened.file;
      this.name.value = fileName(opened.file.name);
      this.main.value = opened.main;
      this.mains.value = opened.mains;
      this.notices.value = opened.warnings;
      this.tree.fill(opened, this.#treeHost(connection));
    });
    const isLong = isLongLine(this.tree.node(opened.shown), this.saving.files.length > 0);
    this.#begin(isLong && initial.path === undefined ? undefined : opened.shown, initial);
    this.#events.onOpen?.(opened.file);
  }

  #begin(shown: number | undefined, initial: Place): void {
    const selected = this.tree.selected.value;
    this.#arrived = selected === undefined ? Promise.resolve() : this.select(selected);
    if (shown !== undefined) {
      this.show(shown);
      this.linking.enter(shown, initial);
    }
  }

  /** The trail to the node at a path, if the file has it. */
  #find(path: string): Promise<readonly number[] | undefined> {
    return this.ask((worker) => worker.tree.trailAlong(path));
  }

  async #revealAlong(trail: readonly number[]): Promise<void> {
    const id = trail.at(-1);
    this.#wanted = id;
    if ((await this.tree.reveal(trail)) && id !== undefined && this.#wanted === id) {
      await this.#select(id);
    }
  }

  get #worker(): WorkerApi {
    if (!this.#connection) {
      throw ABORTED;
    }
    return this.#connection.worker;
  }

  async #showEdited(edited: Edited): Promise<void> {
    const { focus, reopened } = edited;
    if (reopened) {
      this.#refill(reopened);
      return;
    }
    batch(() => {
      this.tree.update(edited);
      this.search.outdate();
      this.#models.outdate();
      this.scene.renew((id) => this.tree.node(id));
    });
    if (focus !== undefined) {
      await this.reveal(focus);
    }
  }

  #treeHost(connection: Connection): TreeHost {
    return {
      children: (id) => this.#children(connection, id),
      nodes: (ids) => this.ask((worker) => worker.tree.nodes(ids)),
      keyed: (ids, text) => this.ask((worker) => worker.tree.keyed({ ids, text })),
    };
  }

  async #children(connection: Connection, id: number): Promise<Children> {
    try {
      return await connection.worker.tree.children(id);
    } catch (cause) {
      this.note(noticeOf(cause));
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
      this.tree.fill(tree, this.#treeHost(connection));
    });
    this.#begin(tree.shown, {});
  }

  /** Forgets the tree and everything derived from it. */
  #forget(): void {
    this.tree.clear();
    this.search.clear();
    this.inspection.clear();
    this.detail.value = undefined;
    for (const part of [this.reading, this.scene, this.linking, this.#models]) {
      part.clear();
    }
  }

  #report(notice: Notice): void {
    this.note(notice);
    this.#events.onFailure?.(notice);
  }

  note(notice: Notice): void {
    const isKnown = this.notices.value.some(
      ({ message, path }) => message === notice.message && path === notice.path,
    );
    if (!isAborted(notice) && !isKnown) {
      this.notices.value = [...this.notices.value, notice];
    }
  }
}
