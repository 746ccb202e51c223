/**
 * What a view is, and what it is given: the node it shows, and the part of the session that views need. State that
 * outlives a view (the camera, the held lines) is kept in a model, which the session creates when a view first asks for
 * it and clears with the file.
 */

import type { ComplexPart } from "@asdf-wasm/science/elements/values";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { ComponentType } from "preact";
import type { Question, Reading, Work } from "../client/connection.ts";
import type { ArrayNode, FileSet, Notice, TreeNode } from "../protocol/facts.ts";
import type { Markers } from "../protocol/over/markers.ts";
import type { Checked } from "../protocol/schemas.ts";
import type { WorkerApi } from "../protocol/workerApi.ts";
import type { SkyRegions } from "../regions/skyRegions.ts";
import type { Linked, Words } from "./linked.ts";
import type { SectionModel } from "./section.ts";

/** State of a view that outlives it. One session has one model of each class. */
export interface ViewModel {
  /** Forgets everything about the file. */
  clear(): void;
  dispose?(): void;
  /** The tree was edited. */
  outdate?(): void;
  /** Lets go of a file that was open beside this one: signals that nothing shows keep what they were computed from. */
  forgetNeighbour?(): void;
  /** What links say of it. */
  readonly linked?: Linked;
}

export type ViewModelClass<M extends ViewModel> = new (host: ViewHost) => M;

/** The models of the views of one file. */
export class Models {
  readonly #all = new Map<ViewModelClass<ViewModel>, ViewModel>();
  readonly #host: ViewHost;
  readonly #link: (linked: Linked) => void;

  /** `link`: is told of each model that links speak of. */
  constructor(host: ViewHost, link: (linked: Linked) => void) {
    [this.#host, this.#link] = [host, link];
  }

  /** The model of a class, created when it is first asked for. */
  of<M extends ViewModel>(kind: ViewModelClass<M>): M {
    const known = this.#all.get(kind);
    if (known instanceof kind) {
      return known;
    }
    const model = new kind(this.#host);
    this.#all.set(kind, model);
    if (model.linked) {
      this.#link(model.linked);
    }
    return model;
  }

  forgetNeighbour(): void {
    for (const model of this.#all.values()) {
      model.forgetNeighbour?.();
    }
  }

  outdate(): void {
    for (const model of this.#all.values()) {
      model.outdate?.();
    }
  }

  clear(): void {
    for (const model of this.#all.values()) {
      model.clear();
    }
  }

  dispose(): void {
    for (const model of this.#all.values()) {
      model.dispose?.();
    }
  }
}

/** A file that is open beside this one, in a tab of its own. */
export interface Neighbour {
  /** Unique among the open files. */
  readonly id: string;
  /** Unique as well: links have it. */
  readonly name: ReadonlySignal<string>;
  /** What is on its stage. */
  readonly shown: ReadonlySignal<TreeNode | undefined>;
  readonly host: ViewHost;
  /** Shows its tab. */
  readonly show: () => void;
  /** What another worker can open it from; undefined while it has changes that are not saved, and for a file that the page's host reads. */
  readonly source: () => FileSet | string | undefined;
}

/** A file that was opened together with others, and has not been looked at yet. */
export interface WaitingFile {
  /** Unique among the files. */
  readonly id: string;
  /** Unique as well, and the one that it has once it is open. */
  readonly name: string;
  /** Opens it in a tab that is not shown. Resolves with the id that it has as a neighbour; rejects with the reason for a failure. */
  readonly open: () => Promise<string>;
}

/** What a file has in common with the others that are open. */
export type Besides = Pick<ViewHost, "uniqueName" | "neighbours" | "waiting" | "skyRegions" | "openBeside">;

/** The part of the session that views know. */
export interface ViewHost {
  /** The file's own, by which it is saved. */
  readonly name: ReadonlySignal<string>;
  /** The one by which lists and links tell it from the other open files. */
  readonly uniqueName: ReadonlySignal<string>;
  readonly neighbours: ReadonlySignal<readonly Neighbour[]>;
  readonly waiting: ReadonlySignal<readonly WaitingFile[]>;
  readonly skyRegions: SkyRegions;
  /** Opens a file that was made here in a tab of its own; where the page owns the files, it is saved. */
  readonly openBeside: (file: File) => void;
  readonly section: SectionModel;
  /** Which part of complex numbers is drawn. */
  readonly part: Signal<ComplexPart>;
  readonly reading: Reading;
  /** What the page sets over images of this file, by its names. */
  readonly markers: ReadonlySignal<ReadonlyMap<string, Markers>>;
  /** An array that is computed, and shown in place of the one of the file that it names. */
  readonly standIn: Signal<ArrayNode | undefined>;
  model<M extends ViewModel>(kind: ViewModelClass<M>): M;
  /** Reads for the stage in place of what is being read for it; resolves with the reason for a failure. */
  read(work: (work: Work) => Promise<void>): Promise<Notice | undefined>;
  /** Asks the worker. A failure becomes a notice, and the answer undefined. */
  ask<T>(question: (worker: WorkerApi) => Promise<T>): Promise<T | undefined>;
  /** Asks the worker for something that may take long. Rejects on failure, and when the signal aborts. */
  request<T>(signal: AbortSignal, question: Question<T>): Promise<T>;
  /** Shows the node on the stage in another view, with these words of links. */
  display(view: string, words: Words): Promise<void>;
  /** Tells the page what a check of the file found. */
  tellChecked(checked: Checked): void;
  /** Shows on the stage why there is nothing else. */
  fail(notice: Notice): void;
  /** What the search marks in the text of a node. */
  pattern(id: number): RegExp | undefined;
}

export interface ViewProps {
  readonly host: ViewHost;
  /** The node that is shown. */
  readonly facts: TreeNode;
  readonly view: View;
}

export interface View {
  readonly name: string;
  readonly label: string;
  /** Whether it can show a node; `hasOthers`: if there are other files. */
  readonly suits: (facts: TreeNode, hasOthers: boolean) => boolean;
  readonly load: () => Promise<ComponentType<ViewProps>>;
  /** Whether it has its own colours and uses no colour map. */
  readonly unmapped?: true;
  /** Whether an array that was computed from the node's is seen in its place: given in place of the node, or found by the view itself. */
  readonly standIn?: "given" | "found";
  /** The overlay of the image that makes the view. */
  readonly overlay?: string;
}

/** The node, or the array that was computed from it, if that is seen in its place. */
export function seenIn<N extends TreeNode | undefined>(
  view: View | undefined,
  node: N,
  computed: ArrayNode | undefined,
): N | ArrayNode {
  return view?.standIn && computed && computed.of === node?.id ? computed : node;
}
