/**
 * A small server of buckets: it lists keys and gives ranges, like S3, but only to requests whose signature is right, which it computes
 * by itself (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
 */
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** What a bucket holds: the bytes of a file from an offset on, and its size. */
export interface StoredFile {
  readonly size: number;
  bytes(offset: number, length: number): Uint8Array;
}

export interface StoreOptions {
  readonly bucket: string;
  readonly region?: string;
  /** The secret key, and the session token if there is one, by the access key. Without keys, all is public. */
  readonly keys?: ReadonlyMap<string, { readonly secret: string; readonly token?: string }> | undefined;
  /** The keys in the order of their bytes. */
  readonly names: readonly string[];
  /** Session tokens that have expired. */
  readonly expired?: ReadonlySet<string>;
  readonly file: (name: string) => StoredFile | undefined;
  /** How many keys or folders a page of a list has. */
  readonly page?: number;
  /** Lets pages of other origins read. */
  readonly cors?: boolean;
}

export interface Store {
  readonly endpoint: string;
  /** The requests, as `GET /bucket/key bytes=0-9`. */
  readonly asked: string[];
  /** Refusals that the next requests get: code and status. */
  readonly refusals: { readonly code: string; readonly status: number; readonly more?: string }[];
  /** The version of its files: their ETag. */
  version: number;
  /** The time of the server, if it is another than ours, in milliseconds ahead. */
  ahead: number;
  stop(): Promise<void>;
}

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers":
    "authorization, x-amz-content-sha256, x-amz-date, x-amz-security-token, range",
  "access-control-expose-headers": "content-range, etag, x-amz-bucket-region",
};

export async function startStore(options: StoreOptions): Promise<Store> {
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const store: Store = {
    endpoint: `http://127.0.0.1:${port}`,
    asked: [],
    refusals: [],
    ahead: 0,
    version: 1,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // A browser keeps its connections for the next request.
        server.closeAllConnections();
      }),
  };

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const headers = options.cors ? CORS : {};
    const refuse = (code: string, status: number, more = "") => {
      const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>refused</Message>${more}</Error>`;
      response.writeHead(status, { "content-type": "application/xml", ...headers }).end(body);
    };
    if (request.method === "OPTIONS") {
      response.writeHead(204, headers).end();
      return;
    }
    const url = new URL(request.url ?? "/", store.endpoint);
    store.asked.push(`${request.method} ${request.url} ${request.headers.range ?? ""}`.trim());
    const refusal = store.refusals.shift();
    const wrong = options.keys && faultOf(request, url, options, Date.now() + store.ahead);
    if (refusal) {
      refuse(refusal.code, refusal.status, refusal.more);
    } else if (wrong) {
      refuse(wrong.code, 403, wrong.more);
    } else if (url.pathname === "/") {
      response.writeHead(200, { "content-type": "application/xml", ...headers });
      response.end(
        `<ListAllMyBucketsResult><Buckets><Bucket><Name>${options.bucket}</Name></Bucket></Buckets></ListAllMyBucketsResult>`,
      );
    } else if (url.pathname === `/${options.bucket}/`) {
      response.writeHead(200, { "content-type": "application/xml", ...headers }).end(listOf(url, options));
    } else {
      give(request, response, url, headers);
    }
  }

  function give(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    headers: Record<string, string>,
  ): void {
    const file = options.file(decodeURIComponent(url.pathname.slice(options.bucket.length + 2)));
    if (!file) {
      response.writeHead(404, headers).end("<Error><Code>NoSuchKey</Code></Error>");
      return;
    }
    const [, first = "0", last = String(file.size - 1)] =
      /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
    const [start, end] = [Number(first), Math.min(Number(last || file.size - 1), file.size - 1)];
    const about = { etag: `"${store.version}"`, "content-length": end + 1 - start };
    const range = { "content-range": `bytes ${start}-${end}/${file.size}` };
    response.writeHead(206, { ...headers, ...about, ...range }).end(file.bytes(start, end + 1 - start));
  }

  return store;
}

function listOf({ searchParams }: URL, { names, file, page = 1000 }: StoreOptions): string {
  const [prefix, delimiter] = [searchParams.get("prefix") ?? "", searchParams.get("delimiter") ?? ""];
  const [files, folders]: [string[], Set<string>] = [[], new Set()];
  let at = Number(searchParams.get("continuation-token") ?? 0);
  for (; at < names.length && files.length + folders.size < page; at += 1) {
    const name = names[at] ?? "";
    const behind = name.startsWith(prefix) && delimiter !== "" ? name.indexOf(delimiter, prefix.length) : -1;
    if (behind >= 0) {
      folders.add(name.slice(0, behind + 1));
    } else if (name.startsWith(prefix)) {
      files.push(name);
    }
  }
  const encoded = (text: string) => encodeURIComponent(text).replaceAll("%2F", "/").replaceAll("%20", "+");
  const next = at < names.length ? `<NextContinuationToken>${at}</NextContinuationToken>` : "";
  return [
    `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${at < names.length}</IsTruncated>`,
    ...files.map(
      (name) =>
        `<Contents><Key>${encoded(name)}</Key><LastModified>2026-11-27T09:30:15.000Z</LastModified><Size>${file(name)?.size ?? 0}</Size></Contents>`,
    ),
    ...[...folders].map((name) => `<CommonPrefixes><Prefix>${encoded(name)}</Prefix></CommonPrefixes>`),
    `${next}</ListBucketResult>`,
  ].join("");
}

const FORM =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/;

/** What is wrong with the signature of a request. */
function faultOf(
  request: IncomingMessage,
  url: URL,
  { keys, region = "us-east-1", expired }: StoreOptions,
  now: number,
): { readonly code: string; readonly more?: string } | undefined {
  const [, key = "", day = "", place, names = "", signature] =
    FORM.exec(request.headers.authorization ?? "") ?? [];
  const known = keys?.get(key);
  const date = String(request.headers["x-amz-date"]);
  if (signature === undefined) {
    return { code: "AccessDenied" };
  }
  if (!known) {
    return { code: "InvalidAccessKeyId" };
  }
  if (place !== region) {
    return { code: "AuthorizationHeaderMalformed", more: `<Region>${region}</Region>` };
  }
  if ((known.token ?? "") !== (request.headers["x-amz-security-token"] ?? "")) {
    return { code: "InvalidToken" };
  }
  if (known.token !== undefined && expired?.has(known.token)) {
    return { code: "ExpiredToken" };
  }
  const sent = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(sent - now) < 15 * 60_000)) {
    return { code: "RequestTimeTooSkewed", more: `<ServerTime>${new Date(now).toISOString()}</ServerTime>` };
  }
  const query = [...url.searchParams]
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .sort()
    .join("&");
  const lines = names.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const path = url.pathname.split("/").map(decodeURIComponent).map(strict).join("/");
  const canonical = ["GET", path, query, lines.join(""), names, request.headers["x-amz-content-sha256"]].join(
    "\n",
  );
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", date, scope, createHash("sha256").update(canonical).digest("hex")].join(
    "\n",
  );
  const hmac = (secret: string | Buffer, text: string) => createHmac("sha256", secret).update(text).digest();
  const signing = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${known.secret}`, day));
  return createHmac("sha256", signing).update(text).digest("hex") === signature
    ? undefined
    : { code: "SignatureDoesNotMatch" };
}

function strict(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
