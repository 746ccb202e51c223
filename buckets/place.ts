/** Places of files: they list what they hold, and open it. Which place is meant shows its address. */
import { AsdfError, type ByteSource, type OpenOptions } from "asdf-wasm";
import { partsOf, unescaped } from "./address.ts";
import { Bucket, type BucketOptions } from "./bucket.ts";
import type { ListOptions } from "./listing.ts";

/** A file in a place. */
export interface PlaceFile {
  readonly key: string;
  /** In bytes; undefined if the place does not tell. */
  readonly size: number | undefined;
  readonly modified: Date | undefined;
}

/** Some of the files and folders of a place. Folders end with `/`. */
export interface PlacePage {
  readonly files: readonly PlaceFile[];
  readonly folders: readonly string[];
}

export interface Place {
  list(options?: ListOptions): AsyncGenerator<PlacePage>;
  /** The address of a file, which `open()` takes if the place needs no keys. */
  address(key: string): URL;
  /** A file as what `open()`, `openTable()` and the viewer take. */
  source(key: string, options?: Pick<OpenOptions, "signal">): Promise<ByteSource>;
}

/** A place, and what an address names in it. */
export interface Found {
  readonly place: Place;
  /** What begins the addresses of its files, as people write them: `s3://bucket/`. */
  readonly root: string;
  /** A file, or the beginning of keys. */
  readonly key: string;
  /** Whether keys of an account open what is not public. */
  readonly takesKeys: boolean;
}

/** The server of Google's buckets, which speaks the protocol of S3. */
const GOOGLE = "https://storage.googleapis.com";

/** How a place is asked, perhaps by what begins its addresses. */
export type PlaceOptions = BucketOptions | ((root: string) => BucketOptions);

/**
 * The place that an address is in: `s3://bucket/prefix`, `gs://bucket/prefix`, or the address of a bucket at `https:`.
 *
 * @throws AsdfError `bad-argument` if it names none
 */
export async function placeAt(address: string, options: PlaceOptions = {}): Promise<Found> {
  const found = bucketAt(address.trim());
  if (!found) {
    throw new AsdfError("bad-argument", `\`${address}\` names no bucket, as \`s3://bucket/prefix\` does`);
  }
  const { bucket, key, root, ...where } = found;
  const given = typeof options === "function" ? options(root) : options;
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  const place = new Bucket(bucket, { ...where, ...Object.fromEntries(known) });
  return { place, key, root, takesKeys: true };
}

interface FoundBucket extends BucketOptions {
  readonly bucket: string;
  readonly key: string;
  readonly root: string;
}

function bucketAt(address: string): FoundBucket | undefined {
  const google = address.replace(/^gs:/i, "s3:");
  const parts = partsOf(google);
  if (parts) {
    const isGoogle = google !== address;
    const where = isGoogle ? { endpoint: GOOGLE, region: "auto", pathStyle: true } : {};
    return { ...parts, ...where, root: `${isGoogle ? "gs" : "s3"}://${parts.bucket}/` };
  }
  const url = /^https?:/i.test(address) && URL.canParse(address) ? new URL(address) : undefined;
  if (!url) {
    return undefined;
  }
  const path = unescaped(url.pathname.slice(1));
  const [, named, region] =
    /^(?:(.+)\.)?s3(?:[.-]([a-z]+-[a-z-]+-\d))?\.amazonaws\.com$/.exec(url.hostname) ?? [];
  if (named !== undefined) {
    return { bucket: named, key: path, ...(region && { region }), root: `s3://${named}/` };
  }
  const [, bucket = "", key = ""] = /^([^/]+)(?:\/(.*))?$/s.exec(path) ?? [];
  return bucket === ""
    ? undefined
    : { bucket, key, endpoint: url.origin, pathStyle: true, root: `${url.origin}/${bucket}/` };
}
