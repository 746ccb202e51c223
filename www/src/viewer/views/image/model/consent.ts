/** Asks before a section reads much from a server, or from many files, and remembers what was agreed to. */

import type { Section } from "@asdf-wasm/science/sections/section";
import { signal } from "@preact/signals";
import type { ViewHost } from "../../../state/view.ts";

/** So much is fetched without asking for a collapsed axis, in bytes, and so much is read of many files. */
const LITTLE = 2 ** 24;
const LITTLE_OF_FILES = 2 ** 26;

interface Question {
  readonly bytes: number;
  /** How many files are read, if more than one. */
  readonly files: number | undefined;
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
    const { axes, collapse } = section;
    const key = collapse ? `${node} ${collapse.axis}` : `${node} on ${axes}`;
    if (this.#agreed.has(key)) {
      return true;
    }
    const cost = await this.#host.ask((worker) => worker.image.cost({ node, section }));
    if (!cost) {
      return false;
    }
    const { bytes, files = 1 } = cost;
    const isMuch = (collapse && cost.isRemote && bytes > LITTLE) || (files > 1 && bytes > LITTLE_OF_FILES);
    if (!isMuch) {
      return true;
    }
    return new Promise((resolve) => {
      const answer = (agreed: boolean): void => {
        this.question.value = undefined;
        if (agreed) {
          this.#agreed.add(key);
        } else {
          this.#host.section.flatten();
        }
        resolve(agreed);
      };
      this.question.value = { bytes, files: files > 1 ? files : undefined, answer };
    });
  }

  clear(): void {
    this.question.value = undefined;
    this.#agreed.clear();
  }
}
