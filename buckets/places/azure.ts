/**
 * Containers of Azure's storage of blobs, public or with a shared access signature in the address
 * (https://learn.microsoft.com/rest/api/storageservices/list-blobs). The signature is sent with each request, and stands in no address or
 * message.
 */
import { AsdfError, type RequestSigner } from "asdf-wasm";
import { pathOf, unescaped } from "../address.ts";
import { ask } from "../ask.ts";
import { dateOf, type ListOptions } from "../listing.ts";
import { type Found, type Place, type PlacePage, sourceAt } from "../place.ts";
import { plain, tagOf, tagsOf } from "../xml.ts";

/** What an address says of where a listing is, and not of who may read it. */
const ASKED: ReadonlySet<string> = new Set([
  "restype",
  "comp",
  "prefix",
  "delimiter",
  "marker",
  "maxresults",
  "include",
]);

/** Undefined if it is no address of a container. */
export function containerAt(url: URL): Found | undefined {
  const isAzure = url.hostname.endsWith(".blob.core.windows.net");
  // The emulator has the account in the path.
  const isEmulated = !isAzure && url.searchParams.has("sv") && url.searchParams.has("sig");
  const [, container, key = ""] =
    (isEmulated ? /^\/([^/]+\/[^/]+)(?:\/(.*))?$/s : /^\/([^/]+)(?:\/(.*))?$/s).exec(url.pathname) ?? [];
  if (!(isAzure || isEmulated) || container === undefined) {
    return undefined;
  }
  const root = `${url.origin}/${container}/`;
  const signature = [...url.searchParams].filter(([name]) => !ASKED.has(name));
  const signed = (to: URL): URL => {
    const signed = new URL(to);
    for (const [name, value] of signature) {
      signed.searchParams.set(name, value);
    }
    return signed;
  };
  const request: RequestSigner = { sign: async (to, headers) => ({ url: signed(to), headers }) };
  const address = (key: string) => new URL(root + pathOf(key));

  async function* list({ prefix = "", delimiter, signal }: ListOptions = {}): AsyncGenerator<PlacePage> {
    for (let marker: string | undefined = ""; marker !== undefined; ) {
      const asked = new URL(root.slice(0, -1));
      const words = { restype: "container", comp: "list", prefix, delimiter, marker };
      for (const [name, word] of Object.entries(words)) {
        if (word) {
          asked.searchParams.set(name, word);
        }
      }
      const xml = await ask({ url: asked, signer: request, signal, follows: false });
      if (!xml.includes("<EnumerationResults")) {
        throw new AsdfError("network", `the server ${url.host} answers no list of a container`);
      }
      const next = tagOf(xml, "NextMarker") || undefined;
      if (next !== undefined && next === marker) {
        throw new AsdfError(
          "network",
          `the server ${url.host} gives the same page of the list again and again`,
        );
      }
      marker = next;
      yield {
        files: tagsOf(xml, "Blob")
          // Accounts with folders of their own list these, too.
          .filter((part) => tagOf(part, "ResourceType") !== "directory")
          .map((part) => ({
            key: nameIn(part),
            size: sizeOf(tagOf(part, "Content-Length")),
            modified: dateOf(tagOf(part, "Last-Modified")),
          })),
        folders: tagsOf(xml, "BlobPrefix").map(nameIn),
      };
    }
  }

  const place: Place = {
    list,
    address,
    source: async (key, options = {}) =>
      sourceAt(address(key), { ...options, ...(signature.length > 0 && { request }) }),
  };
  return { place, root, key: unescaped(key), takesKeys: false, isPrivate: signature.length > 0 };
}

function sizeOf(text: string | undefined): number | undefined {
  const size = Number(text || Number.NaN);
  return Number.isSafeInteger(size) && size >= 0 ? size : undefined;
}

/** Names that XML cannot hold are escaped. */
function nameIn(part: string): string {
  const [, isEscaped, name = ""] = /<Name( Encoded="true")?>([^<]*)<\/Name>/.exec(part) ?? [];
  return isEscaped ? unescaped(plain(name)) : plain(name);
}
