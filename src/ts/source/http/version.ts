/** Which version of a file an answer is about, as far as the server says it and lets it be read. */
import { AsdfError } from "../../api/error.ts";
import { isOwn } from "./address.ts";
import { isEncoded } from "./get.ts";

/** What `Content-Range` says; browsers show it to another origin's page only if the server exposes it. */
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
  /** Where it was found, after all redirections. */
  readonly from: URL;
  readonly #url: URL;
  readonly #etag: string | null;
  readonly #modified: string | null;
  /** What makes the server send the whole file if it changed: not to another origin, which would be asked for leave. */
  readonly condition: Record<string, string>;

  /** That of a file of `size` bytes which `response` is about. */
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

  /** Fails unless an answer is about the bytes from `start` on of this version. */
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
