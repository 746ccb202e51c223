/**
 * The entry `asdf-wasm/buckets`: files in buckets of S3, and of servers that speak its protocol, listed and read by range, and other places of
 * files. Requests are signed if there are keys. The keys are sent nowhere: they only sign, and stand in no link, message or file.
 *
 * @example
 * import { Bucket } from "asdf-wasm/buckets";
 * const bucket = new Bucket("my-bucket", { region: "eu-west-1", credentials: { accessKeyId, secretAccessKey } });
 * for await (const { files, folders } of bucket.list({ prefix: "night-1/", delimiter: "/" })) {
 *   console.log(folders, files.map(({ key, size }) => `${key}: ${size} bytes`));
 * }
 * const file = await bucket.open("night-1/image.asdf");
 */

export { Bucket, type BucketOptions } from "./bucket.ts";
export { type PlaceOptions, placeAt } from "./find.ts";
export type { BucketFile, BucketPage, ListOptions } from "./listing.ts";
export type { Found, Place, PlaceFile, PlacePage } from "./place.ts";
export type { Credentials, CredentialsSource } from "./signer.ts";
