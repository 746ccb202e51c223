/** The other image of a comparison: the rows of its plane that have arrived, its limits, and the camera that matches the first one's. */

import type { Filter } from "@asdf-wasm/science/compute/reductions";
import type { ComplexPart, Elements } from "@asdf-wasm/science/elements/values";
import type { Excerpt, Section } from "@asdf-wasm/science/sections/section";
import { batch, signal } from "@preact/signals";
import { ArrivingPlane } from "../../../client/arrivingPlane.ts";
import { ABORTED, isAborted, noticeOf, problemOf } from "../../../protocol/notices.ts";
import type { IntervalName, Pixels, Plane, PlaneLimits, PlanePart } from "../../../protocol/plane.ts";
import type { ViewHost } from "../../../state/view.ts";
import type { Camera } from "../camera/camera.ts";

type OtherHost = Pick<ViewHost, "request" | "ask">;

/** What is read of the other image. */
export interface OtherRequest {
  readonly host: OtherHost;
  readonly node: number;
  readonly section: Section;
  readonly part: ComplexPart;
  readonly filter: Filter | undefined;
}

export class OtherImage {
  readonly plane = signal<Plane | undefined>(undefined);
  readonly rows = signal(0);
  readonly limits = signal<PlaneLimits | undefined>(undefined);
  /** Why it is not shown, or only in part. */
  readonly problem = signal("");
  /** Undefined while it is the first image's. */
  readonly camera = signal<Camera | undefined>(undefined);
  #shown: OtherRequest | undefined;
  #stopping = new AbortController();

  /** Reads a plane, unless it is known. Rows are drawn as they arrive. */
  async show(request: OtherRequest, interval: IntervalName): Promise<void> {
    const { host, node, section, part, filter } = request;
    const before = this.#shown;
    const isSame = before?.host === host && before.node === node && before.section === section;
    if (isSame && before.part === part && before.filter === filter) {
      return;
    }
    this.clear();
    this.#shown = request;
    const { signal } = this.#stopping;
    let arriving: ArrivingPlane | undefined;
    const onPart = (rows: PlanePart): void => {
      if (signal.aborted) {
        return;
      }
      if (arriving && rows.start > 0) {
        arriving.add(rows);
      } else {
        arriving = new ArrivingPlane(rows);
      }
      const { plane } = arriving;
      batch(() => {
        this.plane.value = plane;
        this.rows.value = rows.stop;
        this.limits.value = rows.limits ?? this.limits.peek();
      });
    };
    try {
      await host.request(signal, (worker, signal) =>
        worker.compare.plane({ node, section, part, interval, filter }, signal, () => {}, onPart),
      );
    } catch (cause) {
      if (!signal.aborted && !isAborted(noticeOf(cause))) {
        this.problem.value = problemOf(cause);
        this.#shown = undefined;
      }
    }
  }

  /** Finds the limits for another interval. */
  async findLimits(interval: IntervalName): Promise<void> {
    const shown = this.#shown;
    const limits =
      shown &&
      this.plane.peek() &&
      (await shown.host.ask((worker) => worker.compare.limits({ node: shown.node, interval })));
    if (limits && this.#shown === shown) {
      this.limits.value = limits;
    }
  }

  /** Reads an excerpt in finer detail. */
  excerpt(plane: Plane, excerpt: Excerpt, signal: AbortSignal): Promise<Elements & Pick<Pixels, "display">> {
    const { node, section, part = "amplitude", reference, unit, filter } = plane;
    const { host } = this.#shown ?? {};
    if (!host) {
      return Promise.reject(ABORTED);
    }
    return host.request(signal, (worker, signal) =>
      worker.image.excerpt({ node, section, part, excerpt, frame: { reference, unit }, filter }, signal),
    );
  }

  clear(): void {
    const { host, node } = this.#shown ?? {};
    if (host && node !== undefined) {
      void host.ask((worker) => worker.compare.forget(node));
    }
    this.#stopping.abort(ABORTED);
    this.#stopping = new AbortController();
    this.#shown = undefined;
    batch(() => {
      this.plane.value = undefined;
      this.rows.value = 0;
      this.limits.value = undefined;
      this.problem.value = "";
      this.camera.value = undefined;
    });
  }
}
