/** `ls`: the files and folders in a bucket. */
import { bytes } from "@asdf-wasm/science/format/format";
import { Bucket, type BucketFile } from "asdf-wasm/buckets";
import { bucketsBy, namedIn } from "../buckets/bucket.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit.ts";
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
  const where = await bucketsBy(options);
  if (/^s3:\/*$/i.test(source)) {
    const names = await Bucket.all(where);
    if (context.json) {
      context.printJson({ buckets: names });
    } else {
      context.print(...names.map((name) => `s3://${name}/`));
    }
    return names.length > 0 ? EXIT.done : EXIT.no;
  }
  const { bucket, key } = namedIn(source);
  const { recursive = false, find, max = Number.POSITIVE_INFINITY } = options;
  const matches = (name: string) => find === undefined || name.toLowerCase().includes(find.toLowerCase());
  const [files, folders]: [BucketFile[], string[]] = [[], []];
  const list = new Bucket(bucket, where).list({ prefix: key, delimiter: recursive ? undefined : "/" });
  for await (const page of list) {
    files.push(...page.files.filter((file) => matches(file.key)));
    folders.push(...page.folders.filter(matches));
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
    context.printJson({ bucket, prefix: key, folders, files, isMore });
  } else {
    const rows = [
      ...folders.map((folder) => ["", "", `s3://${bucket}/${folder}`]),
      ...files.map((file) => [
        bytes(file.size),
        file.modified?.toISOString().replace("T", " ").slice(0, 16) ?? "",
        `s3://${bucket}/${file.key}`,
      ]),
    ];
    context.print(...columns(rows, [0]));
    if (isMore) {
      context.note(`asdf-wasm: there are more than ${max}`);
    }
  }
  return files.length + folders.length > 0 ? EXIT.done : EXIT.no;
}

const ORDERS: Readonly<Record<LsOptions["sort"], (one: BucketFile, other: BucketFile) => number>> = {
  // As the server lists them.
  name: () => 0,
  size: (one, other) => other.size - one.size,
  date: (one, other) => Number(other.modified) - Number(one.modified),
};
