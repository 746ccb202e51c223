/**
 * Addresses of buckets and keys (https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html).
 */
import { AsdfError } from "asdf-wasm";

/** Where a bucket is. */
export interface Place {
  readonly bucket: string;
  /** The server, if it is not that of Amazon. */
  readonly endpoint: URL | undefined;
  readonly region: string;
  /** Whether the bucket is the first part of the path, and not of the host's name. */
  readonly pathStyle: boolean;
}

/** What `s3://bucket/key` names. */
export function partsOf(uri: string): { readonly bucket: string; readonly key: string } | undefined {
  const [, bucket, key = ""] = /^s3:\/\/([^/?#]+)(?:\/(.*))?$/is.exec(uri) ?? [];
  return bucket === undefined ? undefined : { bucket, key };
}

/** The address of a key, or of the bucket. */
export function addressOf({ bucket, endpoint, region, pathStyle }: Place, key = ""): URL {
  const server = endpoint ?? new URL(`https://s3.${region}.amazonaws.com`);
  // No certificate covers a host whose bucket has dots in its name.
  const isInPath = pathStyle || bucket.includes(".") || !isNamed(server);
  const base = server.pathname.replace(/\/$/, "");
  const url = new URL(server);
  if (!isInPath) {
    url.host = `${bucket}.${server.host}`;
  }
  url.pathname = `${base}/${isInPath ? `${encoded(bucket)}/` : ""}${pathOf(key)}`;
  return url;
}

/** Whether a server has a name that can have a bucket before it: an address of numbers and `localhost` cannot. */
function isNamed({ hostname }: URL): boolean {
  return hostname.includes(".") && !/^[\d.]+$/.test(hostname) && !hostname.startsWith("[");
}

/** A key as the path of an address. @throws AsdfError `bad-argument` for a key that no address has: it would lead to another file */
export function pathOf(key: string): string {
  const parts = key.split("/");
  if (parts.some((part) => part === "." || part === "..")) {
    const why = "addresses take `.` and `..` between slashes for folders";
    throw new AsdfError("bad-argument", `the key \`${key}\` cannot be asked for: ${why}`);
  }
  return parts.map(encoded).join("/");
}

/** Signatures are over keys in which all is escaped but letters, digits and `-._~`. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A key out of an address. What is escaped wrongly stays as it is. */
export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @throws AsdfError if it is no address of a server */
export function endpointOf(endpoint: string | URL | undefined): URL | undefined {
  if (endpoint === undefined) {
    return undefined;
  }
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw new AsdfError("bad-argument", "`endpoint` is the address of a server, as `https://s3.example.org`");
  }
  // A key would be sent in the clear with each request, and stand in messages.
  if (url.username !== "" || url.password !== "") {
    throw new AsdfError("bad-argument", "`endpoint` has no name and password in it: give `credentials`");
  }
  return url;
}
