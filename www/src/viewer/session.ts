/**
 * What the viewer knows and can be asked to do. One file is open at a time;
 * everything shown is a signal, everything done is a method, and only the
 * newest request may change what is shown.
 */
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { Assembly } from "./engine/assembly.ts";
import { Connection } from "./engine/connection.ts";
import { isAborted, noticeOf } from "./engine/notices.ts";
import type {
  Cells,
  FileFacts,
  FileSet,
  FolderFile,
  IntervalName,
  NodeDetail,
  Notice,
  Opened,
  Plane,
  PlaneLimits,
  PlanePart,
  Progress,
  TreeNode,
} from "./engine/protocol.ts";
import { Inspection } from "./panels/inspection.ts";
import { TreeModel } from "./tree/model.ts";
import { TreeSearch } from "./tree/search.ts";

/** What can be opened: a file, files that may refer to each other, or a URL. */
export type ViewerSource = Blob | readonly FolderFile[] | string;
export type Phase = "empty" | "opening" | "open";
export type Stretch = "linear" | "asinh";
export type ColormapName = "gray" | "viridis" | "inferno";

/** What the stage shows. */
export type View =
  | { readonly kind: "nothing" }
  | { readonly kind: "image"; readonly plane: Plane }
  | { readonly kind: "cells"; readonly cells: Cells }
  | { readonly kind: "failed"; readonly notice: Notice };

/** The pixel being read out, by pointer or, `centre`, by keys. */
export interface Readout {
  readonly x: number;
  readonly y: number;
  readonly centre: boolean;
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
  readonly tree = new TreeModel();
  readonly search = new TreeSearch({
    begin: (text) => this.#ask((connection) => connection.search(text)),
    goOn: () => this.#ask((connection) => connection.searchOn()),
    reveal: (id) => this.reveal(id),
    selected: () => this.tree.selected.value,
  });
  readonly detail = signal<NodeDetail | undefined>(undefined);
  readonly inspection = new Inspection({
    fileDetail: () => this.#ask((connection) => connection.file()),
    blocks: () => this.#ask((connection) => connection.blocks()),
    verify: (index) => this.#ask((connection) => connection.verify(index)),
    stopVerifying: async () => this.#connection?.stopVerifying(),
  });

  readonly view = signal<View>({ kind: "nothing" });
  /** What is being read. */
  readonly reading = signal<"image" | "cells" | undefined>(undefined);
  readonly plane = computed(() => (this.view.value.kind === "image" ? this.view.value.plane : undefined));
  /** How many rows of the plane have come, and why no more will if these are not all. */
  readonly rows = signal(0);
  readonly shortfall = signal<Notice | undefined>(undefined);
  readonly limits = signal<PlaneLimits | undefined>(undefined);
  readonly readout = signal<Readout | undefined>(undefined);

  readonly stretch = signal<Stretch>("asinh");
  readonly interval = signal<IntervalName>("99.5");
  readonly colormap = signal<ColormapName>("gray");
  readonly inverted = signal(false);

  readonly #events: SessionEvents;
  readonly #stopLimits: () => void;
  #connection: Connection | undefined;
  #files: readonly FolderFile[] = [];
  #request = 0;
  /** The plane that the newest request has begun to show. */
  #assembly: Assembly | undefined;
  /** The node that was last asked to be revealed. */
  #revealed: number | undefined;

  constructor(events: SessionEvents = {}) {
    this.#events = events;
    this.#stopLimits = effect(() => {
      const interval = this.interval.value;
      if (untracked(() => this.plane.value)) {
        void this.#updateLimits(interval);
      }
    });
  }

  /** Opens a file in place of the one shown; one still being opened is abandoned. */
  open(source: ViewerSource | Promise<ViewerSource>): Promise<void> {
    return this.#open(async () => {
      const what = await source;
      if (typeof what === "string") {
        return what;
      }
      return { files: what instanceof Blob ? [{ path: nameOf(what), file: what }] : what };
    });
  }

  /** Shows another of the files that came together. */
  choose(main: string): Promise<void> {
    const set = { files: this.#files, main, mains: this.mains.value };
    return this.#open(async () => set);
  }

  async #open(source: () => Promise<FileSet | string>): Promise<void> {
    this.close();
    const connection = new Connection((message) =>
      this.#fail({ severity: "error", code: "unexpected", message }),
    );
    this.#connection = connection;
    const isCurrent = () => this.#connection === connection;
    this.phase.value = "opening";
    try {
      const what = await source();
      if (!isCurrent()) {
        return;
      }
      this.#files = typeof what === "string" ? [] : what.files;
      this.name.value = typeof what === "string" ? lastOf(what.split(/[?#]/)[0] ?? "") : nameOfSet(what);
      const opened = await connection.open(what, (progress) => {
        if (isCurrent() && this.phase.value === "opening") {
          this.progress.value = progress;
        }
      });
      if (opened && isCurrent()) {
        this.#show(opened, connection);
      }
    } catch (cause) {
      if (isCurrent()) {
        this.#fail(noticeOf(cause));
      }
    }
  }

  /** Back to the empty page; whatever is going on stops. */
  close(): void {
    this.#request += 1;
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
      this.tree.clear();
      this.search.clear();
      this.inspection.clear();
      this.detail.value = undefined;
      this.#clearStage();
    });
  }

  dispose(): void {
    this.close();
    this.#stopLimits();
  }

  /** Makes the node the current one and looks up what there is to say about it. */
  async select(id: number): Promise<void> {
    this.tree.selected.value = id;
    const detail = await this.#ask((connection) => connection.detail(id));
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
    const trail = await this.#ask((connection) => connection.trail(id));
    if (trail && (await this.tree.reveal(trail)) && this.#revealed === id) {
      await this.select(id);
    }
  }

  /** The text of which the node's detail has the beginning. */
  textOf(id: number): Promise<string | undefined> {
    return this.#ask((connection) => connection.text(id));
  }

  /** A scalar's text in full, anything else as JSON. */
  valueOf(id: number): Promise<string | undefined> {
    return this.#ask((connection) => connection.value(id));
  }

  /** Opens the node on the stage, if it is an array. */
  show(id: number): void {
    const node = this.tree.rows.value.find((row) => row.node.id === id)?.node;
    if (node?.array?.view === "image") {
      void this.showPlane(
        id,
        node.array.shape.slice(0, -2).map(() => 0),
      );
    } else if (node?.array) {
      void this.#showCells(node);
    }
  }

  /** Draws one plane of an array: the index on each axis before the last two. Rows are drawn as they come. */
  async showPlane(id: number, leading: readonly number[]): Promise<void> {
    await this.#read("image", async (connection, isCurrent) => {
      const onProgress = (progress: Progress): void => {
        if (isCurrent()) {
          this.progress.value = progress;
        }
      };
      const onPart = (part: PlanePart): void => {
        if (isCurrent()) {
          this.#take(part);
        }
      };
      await connection.plane(id, leading, this.interval.value, onProgress, onPart);
      return () => {};
    });
  }

  /** Reads the plane that is shown again. */
  readAgain(): void {
    const plane = this.plane.value;
    if (plane) {
      void this.showPlane(plane.node, plane.leading);
    }
  }

  /** Shows further rows of the plane being read, or its first in place of what was shown. */
  #take(part: PlanePart): void {
    batch(() => {
      if (this.#assembly && part.start > 0) {
        this.#assembly.add(part);
      } else {
        this.#assembly = new Assembly(part);
        this.view.value = { kind: "image", plane: this.#assembly.plane };
        this.readout.value = undefined;
        this.shortfall.value = undefined;
      }
      this.rows.value = part.stop;
      this.limits.value = part.limits ?? this.limits.value;
    });
  }

  /** Stops the reading under way; what is shown stays. */
  stop(): void {
    this.#request += 1;
    void this.#connection?.stop();
    batch(() => {
      this.reading.value = undefined;
      this.progress.value = undefined;
      if (this.#assembly && this.rows.value < this.#assembly.plane.height) {
        const message = "the reading was cancelled";
        this.shortfall.value = { severity: "warning", code: "aborted", message };
      }
    });
  }

  dismiss(notice: Notice): void {
    this.notices.value = this.notices.value.filter((other) => other !== notice);
  }

  /** The answer to a question about the tree, if there is one; a failure becomes a notice. */
  async #ask<T>(question: (connection: Connection) => Promise<T>): Promise<T | undefined> {
    const connection = this.#connection;
    try {
      const answer = connection && (await question(connection));
      return this.#connection === connection ? answer : undefined;
    } catch (cause) {
      this.#note(noticeOf(cause));
      return undefined;
    }
  }

  async #showCells(node: TreeNode): Promise<void> {
    await this.#read("cells", async (connection) => {
      const cells = await connection.cells(node.id);
      return () => {
        this.#clearStage();
        this.view.value = { kind: "cells", cells };
      };
    });
  }

  /** Runs a reading; its result is shown only while no newer one was asked for. */
  async #read(
    what: "image" | "cells",
    work: (connection: Connection, isCurrent: () => boolean) => Promise<() => void>,
  ): Promise<void> {
    const connection = this.#connection;
    if (!connection) {
      return;
    }
    this.#request += 1;
    this.#assembly = undefined;
    const request = this.#request;
    const isCurrent = () => this.#request === request;
    this.reading.value = what;
    let finish: () => void;
    try {
      finish = await work(connection, isCurrent);
    } catch (cause) {
      const notice = noticeOf(cause);
      finish = () => this.#failStage(notice);
    }
    const news = await connection.news();
    if (isCurrent()) {
      batch(() => {
        this.notices.value = [...this.notices.value, ...news];
        this.reading.value = undefined;
        this.progress.value = undefined;
        finish();
      });
    }
  }

  async #updateLimits(interval: IntervalName): Promise<void> {
    const request = this.#request;
    try {
      const limits = await this.#connection?.limits(interval);
      if (limits && this.#request === request && this.interval.value === interval) {
        this.limits.value = limits;
      }
    } catch (cause) {
      this.#note(noticeOf(cause));
    }
  }

  #show(opened: Opened, connection: Connection): void {
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
    const selected = this.tree.selected.value;
    if (selected !== undefined) {
      void this.select(selected);
      this.show(selected);
    }
    this.#events.onOpen?.(opened.file);
  }

  async #children(connection: Connection, id: number): Promise<readonly TreeNode[]> {
    try {
      return await connection.children(id);
    } catch (cause) {
      this.#note(noticeOf(cause));
      throw cause;
    }
  }

  #fail(notice: Notice): void {
    this.close();
    this.#note(notice);
    this.#events.onFailure?.(notice);
  }

  #failStage(notice: Notice): void {
    if (isAborted(notice)) {
      return;
    }
    if (this.#assembly) {
      this.shortfall.value = notice;
    } else {
      this.#clearStage();
      this.view.value = { kind: "failed", notice };
    }
    this.#events.onFailure?.(notice);
  }

  #clearStage(): void {
    this.view.value = { kind: "nothing" };
    this.rows.value = 0;
    this.shortfall.value = undefined;
    this.limits.value = undefined;
    this.readout.value = undefined;
    this.reading.value = undefined;
  }

  #note(notice: Notice): void {
    if (!isAborted(notice)) {
      this.notices.value = [...this.notices.value, notice];
    }
  }
}

function nameOf(file: Blob): string {
  return file instanceof File ? file.name : "file";
}

function nameOfSet({ files, main }: FileSet): string {
  return lastOf(main ?? (files.length === 1 ? (files[0]?.path ?? "") : `${files.length} files`));
}

function lastOf(path: string): string {
  return path.split("/").at(-1) ?? path;
}
