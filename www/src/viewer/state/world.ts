/**
 * The WCS of the array on the stage: those that may belong to it, the one in use, and what that says. Its module is
 * loaded for the first array that has one.
 */

import { isSameShape } from "@asdf-wasm/science/elements/shapes";
import type { Section } from "@asdf-wasm/science/sections/section";
import type { WcsFacts } from "@asdf-wasm/science/wcs/facts";
import { batch, computed, signal } from "@preact/signals";
import type { Notice } from "../protocol/facts.ts";
import type { WcsAnswer, WcsAt, WcsChoice } from "../protocol/wcs.ts";
import type { Linked, Words } from "./linked.ts";
import type { ViewHost, ViewModel } from "./view.ts";

/** The word of a link for no WCS. */
const NONE = "none";

type WorldHost = Pick<ViewHost, "ask" | "section">;

interface Shown {
  readonly node: number;
  readonly axes: readonly number[];
}

export class WorldModel implements ViewModel {
  /** Those that may belong to the array. */
  readonly choices = signal<readonly WcsChoice[]>([]);
  /** The path of the one in use. */
  readonly path = signal<string | undefined>(undefined);
  /** What it says of the section; undefined while that is not known, or if there is none. */
  readonly facts = computed<WcsFacts | undefined>(() => this.#answer.value?.facts);
  /** Whether it is known what it says, or that there is none. */
  readonly isKnown = computed(() => this.#answer.value !== undefined);
  /** Why it cannot be evaluated. */
  readonly problem = computed<Notice | undefined>(() => this.#answer.value?.problem);
  /** What positions are asked for, once they can be evaluated. */
  readonly at = computed<WcsAt | undefined>(() => {
    const { path } = this.facts.value ?? {};
    const { node, axes } = this.#shown.value ?? {};
    const section = this.#host.section.current.value;
    const isCurrent = path !== undefined && isSameShape(section.axes, axes);
    return isCurrent && node !== undefined ? { node, path, section } : undefined;
  });
  readonly #host: WorldHost;
  readonly #answer = signal<WcsAnswer | undefined>(undefined);
  readonly #shown = signal<Shown | undefined>(undefined);
  /** The path that was chosen, and null for none; undefined while it is up to the tree. */
  readonly #chosen = signal<string | null | undefined>(undefined);
  /** In links: `wcs=roman/meta/wcs`, or `wcs=none`, if it was chosen. */
  readonly linked: Linked = {
    names: ["wcs"],
    words: (): Words => {
      const chosen = this.#chosen.value;
      return chosen === undefined ? {} : { wcs: chosen ?? NONE };
    },
    follow: ({ wcs }) => {
      const chosen = wcs === NONE ? null : wcs;
      if (chosen !== this.#chosen.peek()) {
        this.#chosen.value = chosen;
        void this.#again();
      }
    },
  };

  constructor(host: WorldHost) {
    this.#host = host;
  }

  /** The array on the stage. */
  get node(): number | undefined {
    return this.#shown.peek()?.node;
  }

  /** Finds the WCS of an array, and what it says of a section. */
  async show(node: number, section: Section): Promise<void> {
    const before = this.#shown.peek();
    if (before?.node === node && isSameShape(before.axes, section.axes)) {
      return;
    }
    const shown = { node, axes: section.axes };
    batch(() => {
      this.#shown.value = shown;
      this.#answer.value = undefined;
      if (before?.node !== node) {
        this.choices.value = [];
        this.path.value = undefined;
      }
    });
    if (before?.node !== node) {
      const choices = (await this.#host.ask((worker) => worker.wcs.beside(node))) ?? [];
      if (this.#shown.peek() !== shown) {
        return;
      }
      this.choices.value = choices;
    }
    await this.#evaluate(shown, section);
  }

  /** Uses another WCS, or none. */
  async choose(path: string | undefined): Promise<void> {
    this.#chosen.value = path ?? null;
    await this.#again();
  }

  /** No array is on the stage. */
  hide(): void {
    batch(() => {
      this.#shown.value = undefined;
      this.#answer.value = undefined;
      this.choices.value = [];
      this.path.value = undefined;
    });
  }

  clear(): void {
    this.#chosen.value = undefined;
    this.hide();
  }

  async #again(): Promise<void> {
    const shown = this.#shown.peek();
    if (shown) {
      await this.#evaluate(shown, this.#host.section.current.peek());
    }
  }

  async #evaluate(shown: Shown, section: Section): Promise<void> {
    const choices = this.choices.peek();
    const chosen = this.#chosen.peek();
    const isKnown = chosen === null || choices.some(({ path }) => path === chosen);
    const path = (isKnown ? chosen : choices.find(({ isBest }) => isBest)?.path) ?? undefined;
    batch(() => {
      this.path.value = path;
      this.#answer.value = undefined;
    });
    const at = path && { node: shown.node, path, section };
    const answer = at ? await this.#host.ask((worker) => worker.wcs.describe(at)) : undefined;
    if (this.#shown.peek() === shown && this.path.peek() === path) {
      this.#answer.value = answer ?? {};
    }
  }
}
