/**
 * Tags of types that another version of the standard gives another tag. To Python asdf those of other versions are plain maps
 * and texts.
 */

type Row = readonly [standard: string, tag: string];

/** Each type: its tags, with the version of the standard that each came with, the oldest first. */
const TYPES: readonly (readonly Row[])[] = [
  [
    ["1.1.0", "tag:stsci.edu:asdf/unit/quantity-1.1.0"],
    ["1.6.0", "tag:stsci.edu:asdf/unit/quantity-1.2.0"],
  ],
  [
    ["1.0.0", "tag:stsci.edu:asdf/time/time-1.0.0"],
    ["1.1.0", "tag:stsci.edu:asdf/time/time-1.1.0"],
    ["1.6.0", "tag:stsci.edu:asdf/time/time-1.2.0"],
  ],
  [
    ["1.3.0", "tag:stsci.edu:asdf/core/integer-1.0.0"],
    ["1.6.0", "tag:stsci.edu:asdf/core/integer-1.1.0"],
  ],
  [
    ["1.0.0", "tag:stsci.edu:asdf/core/column-1.0.0"],
    ["1.6.0", "tag:stsci.edu:asdf/table/column-1.1.0"],
  ],
  [
    ["1.0.0", "tag:stsci.edu:asdf/core/table-1.0.0"],
    ["1.6.0", "tag:stsci.edu:asdf/table/table-1.1.0"],
  ],
  [
    ["1.0.0", "tag:stsci.edu:asdf/fits/fits-1.0.0"],
    ["1.6.0", "tag:stsci.edu:asdf/fits/fits-1.1.0"],
  ],
  [
    ["1.1.0", "tag:astropy.org:astropy/table/table-1.0.0"],
    ["1.6.0", "tag:astropy.org:astropy/table/table-1.1.0"],
  ],
  [
    ["1.1.0", "tag:astropy.org:astropy/time/timedelta-1.0.0"],
    ["1.6.0", "tag:astropy.org:astropy/time/timedelta-1.1.0"],
  ],
  [
    ["1.1.0", "tag:astropy.org:astropy/fits/fits-1.0.0"],
    ["1.6.0", "tag:astropy.org:astropy/fits/fits-1.1.0"],
  ],
];

/** Orders numbers of versions, and tags with the same name. */
const { compare } = new Intl.Collator("en", { numeric: true });

/** The rows of a tag's type, and the one it belongs to: later numbers belong to the row before them. */
function rowOf(tag: string): { readonly rows: readonly Row[]; readonly row: Row } | undefined {
  const name = tag.slice(0, tag.lastIndexOf("-") + 1);
  for (const rows of TYPES) {
    const row = rows.findLast(([, own]) => own.startsWith(name) && compare(own, tag) <= 0);
    if (row) {
      return { rows, row };
    }
  }
  return undefined;
}

/** The tag of the same type in this version of the standard; the same if it has it, or has no such type. */
export function tagIn(standard: string, tag: string): string {
  const found = rowOf(tag);
  const wanted = found?.rows.findLast(([since]) => since <= standard);
  return wanted === undefined || wanted === found?.row ? tag : wanted[1];
}

/** Whether a tag came with a later version of the standard. */
export function isNewer(standard: string, tag: string): boolean {
  return (rowOf(tag)?.row[0] ?? "") > standard;
}
