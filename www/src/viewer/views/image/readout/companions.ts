/**
 * What the arrays beside the image have at the pixel that is read out: its error, its flags, and their own values. Elements are
 * read around a pixel on which the pointer rests; at a picked one also where that decodes much.
 */
import { signal } from "@preact/signals";
import type { Companions } from "../../../protocol/images/beside.ts";
import { ABORTED } from "../../../protocol/notices.ts";
import type { Elements, Section } from "../../../protocol/plane.ts";
import type { ViewHost, ViewModel } from "../../../state/view.ts";
import type { Rect, Size } from "../camera/camera.ts";
import type { Patch } from "../model/neighbourhood.ts";
import { holds, REST, widened } from "../model/patches.ts";

/** The grain of what is read around a pixel, and how many such areas are kept. */
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

/** Elements of an array around a pixel; undefined if they were not read, since that would have decoded much. */
interface Area {
  readonly node: number;
  readonly section: Section;
  readonly patch: Patch | undefined;
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
      const found = await this.#host.ask((worker) => worker.companions(node));
      this.#companions.value = found && { of: node, found };
    }
  }

  companionsOf(node: number): Companions | undefined {
    const known = this.#companions.value;
    return known?.of === node ? known.found : undefined;
  }

  /** The elements of an array around a pixel, once read. */
  at(node: number, section: Section, x: number, y: number): Patch | undefined {
    return this.#areaOf(this.#areas.value, node, section, x, y)?.patch;
  }

  /** Reads what is not known once the pointer rests. Returns a function that gives that up. */
  want(wanted: Wanted, size: Size): () => void {
    const stopping = new AbortController();
    const timer = setTimeout(() => void this.read(wanted, size, stopping.signal).catch(() => {}), REST);
    return () => {
      clearTimeout(timer);
      stopping.abort(ABORTED);
    };
  }

  /** Reads what is not known. */
  async read({ nodes, section, x, y, asked }: Wanted, size: Size, signal: AbortSignal): Promise<void> {
    const missing = nodes.filter((node) => {
      const area = this.#areaOf(this.#areas.peek(), node, section, x, y);
      return !area || (asked && !area.patch);
    });
    if (missing.length === 0) {
      return;
    }
    const place = widened({ x, y, width: 1, height: 1 }, GRAIN, size);
    const read = await this.#host.request(signal, (worker, task) =>
      worker.elements(task, missing, section, { ...place, step: 1 }, asked),
    );
    const areas = missing.map((node, i) => ({ node, section, place, patch: patchOf(read[i], place) }));
    this.#areas.value = [...areas, ...this.#areas.peek()].slice(0, KEPT);
  }

  clear(): void {
    this.#companions.value = undefined;
    this.#areas.value = [];
  }

  #areaOf(areas: readonly Area[], node: number, section: Section, x: number, y: number): Area | undefined {
    return areas.find(
      (area) =>
        area.node === node && area.section === section && holds(area.place, { x, y, width: 1, height: 1 }),
    );
  }
}

function patchOf(elements: Elements | undefined, place: Rect): Patch | undefined {
  return elements && { ...elements, ...place };
}
