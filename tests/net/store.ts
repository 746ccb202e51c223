/**
 * An object store on loopback that speaks S3's protocol: one bucket that every page may read from, and links to its
 * objects that are signed as Amazon's SDKs sign them.
 *
 * `s3rver` looks at when a link expires, and, of those of version 2, at the signature.
 */
import { createHash, createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";

const BUCKET = "bucket";
/** The account that the store knows: key and secret are the same. */
const KEY = "S3RVER";
const CORS = `<CORSConfiguration><CORSRule>
  <AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedHeader>Range</AllowedHeader>
  <ExposeHeader>Content-Range</ExposeHeader><ExposeHeader>ETag</ExposeHeader>
</CORSRule></CORSConfiguration>`;

export class ObjectStore {
  readonly #folder: string;
  readonly #server: S3rver;
  #host = "";

  private constructor(folder: string) {
    this.#folder = folder;
    const configureBuckets = [{ name: BUCKET, configs: [CORS] }];
    this.#server = new S3rver({
      ...{ address: "127.0.0.1", port: 0, silent: true, directory: folder },
      ...{ configureBuckets },
    });
  }

  static async start(): Promise<ObjectStore> {
    const store = new ObjectStore(mkdtempSync(join(tmpdir(), "asdf-store-")));
    const { port } = await store.#server.run();
    store.#host = `127.0.0.1:${port}`;
    return store;
  }

  async remove(): Promise<void> {
    await this.#server.close();
    rmSync(this.#folder, { recursive: true });
  }

  /** Stores an object. */
  async put(key: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
    const { ok, status } = await fetch(`http://${this.#host}/${BUCKET}/${key}`, { method: "PUT", body });
    if (!ok) {
      throw new Error(`the store answered ${status}`);
    }
  }

  /** A link for GET, signed with version 4, that is good for so many seconds from `when` on. */
  presigned(key: string, seconds = 60, when = new Date()): string {
    const date = when.toISOString().replace(/[-:]|\.\d+/g, "");
    const scope = `${date.slice(0, 8)}/us-east-1/s3/aws4_request`;
    const query = new URLSearchParams({
      "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
      "X-Amz-Credential": `${KEY}/${scope}`,
      "X-Amz-Date": date,
      "X-Amz-Expires": String(seconds),
      "X-Amz-SignedHeaders": "host",
    });
    const path = `/${BUCKET}/${key}`;
    const request = ["GET", path, query, `host:${this.#host}\n`, "host", "UNSIGNED-PAYLOAD"].join("\n");
    const digest = createHash("sha256").update(request).digest("hex");
    const text = ["AWS4-HMAC-SHA256", date, scope, digest].join("\n");
    const secret = scope
      .split("/")
      .reduce<string | Buffer>((key, part) => createHmac("sha256", key).update(part).digest(), `AWS4${KEY}`);
    query.set("X-Amz-Signature", createHmac("sha256", secret).update(text).digest("hex"));
    return `http://${this.#host}${path}?${query}`;
  }

  /** A link for GET, signed with version 2. */
  presignedBefore(key: string, secret = KEY): string {
    const expires = String(Math.floor(Date.now() / 1000) + 60);
    const path = `/${BUCKET}/${key}`;
    const signature = createHmac("sha1", secret).update(`GET\n\n\n${expires}\n${path}`).digest("base64");
    const query = new URLSearchParams({ AWSAccessKeyId: KEY, Expires: expires, Signature: signature });
    return `http://${this.#host}${path}?${query}`;
  }
}
