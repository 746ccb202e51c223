/** All buckets that keys own, as one place: the first part of its keys is a bucket's name. */
import { AsdfError, type ByteSource } from "asdf-wasm";
import { endpointOf } from "../address.ts";
import { Bucket, type BucketOptions } from "../bucket.ts";
import type { ListOptions } from "../listing.ts";
import type { Found, Place, PlacePage, SourceOptions } from "../place.ts";

class Account implements Place {
  /** Each bucket renews its keys by itself. */
  readonly #options: () => BucketOptions;
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: () => BucketOptions) {
    endpointOf(options().endpoint);
    this.#options = options;
  }

  async *list(options: ListOptions = {}): AsyncGenerator<PlacePage> {
    const { prefix = "", signal } = options;
    const [name, key] = partsOf(prefix);
    if (key === undefined) {
      yield* this.#named(options);
      return;
    }
    for await (const { files, folders } of this.#bucket(name).list({ ...options, prefix: key, signal })) {
      yield {
        files: files.map((file) => ({ ...file, key: `${name}/${file.key}` })),
        folders: folders.map((folder) => `${name}/${folder}`),
      };
    }
  }

  /** The buckets; and, without a delimiter, what is in them. */
  async *#named({ delimiter, prefix = "", signal }: ListOptions): AsyncGenerator<PlacePage> {
    const options = this.#options();
    if (!options.credentials) {
      const message = "buckets are listed for keys that own them: give keys, or the name of a bucket";
      throw new AsdfError("network", message, { status: 401 });
    }
    const names = await Bucket.all(options, signal);
    const folders = names.map((name) => `${name}/`).filter((folder) => folder.startsWith(prefix));
    if (delimiter !== undefined) {
      yield { files: [], folders };
      return;
    }
    for (const folder of folders) {
      yield* this.list({ prefix: folder, signal });
    }
  }

  address(key: string): URL {
    const [name, inside = ""] = partsOf(key);
    return this.#bucket(name).address(inside);
  }

  async source(key: string, options?: SourceOptions): Promise<ByteSource> {
    const [name, inside = ""] = partsOf(key);
    return this.#bucket(name).source(inside, options);
  }

  #bucket(name: string): Bucket {
    const bucket = this.#buckets.get(name) ?? new Bucket(name, this.#options());
    this.#buckets.set(name, bucket);
    return bucket;
  }
}

/** The bucket's name, and the rest if there is a slash. */
function partsOf(key: string): readonly [name: string, inside: string | undefined] {
  const at = key.indexOf("/");
  return at < 0 ? [key, undefined] : [key.slice(0, at), key.slice(at + 1)];
}

/** The buckets of keys at a server, whose addresses begin with `root`. */
export function account(root: string, options: () => BucketOptions): Found {
  const isPrivate = options().credentials !== undefined;
  return { place: new Account(options), key: "", root, takesKeys: true, isPrivate };
}
