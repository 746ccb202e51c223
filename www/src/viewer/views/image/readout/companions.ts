/**
 * What the arrays beside the image have at the pixel that is read out: its error, its flags, and their own values. Elements are
 * read around a pixel on which the pointer rests; at a picked one also where much is fetched for that.
 */

import type { Section } from "@asdf-wasm/science/sections/section";
import { signal } from "@preact/signals";
import type { Companions } from "../../../protocol/images/beside.ts";
import { ABORTED, noticeOf } from "../../../protocol/notices.ts";
import type { ViewHost, ViewModel } from "../../../state/view.ts";
import type { Rect, Size } from "../camera/camera.ts";
import { holds, REST, widened } from "../model/patches.ts";
import { type Found, isRead } from "./found.ts";

/** The grain of what is read around a pixel, and how many such areas are kept besides the last ones. */
const GRAIN = 16;
const KEPT = 32;

/** A pixel of a section, and the arrays whose elements are wanted there. */
export interface Wanted {
  readonly nodes: readonly number[];
  readonly section: Section;
  readonly x: number;
  readonly y: number;
  /** Whether a person asked for them, whatever that costs. */
  readonly asked: boolean;
}

interface Area {
  readonly node: number;
  readonly section: Section;
  readonly found: Found;
  readonly place: Rect;
}

type BesideHost = Pick<ViewHost, "ask" | "request">;

export class BesideModel implements ViewModel {
  /** What belongs to an array, once it is known. */
  readonly #companions = signal<{ readonly of: number; readonly found: Companions } | undefined>(undefined);
  readonly #areas = signal<readonly Area[]>([]);
  readonly #host: BesideHost;

  constructor(host: BesideHost) {
    this.#host = host;
  }

  /** Finds what belongs to an array. */
  async show(node: number): Promise<void> {
    if (this.#companions.peek()?.of !== node) {
      const found = await this.#host.ask((worker) => worker.beside.companions(node));
      this.#companions.value = found && { of: node, found };
    }
  }

  companionsOf(node: number): Companions | undefined {
    const known = this.#companions.value;
    return known?.of === node ? known.found : undefined;
  }

  /** What was found of an array around a pixel. */
  at(node: number, section: Section, x: number, y: number): Found {
    return this.#areaOf(this.#areas.value, node, section, x, y)?.found ?? "loading";
  }

  /** Reads what is not known once the pointer rests. Returns a function that gives that up. */
  want(wanted: Wanted, size: Size): () => void {
    const stopping = new AbortController();
    const timer = setTimeout(() => void this.read(wanted, size, stopping.signal), REST);
    return () => {
      clearTimeout(timer);
      stopping.abort(ABORTED);
    };
  }

  /** Reads what is not known. Each array is shown as soon as it is read, however long the others take. */
  async read({ nodes, section, x, y, asked }: Wanted, size: Size, signal: AbortSignal): Promise<void> {
    const missing = nodes.filter((node) => {
      const area = this.#areaOf(this.#areas.peek(), node, section, x, y);
      return !area || (asked && !isRead(area.found));
    });
    const place = areaAround(x, y, size);
    const readOne = async (node: number): Promise<void> => {
      const found = await this.#found(node, section, place, asked, signal);
      if (!signal.aborted) {
        this.#areas.value = [{ node, section, place, found }, ...this.#areas.peek()].slice(
          0,
          KEPT + nodes.length,
        );
      }
    };
    await Promise.all(missing.map(readOne));
  }

  clear(): void {
    this.#companions.value = undefined;
    this.#areas.value = [];
  }

  async #found(
    node: number,
    section: Section,
    place: Rect,
    asked: boolean,
    signal: AbortSignal,
  ): Promise<Found> {
    try {
      const elements = await this.#host.request(signal, (worker, signal) =>
        worker.beside.elements({ node, section, excerpt: { ...place, step: 1 }, asked }, signal),
      );
      return elements ? { ...elements, ...place } : "on request";
    } catch (cause) {
      return noticeOf(cause);
    }
  }

  #areaOf(areas: readonly Area[], node: number, section: Section, x: number, y: number): Area | undefined {
    return areas.find(
      (area) =>
        area.node === node && area.section === section && holds(area.place, { x, y, width: 1, height: 1 }),
    );
  }
}

/** What is read for a pixel. */
export function areaAround(x: number, y: number, size: Size): Rect {
  return widened({ x, y, width: 1, height: 1 }, GRAIN, size);
}
