/** What the image view shows and how: the plane that was read, as far as it has come, its limits, stretch and colours. */
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { proxy } from "comlink";
import { DisplayModel } from "../../display/model.ts";
import { Assembly } from "../../engine/assembly.ts";
import type { Connection } from "../../engine/connection.ts";
import type {
  ComplexPart,
  Elements,
  Excerpt,
  IntervalName,
  Notice,
  Pixels,
  Plane,
  PlaneLimits,
  PlanePart,
  Slice,
} from "../../engine/protocol.ts";
import type { Work } from "../../reading.ts";
import type { Cover } from "./cover.ts";
import { Regions } from "./regions.ts";
import { Viewpoint } from "./viewpoint.ts";

/** The pixel being read out, by pointer or, `centre`, by keys. */
export interface Readout {
  readonly x: number;
  readonly y: number;
  readonly centre: boolean;
}

/** What the image asks of the session. */
export interface Asked {
  read(work: (work: Work) => Promise<void>): Promise<Notice | undefined>;
  ask<T>(question: (engine: Connection["engine"]) => Promise<T>): Promise<T | undefined>;
  /** Asks for what may take long; it fails when the signal aborts. */
  request<T>(
    signal: AbortSignal,
    question: (engine: Connection["engine"], task: number) => Promise<T>,
  ): Promise<T>;
  /** Shows nothing but why. */
  fail(notice: Notice): void;
}

export class ImageModel {
  readonly plane = signal<Plane | undefined>(undefined);
  /** How many rows of the plane have come, and why no more will if these are not all. */
  readonly rows = signal(0);
  readonly shortfall = signal<Notice | undefined>(undefined);
  readonly limits = signal<PlaneLimits | undefined>(undefined);
  readonly readout = signal<Readout | undefined>(undefined);

  readonly display = new DisplayModel();
  readonly viewpoint = new Viewpoint();
  /** What lies over the image. */
  readonly cover = signal<Cover | undefined>(undefined);
  /** Elements of the plane. */
  readonly regions = computed(() => {
    const plane = this.plane.value;
    return plane && new Regions(plane, (excerpt, signal) => this.excerpt(plane, excerpt, signal));
  });

  readonly #asked: Asked;
  readonly #stopLimits: () => void;
  /** The plane that the newest request has begun to show. */
  #assembly: Assembly | undefined;
  #shown: { readonly node: number; readonly slice: Slice; readonly part: ComplexPart } | undefined;

  constructor(asked: Asked) {
    this.#asked = asked;
    this.#stopLimits = effect(() => {
      const interval = this.display.interval.value;
      if (untracked(() => this.plane.value)) {
        void this.#updateLimits(interval);
      }
    });
  }

  /** Shows a section of an array, unless it does so already. Rows are drawn as they come. */
  async show(node: number, slice: Slice, part: ComplexPart): Promise<void> {
    const shown = this.#shown;
    const isSame = shown?.node === node && shown.slice === slice && shown.part === part;
    if (isSame && this.rows.value === this.plane.value?.height) {
      return;
    }
    this.#assembly = undefined;
    this.#shown = { node, slice, part };
    const failure = await this.#asked.read(async ({ connection, signal, onProgress }) => {
      const onPart = (part: PlanePart): void => {
        if (!signal.aborted) {
          this.#take(part);
        }
      };
      const { engine } = connection;
      const interval = this.display.interval.value;
      await connection.stoppable(signal, (task) =>
        engine.plane(task, node, slice, part, interval, proxy(onProgress), proxy(onPart)),
      );
    });
    if (failure && this.#assembly) {
      this.shortfall.value = failure;
    } else if (failure) {
      this.clear();
      this.#asked.fail(failure);
    }
  }

  /** Reads part of a plane closer up. */
  excerpt(plane: Plane, excerpt: Excerpt, signal: AbortSignal): Promise<Elements & Pick<Pixels, "display">> {
    const { node, slice, part = "amplitude", reference, unit } = plane;
    return this.#asked.request(signal, (engine, task) =>
      engine.excerpt(task, node, slice, part, excerpt, { reference, unit }),
    );
  }

  /** Reads the section that is shown again. */
  readAgain(): void {
    const shown = this.#shown;
    this.#shown = undefined;
    if (shown) {
      void this.show(shown.node, shown.slice, shown.part);
    }
  }

  clear(): void {
    this.viewpoint.forget();
    this.#shown = undefined;
    this.#assembly = undefined;
    batch(() => {
      this.plane.value = undefined;
      this.rows.value = 0;
      this.shortfall.value = undefined;
      this.limits.value = undefined;
      this.readout.value = undefined;
    });
  }

  dispose(): void {
    this.#stopLimits();
  }

  /** Shows further rows of the plane being read, or its first in place of what was shown. */
  #take(part: PlanePart): void {
    batch(() => {
      if (this.#assembly && part.start > 0) {
        this.#assembly.add(part);
      } else {
        this.#assembly = new Assembly(part);
        this.plane.value = this.#assembly.plane;
        this.readout.value = undefined;
        this.shortfall.value = undefined;
      }
      this.rows.value = part.stop;
      this.limits.value = part.limits ?? this.limits.value;
    });
  }

  async #updateLimits(interval: IntervalName): Promise<void> {
    const shown = this.#shown;
    const limits = await this.#asked.ask((engine) => engine.limits(interval));
    if (limits && this.#shown === shown && this.display.interval.value === interval) {
      this.limits.value = limits;
    }
  }
}
