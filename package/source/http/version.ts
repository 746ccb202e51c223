/** The version of a file, so that bytes of different versions are never mixed. */
import { AsdfError } from "../../api/error.ts";
import { isOwn } from "./address.ts";
import { isEncoded } from "./request.ts";

/** The fields of `Content-Range`. Browsers show the header to a page of another origin only if the server exposes it. */
export function contentRange({
  headers,
}: Response): { start: number; total: number | undefined } | undefined {
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get("content-range") ?? "") ?? [];
  return start === undefined
    ? undefined
    : { start: Number(start), total: total === "*" ? undefined : Number(total) };
}

export class Version {
  readonly size: number;
  /** Its URL after all redirections. */
  readonly from: URL;
  readonly #url: URL;
  readonly #etag: string | null;
  readonly #modified: string | null;
  /** Makes the server send the whole file if it changed. Not for another origin, where it would cost a preflight request. */
  readonly condition: Record<string, string>;

  /** The version that `response` describes, of a file of `size` bytes. */
  constructor(response: Response, url: URL, size: number) {
    this.size = size;
    this.from = new URL(response.url || url);
    this.#url = url;
    this.#etag = response.headers.get("etag");
    this.#modified = response.headers.get("last-modified");
    const isStrong = this.#etag?.startsWith('"');
    const own = isOwn(url) && isOwn(this.from);
    this.condition = this.#etag !== null && isStrong && own ? { "if-range": this.#etag } : {};
  }

  /** Throws unless a response contains bytes of this version, beginning at `start`. */
  check(response: Response, start: number): void {
    const { status, headers } = response;
    const found = contentRange(response);
    const fail = (code: "source-changed" | "range-not-supported", words: string) => {
      response.body?.cancel().catch(() => {});
      throw new AsdfError(code, `${this.#url.href} ${words}`, { offset: start });
    };
    const [tag, modified] = [headers.get("etag"), headers.get("last-modified")];
    const changed =
      this.#etag !== null && tag !== null
        ? tag !== this.#etag
        : this.#modified !== null && modified !== null && modified !== this.#modified;
    if (changed || status === 416 || (found?.total ?? this.size) !== this.size) {
      fail("source-changed", "was replaced by another version after it was opened: open it again");
    } else if (status !== 206 || isEncoded(response)) {
      fail("range-not-supported", "was served by range before, and now is not");
    } else if ((found?.start ?? start) !== start) {
      fail(
        "range-not-supported",
        `was asked for its bytes from ${start} on and gave those from ${found?.start} on`,
      );
    }
  }
}
