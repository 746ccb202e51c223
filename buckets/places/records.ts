/**
 * Records of archives: of Zenodo and other servers of InvenioRDM (https://inveniordm.docs.cern.ch/reference/rest_api_drafts_records/), and of
 * Dataverse (https://guides.dataverse.org/en/latest/api/native-api.html). Written by their documents, and tested against recorded answers.
 */
import { AsdfError } from "asdf-wasm";
import { ask } from "../ask.ts";
import { dateOf, type ListOptions } from "../listing.ts";
import { type Found, type Place, type PlaceFile, sourceAt, underPrefix } from "../place.ts";

/** A file of a record, and where it is. */
interface RecordFile extends PlaceFile {
  readonly at: string;
}

/** Undefined if it is neither the address of a record nor a DOI. */
export async function recordAt(address: string, signal: AbortSignal | undefined): Promise<Found | undefined> {
  const [, doi] = /^(?:doi:\s*|https?:\/\/(?:dx\.)?doi\.org\/)?(10\.\d{4,9}\/\S+)$/i.exec(address) ?? [];
  const text = doi === undefined ? address : await resolved(doi, signal);
  const url = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  const files = url && (await filesOf(url, signal));
  if (files) {
    return found(url, files);
  }
  if (doi !== undefined) {
    throw new AsdfError(
      "bad-argument",
      `the DOI ${doi} leads to ${text}, which is no record of Zenodo, InvenioRDM or Dataverse: open a file of it by its own address`,
    );
  }
  return undefined;
}

/** Where a DOI leads. */
async function resolved(doi: string, signal: AbortSignal | undefined): Promise<string> {
  const [, zenodo] = /^10\.5281\/zenodo\.(\d+)$/i.exec(doi) ?? [];
  if (zenodo !== undefined) {
    return `https://zenodo.org/records/${zenodo}`;
  }
  const url = new URL(`https://doi.org/api/handles/${doi}?type=URL`);
  const answer = await json(url, signal);
  return textAt(itemsAt(answer, "values")[0], "data", "value") ?? "";
}

async function filesOf(
  url: URL,
  signal: AbortSignal | undefined,
): Promise<readonly RecordFile[] | undefined> {
  const [, id] = /^\/records?\/([\w-]+)\/?$/.exec(url.pathname) ?? [];
  // A slash may end it: the addresses of files are the address of the record, a slash and a name.
  const persistent = url.searchParams.get("persistentId")?.replace(/\/+$/, "");
  if (persistent !== undefined) {
    return ofDataverse(url, persistent, signal);
  }
  try {
    return id === undefined ? undefined : await ofInvenio(url, id, signal);
  } catch (cause) {
    // Other servers have folders of this name: they answer something else, or nothing to a page of another origin.
    const isOther = cause instanceof AsdfError && cause.code !== "aborted" && (cause.status ?? 404) === 404;
    if (isOther && url.pathname.endsWith("/")) {
      return undefined;
    }
    throw cause;
  }
}

async function ofInvenio(
  url: URL,
  id: string,
  signal: AbortSignal | undefined,
): Promise<readonly RecordFile[]> {
  const answer = await json(new URL(`/api/records/${id}/files`, url), signal);
  return itemsAt(answer, "entries").map((entry) => {
    const key = textAt(entry, "key") ?? "";
    return {
      key,
      size: numberAt(entry, "size"),
      modified: dateOf(textAt(entry, "updated")),
      at: new URL(`/api/records/${id}/files/${encodeURIComponent(key)}/content`, url).href,
    };
  });
}

async function ofDataverse(
  url: URL,
  persistent: string,
  signal: AbortSignal | undefined,
): Promise<readonly RecordFile[]> {
  const asked = new URL("/api/datasets/:persistentId/versions/:latest-published/files", url);
  asked.searchParams.set("persistentId", persistent);
  const answer = await json(asked, signal);
  const entries = itemsAt(answer, "data");
  const keyIn = (entry: unknown, ...path: readonly string[]): string => {
    const [folder, name = ""] = [textAt(entry, "directoryLabel"), textAt(entry, ...path)];
    return folder ? `${folder}/${name}` : name;
  };
  // Of a table that Dataverse took apart, the file that was given to it, unless another one has its name.
  const given = (entry: unknown): string => keyIn(entry, "dataFile", "originalFileName");
  const counts = new Map<string, number>();
  for (const key of entries.flatMap((entry) => [...new Set([keyIn(entry, "label"), given(entry)])])) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return entries.map((entry) => {
    const hasOriginal = textAt(entry, "dataFile", "originalFileName") !== undefined;
    const isOriginal = hasOriginal && counts.get(given(entry)) === 1;
    const at = new URL(`/api/access/datafile/${numberAt(entry, "dataFile", "id")}`, url);
    if (isOriginal) {
      at.searchParams.set("format", "original");
    }
    return {
      key: isOriginal ? given(entry) : keyIn(entry, "label"),
      size: numberAt(entry, "dataFile", isOriginal ? "originalFileSize" : "filesize"),
      modified: dateOf(textAt(entry, "dataFile", "creationDate")),
      at: at.href,
    };
  });
}

function found(url: URL, files: readonly RecordFile[]): Found {
  const root = `${url.href.replace(/\/+$/, "")}/`;
  const places = new Map(files.map(({ key, at }) => [key, at]));
  const address = (key: string): URL => {
    const at = places.get(key);
    if (at === undefined) {
      throw new AsdfError("not-found", `the record ${url.href} has no file \`${key}\``);
    }
    return new URL(at);
  };
  const place: Place = {
    async *list(options: ListOptions = {}) {
      yield underPrefix(files, options);
    },
    address,
    source: async (key, options = {}) => sourceAt(address(key), options),
  };
  return { place, root, key: "", takesKeys: false, isPrivate: false };
}

async function json(url: URL, signal: AbortSignal | undefined): Promise<unknown> {
  const text = await ask({ url, signer: undefined, signal, follows: true });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AsdfError("network", `the server ${url.host} answers no list of the files of a record`, {
      cause,
    });
  }
}

/** What is at a path in an answer. */
function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  );
}

function itemsAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === "string" && found !== "" ? found : undefined;
}

function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = valueAt(value, ...path);
  return typeof found === "number" ? found : undefined;
}
