/** Limits of the whole array whose plane is shown, found when they are wanted: with them, its planes can be compared. */
import { computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { ABORTED } from "../../../protocol/notices.ts";
import type { IntervalName, Plane, PlaneLimits } from "../../../protocol/plane.ts";
import type { ViewHost } from "../../../state/view.ts";
import type { DisplayModel } from "../display/displayModel.ts";

type LimitsHost = Pick<ViewHost, "ask" | "request">;

export class ArrayLimits {
  readonly #host: LimitsHost;
  readonly #display: DisplayModel;
  readonly #plane: ReadonlySignal<Plane | undefined>;
  readonly #found = signal<{ readonly of: string; readonly limits: PlaneLimits } | undefined>(undefined);
  /** Which limits are wanted: the array, its part and the interval in one word, empty for none. */
  readonly #wanted = computed(() => {
    const { shared, interval } = this.#display;
    const plane = this.#plane.value;
    const { section, filter } = plane ?? {};
    const hasPlanes = section && section.index.length > section.axes.length && !section.collapse && !filter;
    return plane && hasPlanes && shared.value && interval.value !== "manual"
      ? [plane.node, plane.part, interval.value].join()
      : "";
  });
  readonly dispose: () => void;

  constructor(host: LimitsHost, display: DisplayModel, plane: ReadonlySignal<Plane | undefined>) {
    [this.#host, this.#display, this.#plane] = [host, display, plane];
    this.dispose = effect(() => {
      const of = this.#wanted.value;
      if (of !== "") {
        const stopping = new AbortController();
        untracked(() => void this.#find(of, stopping.signal));
        return () => stopping.abort(ABORTED);
      }
      return undefined;
    });
  }

  /** The limits, if they are wanted and known. */
  get current(): PlaneLimits | undefined {
    const found = this.#found.value;
    return found?.of === this.#wanted.value ? found.limits : undefined;
  }

  /** Forgets the limits of a closed file: another may have the same numbers of nodes. */
  clear(): void {
    this.#found.value = undefined;
  }

  async #find(of: string, signal: AbortSignal): Promise<void> {
    const plane = this.#plane.value;
    const interval = this.#display.automatic.value;
    const limits = plane && (await this.#read(plane, interval, signal));
    if (limits) {
      this.#found.value = { of, limits };
    } else if (!signal.aborted) {
      this.#display.shared.value = false;
    }
  }

  #read(
    { node, part = "amplitude" }: Plane,
    interval: IntervalName,
    signal: AbortSignal,
  ): Promise<PlaneLimits | undefined> {
    return this.#host.ask(() =>
      this.#host.request(signal, (worker, signal) => worker.array.limits({ node, part, interval }, signal)),
    );
  }
}
