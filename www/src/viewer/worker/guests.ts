/**
 * Files that are open in other tabs, most of them in other workers: opened here once more for what is computed of arrays of several files. They are
 * read as they are stored.
 */
import type { AsdfFile } from "asdf-wasm";
import type { Elsewhere } from "../protocol/facts.ts";
import { given, openAny } from "./files/given.ts";

interface Guest {
  readonly key: string;
  readonly file: Promise<AsdfFile>;
}

/** The most that stay open. */
const MOST = 4;
/** How many decoded bytes each keeps for later reads: planes are read as a whole. */
const CACHE = 2 ** 24;

export class Guests {
  #guests: readonly Guest[] = [];
  readonly #most: number;

  constructor(most = MOST) {
    this.#most = most;
  }

  async fileOf({ id, source, name }: Omit<Elsewhere, "path" | "unit">): Promise<AsdfFile> {
    const key = keyOf(id, source);
    const known = this.#guests.find((guest) => guest.key === key);
    const guest = known ?? { key, file: opening(source) };
    this.#guests = [guest, ...this.#guests.filter((other) => other !== known)].slice(0, this.#most);
    try {
      return await guest.file;
    } catch (cause) {
      this.#guests = this.#guests.filter((other) => other !== guest);
      throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  }

  close(): void {
    for (const { file } of this.#guests) {
      file.then(
        (opened) => opened.close(),
        () => {},
      );
    }
  }
}

/** A tab may show another file than before, also one of the same name. */
function keyOf(id: string, source: Elsewhere["source"]): string {
  if (typeof source === "string") {
    return JSON.stringify([id, source]);
  }
  const main = source.files.find(({ path }) => path === source.main)?.file;
  const changed = main instanceof File ? main.lastModified : undefined;
  return JSON.stringify([id, source.main, main?.size, changed]);
}

async function opening(source: Elsewhere["source"]): Promise<AsdfFile> {
  const { bytes, made, name, resolve } = await given(source, undefined);
  const options = { ...(resolve && { resolve }), checksums: "warn", limits: { cache: CACHE } } as const;
  return (made ?? (await openAny(bytes, name, options))).file;
}
