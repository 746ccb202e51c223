/**
 * Tags of types that are part of the standard, for files that are written by another version of it. Python asdf knows only those of
 * the version that a file names: the values of others are plain maps and texts to it.
 */

/** A type's tag before version 1.6.0 of the standard, and since then: with and without the numbers of versions. */
const TYPES = [
  { old: "tag:stsci.edu:asdf/unit/quantity-", before: "1.1.0", since: "1.2.0" },
  { old: "tag:stsci.edu:asdf/time/time-", before: "1.1.0", since: "1.2.0" },
  { old: "tag:stsci.edu:asdf/core/integer-", before: "1.0.0", since: "1.1.0" },
  { old: "tag:astropy.org:astropy/table/table-", before: "1.0.0", since: "1.1.0" },
  {
    old: "tag:stsci.edu:asdf/core/column-",
    before: "1.0.0",
    new: "tag:stsci.edu:asdf/table/column-",
    since: "1.1.0",
  },
] as const;

/** The tag of the same type in this version of the standard. */
export function tagIn(standard: string, tag: string): string {
  for (const type of TYPES) {
    const { old, before, since } = type;
    const recent = "new" in type ? type.new : old;
    const isRecent = tag.startsWith(recent) && tag.slice(recent.length) >= since;
    if (isRecent || tag.startsWith(old)) {
      const wanted = standard >= "1.6.0";
      return isRecent === wanted ? tag : wanted ? `${recent}${since}` : `${old}${before}`;
    }
  }
  return tag;
}
