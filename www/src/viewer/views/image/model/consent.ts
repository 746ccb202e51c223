/** Asks before a collapsed axis fetches much from a server, and remembers what was agreed to. */

import type { Section } from "@asdf-wasm/science/sections/section";
import { signal } from "@preact/signals";
import type { ViewHost } from "../../../state/view.ts";

/** So much is fetched without asking, in bytes. */
const LITTLE = 2 ** 24;

interface Question {
  readonly bytes: number;
  readonly answer: (agreed: boolean) => void;
}

export class Consent {
  readonly question = signal<Question | undefined>(undefined);
  readonly #host: Pick<ViewHost, "ask" | "section">;
  /** Arrays and their axes. */
  readonly #agreed = new Set<string>();

  constructor(host: Pick<ViewHost, "ask" | "section">) {
    this.#host = host;
  }

  /** Whether a section may be read: at once, unless it is large and far. Without consent, one plane is shown again. */
  async given(node: number, section: Section): Promise<boolean> {
    this.question.value = undefined;
    const { collapse } = section;
    const key = `${node} ${collapse?.axis}`;
    if (!collapse || this.#agreed.has(key)) {
      return true;
    }
    const cost = await this.#host.ask((worker) => worker.image.cost({ node, section }));
    if (!cost?.isRemote || cost.bytes <= LITTLE) {
      return cost !== undefined;
    }
    return new Promise((resolve) => {
      const answer = (agreed: boolean): void => {
        this.question.value = undefined;
        if (agreed) {
          this.#agreed.add(key);
        } else {
          this.#host.section.collapse(undefined);
        }
        resolve(agreed);
      };
      this.question.value = { bytes: cost.bytes, answer };
    });
  }

  clear(): void {
    this.question.value = undefined;
    this.#agreed.clear();
  }
}
