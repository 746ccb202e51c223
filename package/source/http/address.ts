/** The URLs of sources, and errors for URLs that cannot be read. */
import { didYouMean } from "../../api/arguments/checks.ts";
import { AsdfError, reasonOf } from "../../api/error.ts";

/** What `fetch` reads outside of a page. Pages of applications may know schemes of their own. */
const FETCHED: ReadonlySet<string> = new Set(["https:", "http:", "blob:", "data:"]);

function isRefused(protocol: string): boolean {
  if (globalThis.location === undefined) {
    return !FETCHED.has(protocol);
  }
  const isMisspelt = !FETCHED.has(protocol) && didYouMean(protocol.slice(0, -1), ["https", "http"]) !== "";
  return isMisspelt || isPath(protocol) || ["ftp:", "s3:", "gs:"].includes(protocol);
}

/** Whether what looks like a scheme begins a path of a disk: `file:///data/a.asdf`, `C:\\data\\a.asdf`. */
function isPath(protocol: string): boolean {
  return protocol === "file:" || /^[a-z]:$/.test(protocol);
}

/** The URL of a source. A relative URL is relative to the page or worker. */
export function urlOf(source: string | URL): URL {
  const text = publicAddress(source) ?? source;
  const base = globalThis.location?.href;
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (url === undefined || isRefused(url.protocol)) {
    const hint = whyNot(url, base === undefined);
    throw new AsdfError("not-found", `\`${String(source)}\` is not a URL that can be fetched: ${hint}`);
  }
  return url;
}

function whyNot(url: URL | undefined, isOutsideOfPages: boolean): string {
  if (url?.protocol === "s3:" || url?.protocol === "gs:") {
    return `it must name a key, as \`${url.protocol}//bucket/key\` does`;
  }
  if (url !== undefined && !isPath(url.protocol)) {
    const scheme = url.protocol.slice(0, -1);
    return `it begins with \`${scheme}:\`${didYouMean(scheme, ["https", "http"]) || ", and not with `https:`"}`;
  }
  if (isOutsideOfPages) {
    return "`asdf-wasm` opens paths and `file:` URLs, `asdf-wasm/slim` does not";
  }
  return url === undefined
    ? "it is no valid URL"
    : "a page reads no path of this device, only files that are chosen or dropped";
}

/** The public URL of `s3://bucket/key` and `gs://bucket/key`. No certificate covers a host whose bucket name contains dots. */
function publicAddress(source: string | URL): string | undefined {
  const [, store, bucket, rest] = /^(s3|gs):\/\/([^/]+)\/(.+)$/s.exec(String(source)) ?? [];
  if (bucket === undefined || rest === undefined) {
    return undefined;
  }
  // In text the key is verbatim; in a URL it is percent-encoded already.
  const key = source instanceof URL ? rest : rest.split("/").map(encodeURIComponent).join("/");
  if (store === "gs") {
    return `https://storage.googleapis.com/${bucket}/${key}`;
  }
  return bucket.includes(".")
    ? `https://s3.amazonaws.com/${bucket}/${key}`
    : `https://${bucket}.s3.amazonaws.com/${key}`;
}

/** Whether the URL has the origin of the page, so that CORS does not apply. Outside a page there is no origin. */
export function isOwn(url: URL): boolean {
  return globalThis.location === undefined || globalThis.location.origin === url.origin;
}

/** The error when there was no response. Browsers do not tell scripts the reason, so the message names the possible ones. */
export function unreachable(url: URL, headers: Headers, cause: unknown): AsdfError {
  const { location } = globalThis;
  const behind = cause instanceof Error && cause.cause instanceof Error ? cause.cause : undefined;
  // A circle of redirections or a certificate is no server that cannot be reached.
  let hint = behind === undefined || "syscall" in behind ? "the server cannot be reached" : "";
  if (location?.protocol === "https:" && url.protocol === "http:") {
    hint = "a page at https: must not read from http: (mixed content), so the server must answer at https:";
  } else if (!isOwn(url)) {
    const names = [...headers.keys()].filter((name) => name !== "range");
    const allowed = names.length > 0 ? ` and \`Access-Control-Allow-Headers: ${names.join(", ")}\`` : "";
    hint += `, or does not let this page read from it: it must send \`Access-Control-Allow-Origin: ${location.origin}\`${allowed} (CORS)`;
  }
  // Node says "fetch failed", and why in the error behind it.
  const reason = reasonOf(behind?.message ? behind : cause).trim();
  const message = `${url.href} could not be fetched (${reason})${hint && `: ${hint}`}`;
  return new AsdfError("network", message, { cause });
}

const MEANINGS: Readonly<Record<number, string>> = {
  401: ": it wants to know who asks",
  403: ": it may not be read by everybody, or the link to it has expired",
  404: ": there is nothing at this address",
};

/** What object stores mean by the codes of their errors. */
const CODES: Readonly<Record<string, string>> = {
  ExpiredToken: ": the keys have expired, and new ones are needed",
  InvalidAccessKeyId: ": it does not know this access key",
  InvalidToken: ": the session token is wrong, or has expired",
  NoSuchBucket: ": there is no bucket of this name",
  NoSuchKey: ": there is nothing at this address",
  RequestTimeTooSkewed: ": the clock of this device is wrong",
  SignatureDoesNotMatch: ": the secret key does not belong to the access key",
};

/** The error when the server refused. `body` is the beginning of its response, where object stores give the reason in XML. */
export function refused(url: URL, response: Response, body: string): AsdfError {
  const [code, words] = ["Code", "Message"].map(
    (tag) => new RegExp(`<${tag}>(.*?)</${tag}>`, "s").exec(body)?.[1],
  );
  const reason = code === undefined ? "" : ` (${[code, words].filter(Boolean).join(": ")})`;
  const status = `${response.status} ${response.statusText}`.trim();
  const message = `the server answered ${status}${reason} for ${url.href}${CODES[code ?? ""] ?? MEANINGS[response.status] ?? ""}`;
  const isMissing = response.status === 404 || response.status === 410;
  return new AsdfError(isMissing ? "not-found" : "network", message, {
    status: response.status,
    ...(response.status === 401 && { advice: "`request` can hold headers or credentials" }),
  });
}
