/** A bucket: its files listed, and read by range. */
import { AsdfError, type AsdfFile, type ByteSource, type OpenOptions, open } from "asdf-wasm";
import { addressOf, endpointOf, type Place, partsOf, unescaped } from "./address.ts";
import { type BucketPage, bucketsOf, type ListOptions, pagesOf } from "./listing.ts";
import { type SourceOptions, sourceAt } from "./place.ts";
import { type CredentialsSource, Signer } from "./signer.ts";

/** Where a bucket is, and the keys for it. */
export interface BucketOptions {
  /** The server, as `https://s3.example.org`. Default: that of Amazon in the region. */
  readonly endpoint?: string | URL | undefined;
  /** Default: `us-east-1`. The region that the server names is taken, if it lets that be known. */
  readonly region?: string | undefined;
  /** Whether the bucket is in the path of addresses, not in the host's name. Default: for servers without a name, and names with dots. */
  readonly pathStyle?: boolean | undefined;
  /** Without keys, requests are not signed: what anybody may read is read. */
  readonly credentials?: CredentialsSource | undefined;
}

export class Bucket {
  readonly name: string;
  readonly #place: Place;
  readonly #signer: Signer | undefined;

  /**
   * @param name its name, or `s3://name`
   * @throws AsdfError `bad-argument` if the name or the endpoint is not valid
   */
  constructor(
    name: string,
    { endpoint, region = "us-east-1", pathStyle = false, credentials }: BucketOptions = {},
  ) {
    this.name = partsOf(name)?.bucket ?? name;
    if (!/^[a-zA-Z\d][\w.-]{1,254}$/.test(this.name)) {
      throw new AsdfError(
        "bad-argument",
        `\`${name}\` is no name of a bucket: it is as in \`s3://bucket/key\``,
      );
    }
    this.#place = { bucket: this.name, endpoint: endpointOf(endpoint), region, pathStyle };
    const addressIn = (region: string, url: URL): URL => {
      const base = addressOf(this.#place).href;
      const inRegion = addressOf({ ...this.#place, region }).href;
      return url.href.startsWith(base) ? new URL(inRegion + url.href.slice(base.length)) : url;
    };
    this.#signer = credentials && new Signer(credentials, region, addressIn);
  }

  /** The names of the buckets that keys own. */
  static async all(
    { endpoint, region = "us-east-1", credentials }: BucketOptions,
    signal?: AbortSignal,
  ): Promise<readonly string[]> {
    const url = endpointOf(endpoint) ?? new URL("https://s3.amazonaws.com");
    const signer = credentials && new Signer(credentials, region, (_, given) => given);
    return bucketsOf({ url, signer, signal });
  }

  /** The address of a key. It holds no signature. */
  address(key: string): URL {
    return addressOf(this.#place, key);
  }

  /** The files and folders under a prefix, a page after the other. */
  list(options: ListOptions = {}): AsyncGenerator<BucketPage> {
    const asked = { url: addressOf(this.#place), signer: this.#signer, signal: options.signal };
    return pagesOf(asked, options);
  }

  /**
   * Opens a file, as `open()` does. Files that it refers to are read with the same keys if they are in the bucket.
   *
   * @throws AsdfError as `open()` does
   */
  async open(key: string, options: OpenOptions = {}): Promise<AsdfFile> {
    const beside = (uri: string): Promise<ByteSource> | undefined => {
      const other = options.external === "none" ? undefined : this.#keyOf(uri);
      return other === undefined ? undefined : this.source(other, options);
    };
    return open(this.address(key), { ...options, resolve: options.resolve ?? beside, ...this.#signed() });
  }

  /**
   * A file as what `open()`, `stack()`, `openTable()` and the viewer take: it is read by range, with signed requests. It can be opened again
   * after it was closed.
   *
   * @throws AsdfError as `open()` does
   */
  async source(key: string, options: SourceOptions = {}): Promise<ByteSource> {
    return sourceAt(this.address(key), { ...options, ...this.#signed() });
  }

  #signed(): Pick<OpenOptions, "request"> {
    return this.#signer ? { request: this.#signer } : {};
  }

  /** The key at an address in this bucket. */
  #keyOf(uri: string): string | undefined {
    const base = addressOf(this.#place).href;
    return uri.startsWith(base) ? unescaped(uri.slice(base.length)) : undefined;
  }
}
