/** Asks for the point under the pointer: the newest place, once the question before has been answered. */
import type { PlotPlace } from "@asdf-wasm/science/tables/plotting";
import type { PlotPoint, PlotRequest } from "../../../protocol/plot.ts";
import type { ViewHost } from "../../../state/view.ts";

export class Hovering {
  readonly #host: Pick<ViewHost, "ask">;
  readonly #table: number;
  readonly #request: PlotRequest;
  readonly #onPoint: (point: PlotPoint | undefined) => void;
  #wanted: { readonly at: PlotPlace | undefined } | undefined;
  #isAsking = false;

  constructor(
    host: Pick<ViewHost, "ask">,
    table: number,
    request: PlotRequest,
    onPoint: (point: PlotPoint | undefined) => void,
  ) {
    [this.#host, this.#table, this.#request, this.#onPoint] = [host, table, request, onPoint];
  }

  /** Without a place, there is no point. */
  ask(at: PlotPlace | undefined): void {
    this.#wanted = { at };
    if (!this.#isAsking) {
      void this.#goOn();
    }
  }

  async #goOn(): Promise<void> {
    this.#isAsking = true;
    for (let next = this.#wanted; next; next = this.#wanted) {
      this.#wanted = undefined;
      const { at } = next;
      const point =
        at &&
        (await this.#host.ask((worker) =>
          worker.plot.pointAt({ table: this.#table, plot: this.#request, at }),
        ));
      this.#onPoint(point);
    }
    this.#isAsking = false;
  }
}
