/** Requests that are answered with XML: lists of keys and of buckets. Files are read as any URL is: package/source/http. */
import { AsdfError, type RequestSigner } from "asdf-wasm";
import { tagOf } from "./xml.ts";

/** A refused request is signed again at most so often. */
const MOST_SIGNED = 2;
/** To a busy server a request is sent again at most so often. */
const RETRIES = 4;
/** No answer is longer, in bytes: a server may send without end. */
const LONGEST = 2 ** 26;
/** No more of what a server says stands in a message. */
const MOST_SAID = 300;
/** The first wait, in milliseconds; it doubles with each retry. And the longest silence. */
const [WAIT, SILENCE] = [200, 60_000];

/** What is asked, and by whom. */
export interface Asked {
  readonly url: URL;
  readonly signer: RequestSigner | undefined;
  readonly signal: AbortSignal | undefined;
  /** Whether redirections are followed: by no request that is signed. */
  readonly follows?: boolean;
}

/** The text of the answer. @throws AsdfError `network`, `not-found`, `aborted` */
export async function ask(asked: Asked): Promise<string> {
  const { url, signer, signal } = asked;
  for (let [signed, tried] = [0, 0]; ; ) {
    const response = await send(asked);
    const text = await textOf(response, url, signal);
    if (response.status === 200) {
      return text;
    }
    if (signed < MOST_SIGNED && (await signer?.again?.(response, text))) {
      signed += 1;
    } else if ((response.status === 429 || response.status >= 500) && tried < RETRIES) {
      await waited(Math.random() * WAIT * 2 ** tried, signal);
      tried += 1;
    } else {
      throw refusal(asked, response, text);
    }
  }
}

/** What is at an address. */
export interface Answer {
  readonly kind: "html" | "xml" | "other";
  /** Empty if it is neither a web page nor XML. */
  readonly text: string;
  /** Where it is, after redirections. */
  readonly url: URL;
}

/** The web page at an address, or the XML, whatever its status. */
export async function look(url: URL, signal: AbortSignal | undefined): Promise<Answer> {
  const response = await send({ url, signer: undefined, signal, follows: true });
  const [, kind = "other"] = /\b(html|xml)\b/.exec(response.headers.get("content-type") ?? "") ?? [];
  const isXml = kind === "xml";
  if (kind === "other" || (!isXml && response.status !== 200)) {
    response.body?.cancel().catch(() => {});
    if (response.status !== 200) {
      throw refusal({ url, signer: undefined }, response, "");
    }
    return { kind: "other", text: "", url };
  }
  const text = await textOf(response, url, signal);
  return { kind: isXml ? "xml" : "html", text, url: new URL(response.url || url) };
}

async function send({ url, signer, signal, follows = false }: Asked): Promise<Response> {
  const { url: at, headers } = (await signer?.sign(url, new Headers())) ?? { url, headers: new Headers() };
  const stops = [AbortSignal.timeout(SILENCE), ...(signal ? [signal] : [])];
  try {
    // Keys follow no redirection.
    return await fetch(at, {
      headers,
      redirect: follows ? "follow" : "manual",
      signal: AbortSignal.any(stops),
    });
  } catch (cause) {
    if (signal?.aborted) {
      throw stopped(signal);
    }
    const isElsewhere = globalThis.location !== undefined && globalThis.location.origin !== url.origin;
    const allowed = signer ? ", and `Access-Control-Allow-Headers: authorization, x-amz-*`" : "";
    const cors = isElsewhere
      ? `, or does not let this page read from it: ${follows ? "it must send" : "its bucket needs a rule of CORS with"} \`Access-Control-Allow-Origin: ${globalThis.location.origin}\`${allowed}. ${follows ? "A bucket is written as `s3://bucket`, its server given with its keys" : "A bucket in another region than is asked does not answer pages either"}. The command \`asdf-wasm\` needs no such rule`
      : "";
    return fail(url, `cannot be reached${cors}`, cause);
  }
}

async function textOf(response: Response, url: URL, signal: AbortSignal | undefined): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  try {
    for (;;) {
      const { value } = (await reader?.read()) ?? {};
      if (value === undefined) {
        return text + decoder.decode();
      }
      size += value.length;
      if (size > LONGEST) {
        break;
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch (cause) {
    throw signal?.aborted ? stopped(signal) : fail(url, "broke the connection", cause);
  }
  reader?.cancel().catch(() => {});
  throw new AsdfError("limit-exceeded", `the server ${url.host} sends a list of more than ${LONGEST} bytes`);
}

function stopped(signal: AbortSignal | undefined): AsdfError {
  return new AsdfError("aborted", "the list was stopped", { cause: signal?.reason });
}

function fail(url: URL, what: string, cause: unknown): never {
  throw new AsdfError("network", `the server ${url.host} ${what}`, { cause });
}

const MEANINGS: Readonly<Record<string, string>> = {
  AuthenticationFailed:
    "refuses the signature in the address, which may have expired: take an address with a new one",
  AuthorizationFailure: "refuses the signature in the address: take an address with a new one",
  PublicAccessNotPermitted: "shows this container only to addresses with a signature",
  ResourceNotFound: "has no such container, or shows it only to addresses with a signature",
  ExpiredToken: "was asked with keys that have expired: give new ones",
  InvalidAccessKeyId: "does not know this access key",
  NoSuchBucket: "has no bucket of this name",
  RequestTimeTooSkewed: "has another time than this device: set its clock",
  SignatureDoesNotMatch: "was asked with a secret key that does not belong to the access key",
};

function refusal(
  { url, signer }: Pick<Asked, "url" | "signer">,
  response: Response,
  text: string,
): AsdfError {
  const code = tagOf(text, "Code") ?? "";
  const { status } = response;
  const said = code && `${code}: ${tagOf(text, "Message")?.split("\n", 1)[0] ?? ""}`.slice(0, MOST_SAID);
  const elsewhere = response.type === "opaqueredirect" || (status >= 300 && status < 400);
  const denied = signer
    ? "does not let these keys list this bucket"
    : "does not let everybody list this bucket: keys are needed";
  const words = elsewhere
    ? "is not where the bucket is: give its `region`"
    : code === "AccessDenied"
      ? denied
      : (MEANINGS[code] ?? `answered ${status}${said && ` (${said})`}`);
  const message = `the server ${url.host} ${words}`;
  return new AsdfError(status === 404 ? "not-found" : "network", message, { status });
}

function waited(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(stopped(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
