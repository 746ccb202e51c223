/** What people do with the page, written once for every engine. docs/browsers.md has a row for each. */
import type { Engine, EngineName } from "../support/engine.ts";
import type { Tab } from "../support/tab.ts";

/** What a journey goes through. */
export interface Visit {
  readonly engine: Engine;
  /** A window of 1200 by 800, at the page. */
  readonly tab: Tab;
  /** Of the page. */
  readonly address: string;
}

export interface Journey {
  readonly name: string;
  readonly run: (visit: Visit) => Promise<void>;
  /** The browser has a person's settings: everything twice as large, no motion, forced colours. */
  readonly eased?: true;
  /** Engines that cannot do it, and why. */
  readonly lacks?: Partial<Record<EngineName, string>>;
}
