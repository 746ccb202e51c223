/** `match`: the rows of two tables that belong together, as a table. */
import { type MatchOptions, match } from "@asdf-wasm/science/matching/match";
import type { Context } from "../context.ts";
import { EXIT, misuse } from "../exit.ts";
import { withBar } from "../terminal/progress.ts";
import { checkTarget } from "../writing/files.ts";
import { writeTableTo } from "./conversion.ts";
import { type OpeningOptions, openedTable, tellOfRows } from "./open.ts";
import { namesIn, skyColumnsIn } from "./places.ts";
import { asMisuse } from "./rows.ts";

export interface MatchTablesOptions extends OpeningOptions, Pick<MatchOptions, "join" | "radius" | "sigmas"> {
  readonly output: string;
  readonly force?: boolean;
  readonly otherTable?: string;
  readonly all?: boolean;
  readonly neighbour?: number;
  /** Texts `LEFT=RIGHT`, or one for both. */
  readonly key?: string;
  readonly errors?: string;
  readonly positions?: string;
}

export async function run(
  context: Context,
  args: readonly string[],
  options: MatchTablesOptions,
): Promise<number> {
  const [left = "", right = ""] = args;
  const { output, force = false, otherTable, key, errors, positions, radius, sigmas, join } = options;
  if (key === undefined && radius === undefined && sigmas === undefined) {
    throw misuse("how rows belong together is said by --radius, by --sigmas and --errors, or by --key");
  }
  checkTarget(output, force);
  const [one, other] = [
    await openedTable(context, left, options),
    await openedTable(context, right, { ...options, table: otherTable }),
  ];
  using _told = tellOfRows(context, one, other);
  const found = await withBar("Matching", ({ report }) =>
    asMisuse(() =>
      match(one, other, {
        ...{ radius, sigmas, join, find: options.all ? "all" : options.neighbour },
        key: key === undefined ? undefined : sidesOf(key, String),
        errors: errors === undefined ? undefined : sidesOf(errors, namesIn),
        positions: positions === undefined ? undefined : sidesOf(positions, skyColumnsIn),
        onProgress: (share) => report({ loaded: share, total: 1 }),
      }),
    ),
  );
  await writeTableTo(context, output, found, "match", [one, other]);
  context.note(`${found.rows} of ${one.rows} and ${other.rows} rows`);
  return found.rows > 0 ? EXIT.done : EXIT.no;
}

function sidesOf<T>(text: string, side: (text: string) => T): readonly [left: T, right: T] {
  const [left = "", right = left, ...more] = text.split("=");
  if (more.length > 0 || left === "" || right === "") {
    throw misuse(`'${text}' is not what the columns of both tables are, as in 'ra,dec=RAJ2000,DEJ2000'`);
  }
  return [side(left), side(right)];
}
