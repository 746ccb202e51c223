/** Addresses of files as typed or pasted. */
import { bothEnds, grouped } from "@asdf-wasm/science/format/format";
import type { Notice } from "../../protocol/facts.ts";

/** The most characters of an address that is opened: servers take 8,000, some a few times as many, and browsers take long for more. */
const LONGEST = 32_000;

/** Whether the page can write an address into fields and links. */
export function isShort(url: string): boolean {
  return url.length <= LONGEST;
}

/** Why an address is not opened, if it is too long. A `data:` URL is the file itself. */
export function tooLong(url: string): Notice | undefined {
  const message = `an address of ${grouped(url.length)} characters is not opened: the most is ${grouped(LONGEST)}, and few servers take 8,000; it is \`${bothEnds(url, 200)}\``;
  return isShort(url) || url.startsWith("data:")
    ? undefined
    : { severity: "error", code: "bad-argument", message };
}

/** Resolves an address against the page: a worker would resolve it against itself. Other text is unchanged. */
export function absolute(url: string): string {
  return URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).href : url;
}

/** Names of parts of a query that let whoever has them in: of signed addresses of stores, and tokens. */
const SECRET =
  /^(?:x-(?:amz|goog|oss|cos)-.*|awsaccesskeyid|googleaccessid|signature|expires|policy|key-pair-id|s(?:v|e|p|r|ig|t|s|rt|ip|pr|kt|ke|koid|ktid|ks|kv)|key|pwd|code|hmac|q-(?:sign|ak).*)$|token|secret|password|credential|signature|api[-_]?key|auth|session|jwt/i;

/** An address without what lets its reader in: a name and password, a signature, a token. */
export function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) {
    return url;
  }
  const address = new URL(url);
  const secret = [...address.searchParams.keys()].filter((name) => SECRET.test(name));
  if (secret.length === 0 && address.username === "" && address.password === "") {
    return url;
  }
  [address.username, address.password] = ["", ""];
  for (const name of secret) {
    address.searchParams.delete(name);
  }
  return address.href;
}

/** The addresses in a text; none if it contains anything else. */
export function addressesIn(text: string): readonly string[] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  return words.every((word) => /^(https?|s3|gs):\/\//i.test(word) && URL.canParse(word)) ? words : [];
}

/** What places of files look like: buckets and folders in them, folders of web servers, containers of Azure, records, DOIs. */
const PLACES: readonly RegExp[] = [
  /^(?:s3|gs):\/\/(?:[^/]*|.*\/)$/i,
  /^https?:\/\/[^?#]*\/$/i,
  /^https?:\/\/[^/?#]+\.blob\.core\.windows\.net\/[^/?#.]+(?:\/(?:[^?#]*\/)?)?(?:\?|$)/i,
  /^https?:\/\/[^/]+\/(?:records?\/[\w-]+$|dataset\.xhtml\?)/i,
  /^(?:doi:\s*|https?:\/\/(?:dx\.)?doi\.org\/)?10\.\d{4,9}\/\S+$/i,
];

/** Whether an address is of a place with files. */
export function isPlace(address: string): boolean {
  return PLACES.some((form) => form.test(address.trim()));
}
