/**
 * Recent files: names and addresses only, on this device. Where the browser refuses storage, they last as long as
 * the page.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { fileName } from "../../state/source.ts";
import { withoutSecrets } from "./address.ts";

/** A file from this device has no address. */
export interface RecentFile {
  readonly name: string;
  readonly url?: string | undefined;
}

const KEY = "asdf-viewer:recent";
const MOST = 8;
/** Longer addresses are not stored. */
const LONGEST = 8000;

export class RecentFiles {
  readonly all: ReadonlySignal<readonly RecentFile[]>;
  readonly #all = signal<readonly RecentFile[]>(stored());

  constructor() {
    this.all = this.#all;
  }

  note({ name, url }: RecentFile): void {
    const file = { name: fileName(name), url };
    const isSame = ({ name, url }: RecentFile) =>
      file.url === undefined ? url === undefined && name === file.name : url === file.url;
    const others = this.#all.value.filter((other) => !isSame(other));
    this.#all.value = [file, ...others].slice(0, MOST);
    attempt(() => localStorage.setItem(KEY, JSON.stringify(this.#all.value.filter(isPublic))));
  }

  clear(): void {
    this.#all.value = [];
    attempt(() => localStorage.removeItem(KEY));
  }
}

/** Anything may be stored there: invalid entries are left out. */
function stored(): RecentFile[] {
  const found: unknown = attempt(() => JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  const all = Array.isArray(found) ? found.filter(isRecentFile).filter(isPublic).slice(0, MOST) : [];
  return all.map(({ name, url }) => ({ name: fileName(name), url }));
}

/** Signed addresses, tokens and very long addresses are kept as long as the page, and never stored. */
function isPublic({ url = "" }: RecentFile): boolean {
  return url.length <= LONGEST && withoutSecrets(url) === url;
}

function isRecentFile(value: unknown): value is RecentFile {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    (!("url" in value) || typeof value.url === "string")
  );
}

/** Undefined if storage is refused or full. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
