/**
 * Where a link leads in an open file: the node on the stage and the selected one, view, section, picked element, and the words
 * of the views. The place that is shown is read from the session; of the place in a link, what the file has is shown.
 */

import type { ComplexPart } from "@asdf-wasm/science/elements/values";
import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { NodeDetail, Notice } from "../protocol/facts.ts";
import { type Linked, LinkedModels, numberIn, type Words } from "./linked.ts";
import type { Scene } from "./scene.ts";
import { sectionText } from "./section.ts";

/** What to show of a file; what the file does not have is ignored. */
export interface Place {
  /** The path of the node on the stage. */
  readonly path?: string | undefined;
  /** The path of the selected node, if it is another. */
  readonly selected?: string | undefined;
  /** The name of a view. */
  readonly view?: string | undefined;
  /** The section of an array, as links write it. */
  readonly section?: string | undefined;
  /** How it is displayed. Without, everything stays as it is. */
  readonly words?: Words | undefined;
}

/** How a node is displayed. */
export interface Display {
  readonly node: number;
  readonly words: Words;
}

const SIDES = ["contents", "file", "hdus"] as const;

export type SidePanel = (typeof SIDES)[number];

const PARTS: readonly ComplexPart[] = ["amplitude", "phase", "real", "imaginary"];

/** The part of the session that is needed to go to a place. */
export interface LinkingHost {
  readonly scene: Scene;
  readonly part: Signal<ComplexPart>;
  readonly side: Signal<SidePanel>;
  readonly detail: ReadonlySignal<NodeDetail | undefined>;
  /** The nodes from the first level down to the one at a path, if the file has it. */
  find(path: string): Promise<readonly number[] | undefined>;
  /** Unfolds the tree along a trail, and selects its last node. */
  reveal(trail: readonly number[]): Promise<void>;
  show(id: number): void;
  note(notice: Notice): void;
}

export class Linking {
  readonly models = new LinkedModels();
  readonly #host: LinkingHost;
  /** The path of the node on the stage, which may have been selected long ago. */
  readonly #stage = signal<{ readonly id: number; readonly path: string } | undefined>(undefined);
  /** The last place that was known whole, and the node whose details were known then. */
  #last: { readonly detail: number; readonly place: Place } | undefined;
  /** Asked for by the address and by the history of the display: found once. */
  readonly #place = computed(() => this.#placeNow());
  /** Counts the places gone to: a newer one replaces one that is not reached yet. */
  #newest = 0;

  constructor(host: LinkingHost) {
    this.#host = host;
    this.models.add(ofSession(host));
  }

  /** What is shown; undefined while that is not known. Reads signals. */
  get place(): Place | undefined {
    return this.#place.value;
  }

  /** What is shown, in another view and with other words. */
  displayed(view: string, words: Words): Place {
    const place = this.#place.peek();
    return { ...place, view, words: { ...place?.words, ...words } };
  }

  #placeNow(): Place | undefined {
    const { scene, detail } = this.#host;
    const [node, stage, facts] = [detail.value, this.#stage.value, scene.facts.value];
    if (!node) {
      return undefined;
    }
    if (!facts || stage?.id !== facts.id) {
      // Until the details of another node on the stage arrive, the place before it stands: half of it would replace it in a history.
      return facts && this.#last?.detail === node.id ? this.#last.place : { path: node.path };
    }
    const view = scene.view.value?.name;
    const section = scene.section.current.value;
    const { axes, index } = section;
    const place = {
      path: stage.path,
      ...(node.id !== facts.id && { selected: node.path }),
      ...(view !== scene.views.value[0]?.name && { view }),
      ...(facts.array && index.length > axes.length && { section: sectionText(section, facts.array.shape) }),
      ...(view !== "text" && { words: this.models.words(facts.id) }),
    };
    this.#last = { detail: node.id, place };
    return place;
  }

  /** How the node on the stage is displayed; undefined while that is not known. Reads signals. */
  get display(): Display | undefined {
    const [facts, stage, place] = [this.#host.scene.facts.value, this.#stage.value, this.place];
    return facts && stage?.id === facts.id && place?.words
      ? { node: facts.id, words: place.words }
      : undefined;
  }

  /** Notes the path of the node on the stage, when it is put there or its details arrive. */
  noteStage(node: NodeDetail | undefined): void {
    const facts = this.#host.scene.facts.peek();
    if (facts && facts.id === node?.id) {
      this.#stage.value = { id: facts.id, path: node.path };
    }
    if (facts) {
      this.models.leave(facts.id);
    }
  }

  /** Goes to a place in the file that is open. */
  async follow(place: Place): Promise<void> {
    this.#newest += 1;
    const going = this.#newest;
    const isNewest = () => this.#newest === going;
    const trail = place.path === undefined ? undefined : await this.#host.find(place.path);
    const node = trail?.at(-1);
    if (!isNewest()) {
      return;
    }
    if (!trail || node === undefined) {
      if (place.path !== undefined) {
        this.#note(`the link leads to “${place.path}”, which is not in this file`);
      }
      return;
    }
    await this.#host.reveal(trail);
    if (!isNewest()) {
      return;
    }
    this.#host.show(node);
    this.enter(node, { ...place, words: place.words ?? {} });
    await this.select(place);
  }

  /** Selects the node that is selected at a place, if it is not the one on the stage. */
  async select({ selected }: Place): Promise<void> {
    const going = this.#newest;
    const trail = selected === undefined ? undefined : await this.#host.find(selected);
    if (trail && this.#newest === going) {
      await this.#host.reveal(trail);
    }
  }

  /** Goes to view, section and display of the node on the stage. */
  enter(node: number, { view, section, words }: Place): void {
    const { scene } = this.#host;
    const facts = scene.facts.peek();
    if (facts?.id !== node) {
      return;
    }
    batch(() => {
      const missing = scene.goTo({ view, section });
      if (missing.length > 0) {
        this.#note(`the link leads to ${missing.join(" and ")}, which “${facts.key}” does not have`);
      }
      if (words) {
        this.models.follow(words, node);
      }
    });
  }

  /** Gives up the place that is being gone to: another node was chosen. */
  abandon(): void {
    this.#newest += 1;
  }

  clear(): void {
    this.abandon();
    this.#stage.value = undefined;
    this.#last = undefined;
    this.models.clear();
  }

  #note(message: string): void {
    this.#host.note({ severity: "warning", code: "not-in-file", message });
  }
}

/** The picked element, counted across and upwards as the readout does, the part of complex numbers, and the panel at the side. */
function ofSession({ scene: { section }, part, side }: LinkingHost): Linked {
  return {
    names: ["pick", "part", "side"],
    words: () => {
      const cell = section.picked.value;
      return {
        ...(cell && { pick: `${cell.column},${cell.row}` }),
        ...(part.value !== "amplitude" && { part: part.value }),
        ...(side.value !== "contents" && { side: side.value }),
      };
    },
    follow: (words) => {
      const [column, row] = (words["pick"] ?? "").split(",").map(numberIn);
      section.pick(row === undefined || column === undefined ? undefined : { row, column });
      part.value = PARTS.find((known) => known === words["part"]) ?? "amplitude";
      side.value = SIDES.find((known) => known === words["side"]) ?? "contents";
    },
  };
}
