/** Which place an address names. What is no bucket by its address, the server's answer tells. */
import { AsdfError } from "asdf-wasm";
import { partsOf, unescaped } from "./address.ts";
import { look } from "./ask.ts";
import { Bucket, type BucketOptions } from "./bucket.ts";
import type { Found } from "./place.ts";

/** The server of Google's buckets, which speaks the protocol of S3. */
const GOOGLE = "https://storage.googleapis.com";

/** How a place is asked, perhaps by what begins its addresses. */
export type PlaceOptions = BucketOptions | ((root: string) => BucketOptions);

/**
 * The place that an address is in: `s3://bucket/prefix`, `s3://` for the buckets of the keys, `gs://bucket/prefix`, the address of a bucket or
 * of a container of Azure, an index page of a web server, a record of Zenodo, InvenioRDM or Dataverse by its address or DOI.
 *
 * @throws AsdfError `bad-argument` if it names none; as a list does if a server has to be asked
 */
export async function placeAt(
  address: string,
  options: PlaceOptions = {},
  signal?: AbortSignal,
): Promise<Found> {
  const text = address.trim();
  const optionsOf = typeof options === "function" ? options : () => options;
  if (/^s3:\/*$/i.test(text)) {
    return accountAt("s3://", () => optionsOf("s3://"));
  }
  const known = bucketAt(text);
  if (known) {
    return foundBucket(known, optionsOf(known.root));
  }
  const { recordAt } = await import("./places/records.ts");
  const record = await recordAt(text, signal);
  if (record) {
    return record;
  }
  if (!/^https?:/i.test(text) || !URL.canParse(text)) {
    throw new AsdfError(
      "bad-argument",
      `\`${address}\` names no place of files, as \`s3://bucket/prefix\`, the address of a folder and a DOI do`,
    );
  }
  const url = new URL(text);
  const { containerAt } = await import("./places/azure.ts");
  const container = containerAt(url);
  if (container) {
    return container;
  }
  // Only the server knows whether a path is in a bucket or of a web page. Whoever gave keys knows.
  const bucket = bucketInPath(url);
  const given = bucket && optionsOf(bucket.root);
  if (bucket && given?.credentials) {
    return foundBucket(bucket, given);
  }
  const answer = await look(url, signal);
  if (bucket && answer.kind === "xml" && /<(?:ListBucketResult|Error)\b/.test(answer.text)) {
    return foundBucket(bucket, given ?? {});
  }
  if (
    url.pathname === "/" &&
    answer.kind === "xml" &&
    /<(?:ListAllMyBucketsResult|Error)\b/.test(answer.text)
  ) {
    const [root, where] = [`${url.origin}/`, { endpoint: url.origin, pathStyle: true }];
    return accountAt(root, () => ({ ...where, ...definedIn(optionsOf(root)) }));
  }
  const { indexPage } = await import("./places/indexPage.ts");
  return indexPage(answer);
}

async function accountAt(root: string, options: () => BucketOptions): Promise<Found> {
  const { account } = await import("./places/account.ts");
  return account(root, options);
}

/** The options that are not undefined. */
function definedIn(options: BucketOptions): BucketOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function foundBucket({ bucket, key, root, ...where }: FoundBucket, options: BucketOptions): Found {
  const place = new Bucket(bucket, { ...where, ...definedIn(options) });
  return { place, key, root, takesKeys: true, isPrivate: options.credentials !== undefined };
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
  const [, named, region] =
    /^(?:(.+)\.)?s3(?:[.-]([a-z]+-[a-z-]+-\d))?\.amazonaws\.com$/.exec(url?.hostname ?? "") ?? [];
  if (url && named !== undefined) {
    const key = unescaped(url.pathname.slice(1));
    return { bucket: named, key, ...(region && { region }), root: `s3://${named}/` };
  }
  const isStore = url && (/^s3[.-].*amazonaws\.com$/.test(url.hostname) || url.origin === GOOGLE);
  return isStore ? bucketInPath(url) : undefined;
}

/** The bucket that begins a path. */
function bucketInPath({ pathname, origin }: URL): FoundBucket | undefined {
  const [, bucket, key = ""] = /^([^/]+)(?:\/(.*))?$/s.exec(unescaped(pathname.slice(1))) ?? [];
  return bucket === undefined
    ? undefined
    : { bucket, key, endpoint: origin, pathStyle: true, root: `${origin}/${bucket}/` };
}
