/** Which tool's panel stands beside the image: one at a time. */
import { signal } from "@preact/signals";
import type { Linked } from "../../../state/linked.ts";
import type { ViewModel } from "../../../state/view.ts";

/** The name of the tool for regions, which takes pointers and keys over the image while its panel is open. */
export const REGIONS = "regions";

export class OpenTool implements ViewModel {
  /** The name of the tool. */
  readonly shown = signal<string | undefined>(undefined);
  readonly linked: Linked = {
    names: ["tool"],
    words: () => (this.shown.value === undefined ? {} : { tool: this.shown.value }),
    follow: ({ tool }) => {
      this.shown.value = tool;
    },
  };

  toggle(name: string): void {
    this.shown.value = this.shown.peek() === name ? undefined : name;
  }

  clear(): void {
    this.shown.value = undefined;
  }
}
