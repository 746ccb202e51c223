/** Folders of tables: in a bucket, at an address, on disk, with the list of their files where one can be had. */
import { readdir } from "node:fs/promises";
import { sep } from "node:path";
import type { FolderOptions } from "@asdf-wasm/catalogues/folder";
import { openFolder } from "@asdf-wasm/catalogues/open";
import type { OpenedTable } from "@asdf-wasm/catalogues/table";
import { isInBucket, isRemote, pathOf } from "../reading/open.ts";

export async function openedFolder(folder: string, options: FolderOptions): Promise<OpenedTable> {
  if (isInBucket(folder)) {
    const { sourceInBucket } = await import("../buckets/bucket.ts");
    return openFolder((path) => sourceInBucket(folder + path), { ...options, list: () => listed(folder) });
  }
  if (isRemote(folder)) {
    return openFolder(folder, { ...options, list: () => listed(folder) });
  }
  const list = async () => {
    const entries = await readdir(pathOf(folder), { recursive: true });
    return entries.map((path) => path.replaceAll(sep, "/"));
  };
  return openFolder(pathOf(folder), { ...options, list });
}

/** The files in a bucket, or of the index pages of a web server. */
async function listed(folder: string): Promise<string[]> {
  const [{ placeAt }, { bucketsBy }] = await Promise.all([
    import("asdf-wasm/buckets"),
    import("../buckets/bucket.ts"),
  ]);
  const { place, key } = await placeAt(folder, isInBucket(folder) ? await bucketsBy({ sign: true }) : {});
  const paths: string[] = [];
  for await (const { files } of place.list({ prefix: key })) {
    paths.push(...files.map((file) => file.key.slice(key.length)));
  }
  return paths;
}
