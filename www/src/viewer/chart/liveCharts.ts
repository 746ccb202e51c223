/** The charts that are on the page, as pictures can be made of them. */
import { signal } from "@preact/signals";
import type { ViewModel } from "../state/view.ts";
import type { Figure } from "./figure.ts";

export interface LiveChart {
  /** What it is, such as "Radial profile". */
  readonly label: string;
  /** Where it is on the page. */
  readonly element: HTMLElement;
  /** As it is now; undefined before it is drawn. */
  readonly figure: () => Figure | undefined;
}

export class ChartsModel implements ViewModel {
  readonly live = signal<readonly LiveChart[]>([]);

  /** Offers a chart. Returns a function that takes it away again. */
  offer(chart: LiveChart): () => void {
    this.live.value = [...this.live.peek(), chart];
    return () => {
      this.live.value = this.live.peek().filter((other) => other !== chart);
    };
  }

  clear(): void {
    this.live.value = [];
  }
}
