/**
 * Keys that a person gave for places. They are in memory alone. When keys expire while something is read, the person is asked for others, and
 * the reading waits.
 */
import type { BucketOptions } from "./bucket.ts";
import type { Found } from "./place.ts";
import type { Credentials } from "./signer.ts";

/** What a person gave for a place. */
export interface Given extends Omit<BucketOptions, "credentials"> {
  readonly credentials?: Credentials | undefined;
}

export class Keys {
  readonly #ask: (root: string, refusal: string | undefined) => Promise<Given>;
  readonly #given = new Map<string, Given>();
  readonly #asking = new Map<string, Promise<void>>();

  /** `ask` asks a person for keys, because a place refused something, or because earlier keys have expired. */
  constructor(ask: (root: string, refusal: string | undefined) => Promise<Given>) {
    this.#ask = ask;
  }

  /** Whether a person is asked. */
  get isAsking(): boolean {
    return this.#asking.size > 0;
  }

  give(root: string, given: Given): void {
    this.#given.set(root, given);
  }

  /** What was given for a place. Keys for all buckets of a server are keys for each. */
  of(root: string): Given {
    return this.#given.get(root) ?? this.#given.get(root.replace(/[^/]+\/$/, "")) ?? {};
  }

  /** With what a bucket is asked. When its keys have expired, a person is asked for new ones. */
  optionsFor(root: string): BucketOptions {
    const given = this.of(root);
    if (!given.credentials) {
      return { ...given, credentials: undefined };
    }
    let last: Credentials | undefined;
    const credentials = async (): Promise<Credentials> => {
      if (last !== undefined && last === this.of(root).credentials) {
        await this.renew(root);
      }
      last = this.of(root).credentials ?? last;
      return last ?? { accessKeyId: "", secretAccessKey: "" };
    };
    return { ...given, credentials };
  }

  /** Resolves when a person has given keys for a place, who is asked once by all that wait for them. */
  renew(root: string, refusal?: string): Promise<void> {
    const asked =
      this.#asking.get(root) ??
      this.#ask(root, refusal)
        .then((given) => this.give(root, given))
        .finally(() => this.#asking.delete(root));
    this.#asking.set(root, asked);
    return asked;
  }
}

/** Whether keys, or other ones, may help where a place has refused something. */
export function wantsKeys({ takesKeys }: Found, refusal: unknown): boolean {
  const status =
    typeof refusal === "object" && refusal !== null && "status" in refusal ? refusal.status : undefined;
  return takesKeys && (status === 400 || status === 401 || status === 403);
}
