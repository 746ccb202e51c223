/** `ls`: the files and folders in a bucket, or in another place. */
import { bytes } from "@asdf-wasm/science/format/format";
import { Bucket, type Found, type PlaceFile, placeAt } from "asdf-wasm/buckets";
import { bucketsBy } from "../buckets/bucket.ts";
import type { Context } from "../context.ts";
import { EXIT, misuse } from "../exit.ts";
import { columns } from "../terminal/table.ts";

export interface LsOptions {
  readonly recursive?: boolean;
  readonly find?: string;
  readonly sort: "name" | "size" | "date";
  readonly max?: number;
  readonly endpoint?: string;
  readonly region?: string;
  readonly profile?: string;
  readonly sign: boolean;
}

export async function run(
  context: Context,
  [source = ""]: readonly string[],
  options: LsOptions,
): Promise<number> {
  // Other places are asked without keys.
  const where = /^s3:/i.test(source) ? await bucketsBy(options) : {};
  if (/^s3:\/*$/i.test(source)) {
    const names = await Bucket.all(where);
    if (context.json) {
      context.printJson({ buckets: names });
    } else {
      context.print(...names.map((name) => `s3://${name}/`));
    }
    return names.length > 0 ? EXIT.done : EXIT.no;
  }
  if (!/^(?:s3|gs|https?|doi):|^10\./i.test(source)) {
    throw misuse(`\`${source}\` names no place of files, as s3://bucket/prefix, an address and a DOI do`);
  }
  const found = await placeAt(source, where);
  const { place, root, key } = found;
  const { recursive = false, find, max = Number.POSITIVE_INFINITY } = options;
  const matches = (name: string) => find === undefined || name.toLowerCase().includes(find.toLowerCase());
  const [files, folders]: [PlaceFile[], string[]] = [[], []];
  const list = place.list({ prefix: key, delimiter: recursive ? undefined : "/" });
  for await (const page of list) {
    for (const file of page.files.filter(({ key }) => matches(key))) {
      files.push(file);
    }
    for (const folder of page.folders.filter(matches)) {
      folders.push(folder);
    }
    // Of the largest or newest, any page may have some.
    if (options.sort === "name" && files.length + folders.length > max) {
      break;
    }
  }
  const isMore = files.length + folders.length > max;
  files.sort(ORDERS[options.sort]);
  files.splice(Math.max(0, max - folders.length));
  folders.splice(max);
  if (context.json) {
    const bucket = place instanceof Bucket ? { bucket: place.name } : {};
    context.printJson({ root, ...bucket, prefix: key, folders, files, isMore });
  } else {
    const rows = [
      ...folders.map((folder) => ["", "", root + folder]),
      ...files.map((file) => [
        file.size === undefined ? "" : bytes(file.size),
        file.modified?.toISOString().replace("T", " ").slice(0, 16) ?? "",
        addressOf(found, file.key),
      ]),
    ];
    context.print(...columns(rows, [0]));
    if (isMore) {
      context.note(`asdf-wasm: there are more than ${max}`);
    }
  }
  return files.length + folders.length > 0 ? EXIT.done : EXIT.no;
}

/** A key stands in the address of a bucket as it is, and escaped in that of a server. */
function addressOf({ place, root }: Found, key: string): string {
  try {
    return root.startsWith("http") ? place.address(key).href : root + key;
  } catch {
    // No address leads to it, and it is listed nevertheless.
    return root + key;
  }
}

const ORDERS: Readonly<Record<LsOptions["sort"], (one: PlaceFile, other: PlaceFile) => number>> = {
  // As the server lists them.
  name: () => 0,
  size: (one, other) => (other.size ?? 0) - (one.size ?? 0),
  date: (one, other) => Number(other.modified ?? 0) - Number(one.modified ?? 0),
};
