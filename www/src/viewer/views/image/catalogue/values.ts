/** The values of one column of the chosen table, for all its rows, which another choice of table or column reads again. */
import { computed, effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import { ABORTED } from "../../../protocol/notices.ts";
import type { Chosen } from "./placing.ts";
import { read } from "./reading.ts";

interface Known extends Pick<Chosen, "table" | "spans"> {
  readonly column: number;
  readonly values: Float64Array;
}

export class ColumnValues {
  /** Once they are known. */
  readonly values: ReadonlySignal<Float64Array | undefined>;
  readonly dispose: () => void;
  readonly #problem: Signal<string>;
  readonly #known = signal<Known | undefined>(undefined);

  constructor(
    chosen: ReadonlySignal<Chosen | undefined>,
    column: () => number | undefined,
    problem: Signal<string>,
  ) {
    this.#problem = problem;
    this.values = computed(() => {
      const known = this.#known.value;
      const { table, spans } = chosen.value ?? {};
      const isWanted = known && known.table === table && known.spans === spans && known.column === column();
      return isWanted ? known.values : undefined;
    });
    this.dispose = effect(() => {
      const [source, wanted] = [chosen.value, column()];
      const stopping = new AbortController();
      if (source && wanted !== undefined) {
        untracked(() => void this.#read(source, wanted, stopping.signal));
      }
      return () => stopping.abort(ABORTED);
    });
  }

  clear(): void {
    this.#known.value = undefined;
  }

  async #read({ host, table, spans }: Chosen, column: number, stop: AbortSignal): Promise<void> {
    const values = await read(this.#problem, stop, () =>
      host.request(stop, (worker, signal) =>
        worker.catalogue.numbers({ node: table.node, spans, column }, signal),
      ),
    );
    if (values) {
      this.#known.value = { table, spans, column, values };
    }
  }
}
