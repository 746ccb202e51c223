/** The errors of the rows as ellipses: read once they are to be drawn. */
import { computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { ABORTED } from "../../../protocol/notices.ts";
import type { Chosen, RowPlaces } from "./placing.ts";

interface Known {
  readonly points: Float64Array;
  readonly diameters: Float64Array;
}

export class ErrorEllipses {
  /** By how much they are enlarged; undefined while they are not drawn. */
  readonly factor = signal<number | undefined>(undefined);
  /** Two conjugate semi-diameters x, y of each row, once they are known. */
  readonly diameters: ReadonlySignal<Float64Array | undefined>;
  readonly #known = signal<Known | undefined>(undefined);
  readonly dispose: () => void;

  constructor(chosen: ReadonlySignal<Chosen | undefined>, places: RowPlaces) {
    this.diameters = computed(() => {
      const known = this.factor.value !== undefined ? this.#known.value : undefined;
      return known && known.points === places.points.value ? known.diameters : undefined;
    });
    const isDrawn = computed(() => this.factor.value !== undefined);
    this.dispose = effect(() => {
      const [source, points] = [chosen.value, places.points.value];
      const stopping = new AbortController();
      if (source && points && isDrawn.value) {
        untracked(() => void this.#read(places, source, points, stopping.signal));
      }
      return () => stopping.abort(ABORTED);
    });
  }

  clear(): void {
    this.factor.value = undefined;
    this.#known.value = undefined;
  }

  async #read(places: RowPlaces, chosen: Chosen, points: Float64Array, stop: AbortSignal): Promise<void> {
    if (this.#known.peek()?.points !== points) {
      const diameters = await places.errorsOf(chosen, points, stop);
      this.#known.value = diameters && { points, diameters };
    }
  }
}
