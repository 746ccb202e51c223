/** Lists of keys: ListObjectsV2 (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html), and of buckets. */
import { AsdfError } from "asdf-wasm";
import { unescaped } from "./address.ts";
import { type Asked, ask } from "./ask.ts";
import { tagOf, tagsOf } from "./xml.ts";

/** A file in a bucket. */
export interface BucketFile {
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  readonly modified: Date | undefined;
}

/** Up to a thousand files and folders. */
export interface BucketPage {
  readonly files: readonly BucketFile[];
  /** What keys have in common up to the delimiter, with it: `night-1/`. */
  readonly folders: readonly string[];
}

export interface ListOptions {
  /** Only keys that begin with it. */
  readonly prefix?: string | undefined;
  /** Keys with it behind the prefix are one folder. Without, all keys are listed. */
  readonly delimiter?: string | undefined;
  /** Stops it. */
  readonly signal?: AbortSignal | undefined;
}

/** The pages of a list, in the order of the server. */
export async function* pagesOf(
  asked: Asked,
  { prefix = "", delimiter }: ListOptions,
): AsyncGenerator<BucketPage> {
  let token: string | undefined;
  do {
    const url = new URL(asked.url);
    const words = {
      "list-type": "2",
      "encoding-type": "url",
      prefix,
      delimiter,
      "continuation-token": token,
    };
    for (const [name, word] of Object.entries(words)) {
      if (word) {
        url.searchParams.set(name, word);
      }
    }
    const xml = await ask({ ...asked, url });
    if (!xml.includes("<ListBucketResult")) {
      throw new AsdfError(
        "network",
        `the server ${asked.url.host} answers no list of a bucket: is this the address of one?`,
      );
    }
    const next = tagOf(xml, "IsTruncated") === "true" ? tagOf(xml, "NextContinuationToken") : undefined;
    if (next !== undefined && next === token) {
      throw new AsdfError(
        "network",
        `the server ${asked.url.host} gives the same page of the list again and again`,
      );
    }
    token = next;
    yield {
      files: tagsOf(xml, "Contents").map((part) => ({
        key: decoded(tagOf(part, "Key") ?? ""),
        size: Number(tagOf(part, "Size")),
        modified: dateOf(tagOf(part, "LastModified")),
      })),
      folders: tagsOf(xml, "CommonPrefixes").map((part) => decoded(tagOf(part, "Prefix") ?? "")),
    };
  } while (token !== undefined);
}

/** The names of the buckets that these keys own. */
export async function bucketsOf(asked: Asked): Promise<readonly string[]> {
  const xml = await ask(asked);
  return tagsOf(xml, "Bucket").flatMap((part) => tagOf(part, "Name") ?? []);
}

/** Keys are asked for in the encoding of forms. */
const decoded = (text: string): string => unescaped(text.replaceAll("+", "%20"));

export function dateOf(text: string | undefined): Date | undefined {
  const time = Date.parse(text ?? "");
  return Number.isFinite(time) ? new Date(time) : undefined;
}
