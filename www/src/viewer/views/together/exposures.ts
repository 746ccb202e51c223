/** Of which exposure images are shown, where there are several: one after the other, or all. */

import { exposureInName } from "@asdf-wasm/science/tree/exposures";
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { ViewHost } from "../../state/view.ts";
import type { Layer } from "./sky/layer.ts";

/** The choice of all images. */
export const ALL = "all";

export class Exposures {
  /** What a person, or a link, has chosen. */
  readonly chosen: Signal<string | undefined> = signal(undefined);
  /** All that there are, in order, also of files that are not open yet. */
  readonly all: ReadonlySignal<readonly string[]>;
  /** The exposure that is shown; by default the one of the file on the stage. */
  readonly shown: ReadonlySignal<string>;

  constructor(host: Pick<ViewHost, "name" | "waiting">, layers: ReadonlySignal<readonly Layer[]>) {
    this.all = computed(() => {
      const open = layers.value.map(({ exposure }) => exposure.value);
      const waiting = host.waiting.value.map(({ name }) => exposureInName(name));
      return [...new Set([...open, ...waiting].flatMap((exposure) => exposure ?? []))].sort();
    });
    this.shown = computed(() => {
      const own = this.chosen.value ?? layers.value[0]?.exposure.value ?? exposureInName(host.name.value);
      return own !== undefined && this.all.value.length > 1 && this.all.value.includes(own) ? own : ALL;
    });
  }

  /** Whether an image of an exposure is shown; one that is of none always is. */
  has(exposure: string | undefined): boolean {
    return this.shown.value === ALL || exposure === undefined || exposure === this.shown.value;
  }

  /** The next exposure, or the previous one; undefined at the end of the list. */
  beside(by: 1 | -1): string | undefined {
    const all = this.all.value;
    const at = all.indexOf(this.shown.value);
    return at < 0 ? all.at(by > 0 ? 0 : -1) : all[at + by];
  }
}
