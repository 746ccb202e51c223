/**
 * Signed requests: Signature Version 4 (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html). A request
 * that is refused is signed once more if that can help: with renewed keys, for the region that the server names, by the server's clock.
 */
import { AsdfError, type RequestSigner, type SignedRequest } from "asdf-wasm";
import { AwsV4Signer } from "aws4fetch";
import { tagOf } from "./xml.ts";

/** Keys of an account. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of keys that hold for a time. */
  readonly sessionToken?: string | undefined;
}

/** Keys, or what gives them. It is called for the first request, and again when the keys have expired. */
export type CredentialsSource = Credentials | (() => Credentials | Promise<Credentials>);

/** The codes of refusals after which other keys may be accepted. */
const EXPIRED: ReadonlySet<string> = new Set([
  "ExpiredToken",
  "ExpiredTokenException",
  "TokenRefreshRequired",
  "RequestExpired",
]);

/** The form of the names of regions. */
const REGION = /^[a-z\d-]{1,64}$/;

export class Signer implements RequestSigner {
  readonly #source: CredentialsSource;
  #region: string;
  #credentials: Promise<Credentials> | undefined;
  #renewal: Promise<boolean> | undefined;
  /** How far the server's clock is ahead of ours, in milliseconds. */
  #ahead = 0;
  /** The address in a region of what has this one in the region that was given. */
  readonly #addressIn: (region: string, url: URL) => URL;

  constructor(source: CredentialsSource, region: string, addressIn: (region: string, url: URL) => URL) {
    [this.#source, this.#region, this.#addressIn] = [source, region, addressIn];
  }

  async sign(given: URL, headers: Headers): Promise<SignedRequest> {
    const url = this.#addressIn(this.#region, given);
    if (globalThis.crypto?.subtle === undefined) {
      const why = "browsers sign only on pages at https: or of this device";
      throw new AsdfError(
        "bad-argument",
        `${url.origin} asks for signed requests, and ${why}: open this page at https:`,
      );
    }
    const { accessKeyId, secretAccessKey, sessionToken } = await this.#known();
    const signer = new AwsV4Signer({
      url: url.href,
      headers,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
      service: "s3",
      region: this.#region,
      datetime: new Date(Date.now() + this.#ahead).toISOString().replace(/[:-]|\.\d{3}/g, ""),
    });
    return { url, headers: (await signer.sign()).headers };
  }

  async again(response: Response, body: string): Promise<boolean> {
    const code = tagOf(body, "Code") ?? "";
    const region = tagOf(body, "Region") ?? response.headers.get("x-amz-bucket-region") ?? undefined;
    // It becomes a part of the host's name: what an answer says must not lead the keys to another server.
    if (region !== undefined && REGION.test(region) && region !== this.#region) {
      this.#region = region;
      return true;
    }
    if (EXPIRED.has(code) && typeof this.#source === "function") {
      // Requests that are refused together wait for the same keys: a person may be asked for them.
      this.#renewal ??= this.#renew().finally(() => {
        this.#renewal = undefined;
      });
      return this.#renewal;
    }
    const time = Date.parse(tagOf(body, "ServerTime") ?? response.headers.get("date") ?? "");
    if (code === "RequestTimeTooSkewed" && Number.isFinite(time)) {
      this.#ahead = time - Date.now();
      return true;
    }
    return false;
  }

  /** Whether there are other keys now. */
  async #renew(): Promise<boolean> {
    const before = await this.#known();
    this.#credentials = undefined;
    const now = await this.#known();
    return now.accessKeyId !== before.accessKeyId || now.sessionToken !== before.sessionToken;
  }

  #known(): Promise<Credentials> {
    const given = this.#source;
    this.#credentials ??= Promise.resolve(typeof given === "function" ? given() : given).catch(
      (cause: unknown) => {
        this.#credentials = undefined;
        throw cause;
      },
    );
    return this.#credentials;
  }
}
