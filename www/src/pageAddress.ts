/**
 * The page's address as a record of what was looked at: another file, node or view adds an entry to the browser's history, other changes
 * replace the newest. Browsers refuse more than about 100 changes in 30 seconds: here are at most 10 at once, and then one a second.
 */

/** What is needed of the browser. Links are a query, a fragment, or both. */
export interface AddressHost {
  read(): string;
  push(link: string): void;
  replace(link: string): void;
  /** In milliseconds. */
  now(): number;
  later(action: () => void, milliseconds: number): void;
}

interface Change {
  readonly link: string;
  /** Whether it adds an entry. */
  readonly isNew: boolean;
}

const MOST_AT_ONCE = 10;
/** Until there may be another change, in milliseconds. */
const INTERVAL = 1000;

export class PageAddress {
  readonly #host: AddressHost;
  /** Counts arrivals: a newer one replaces one that is still under way. */
  #arrivals = 0;
  /** Whether what the address leads to is still being opened. */
  #isUnderWay = false;
  /** Whether the next change shows what the address led to. */
  #isArriving = false;
  /** What was shown last while under way. */
  #meanwhile: string | undefined;
  /** The change that waits for its turn. */
  #waiting: Change | undefined;
  #free = MOST_AT_ONCE;
  #counted: number;

  constructor(host: AddressHost) {
    this.#host = host;
    this.#counted = host.now();
  }

  /** Goes where the address leads. What is shown then replaces the entry: it may differ from what the address asks for. */
  async arrive(follow: (link: string) => Promise<unknown>): Promise<void> {
    const link = this.#host.read();
    this.#arrivals += 1;
    const arrival = this.#arrivals;
    this.#waiting = undefined;
    this.#meanwhile = undefined;
    this.#isUnderWay = true;
    this.#isArriving = true;
    // The viewer shows a failure.
    await follow(link).catch(() => {});
    if (arrival !== this.#arrivals) {
      return;
    }
    this.#isUnderWay = false;
    const shown = this.#meanwhile;
    if (shown !== undefined && !leadsElsewhere(link, shown)) {
      this.note(shown);
    }
  }

  /** Something else is shown, or in another way. */
  note(link: string): void {
    if (this.#isUnderWay) {
      this.#meanwhile = link;
      return;
    }
    const isArriving = this.#isArriving;
    this.#isArriving = false;
    const before = this.#waiting?.link ?? this.#host.read();
    if (link !== before) {
      const isNew = !isArriving && leadsElsewhere(before, link);
      this.#waiting = { link, isNew: isNew || this.#waiting?.isNew === true };
      this.#write();
    }
  }

  #write(): void {
    const now = this.#host.now();
    const gained = Math.max(Math.floor((now - this.#counted) / INTERVAL), 0);
    this.#free = Math.min(this.#free + gained, MOST_AT_ONCE);
    this.#counted += gained * INTERVAL;
    const change = this.#waiting;
    if (!change) {
      return;
    }
    if (this.#free === 0) {
      this.#host.later(() => this.#write(), INTERVAL - (now - this.#counted));
      return;
    }
    this.#free -= 1;
    this.#waiting = undefined;
    if (change.isNew) {
      this.#host.push(change.link);
    } else {
      this.#host.replace(change.link);
    }
  }
}

/** Whether two links lead to different files, nodes or views. A file without a node is being opened: the node comes later. */
export function leadsElsewhere(before: string, after: string): boolean {
  const [one, other] = [wordsIn(before), wordsIn(after)];
  const differ = (name: string): boolean => one(name) !== other(name);
  return ["url", "tab", "file", "as"].some(differ) || (one("path") !== "" && ["path", "view"].some(differ));
}

function wordsIn(link: string): (name: string) => string {
  const [query = "", fragment = ""] = link.split("#", 2);
  const words = [new URLSearchParams(query), new URLSearchParams(fragment)];
  return (name) => words.flatMap((part) => part.getAll(name)).join("\n");
}
