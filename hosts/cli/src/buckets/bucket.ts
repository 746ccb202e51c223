/** `s3://bucket/key` in arguments. */

import type { AsdfFile, ByteSource, OpenOptions } from "asdf-wasm";
import { Bucket, type BucketOptions } from "asdf-wasm/buckets";
import { misuse } from "../exit.ts";
import { knownBuckets } from "./credentials.ts";

/** The bucket and the key, or the beginning of keys, that an argument names. */
export function namedIn(source: string): { readonly bucket: string; readonly key: string } {
  const [, bucket, key = ""] = /^s3:\/\/([^/]+)(?:\/(.*))?$/is.exec(source) ?? [];
  if (bucket === undefined) {
    throw misuse(`\`${source}\` names no bucket, as s3://bucket/key does`);
  }
  return { bucket, key };
}

/** Opens a file in a bucket, with the keys that programs of Amazon would take. */
export async function openInBucket(source: string, options: OpenOptions): Promise<AsdfFile> {
  const { bucket, key } = namedIn(source);
  return (await bucketOf(bucket)).open(key, options);
}

/** The same for a file of any format, or one that is opened more than once. */
export async function sourceInBucket(source: string): Promise<ByteSource> {
  const { bucket, key } = namedIn(source);
  return (await bucketOf(bucket)).source(key);
}

const opened = new Map<string, Promise<Bucket>>();

/** Keys and region are looked for once, however many files of a bucket are opened. */
function bucketOf(name: string): Promise<Bucket> {
  const bucket = opened.get(name) ?? knownBuckets().then((known) => new Bucket(name, known));
  opened.set(name, bucket);
  return bucket;
}

/** What an argument and its options say of a bucket, and else what is known. */
export async function bucketsBy({
  endpoint,
  region,
  profile,
  sign,
}: {
  readonly endpoint?: string;
  readonly region?: string;
  readonly profile?: string;
  readonly sign: boolean;
}): Promise<BucketOptions> {
  const { credentials, ...known } = await knownBuckets(profile);
  return {
    ...known,
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    ...(sign && credentials && { credentials }),
  };
}
