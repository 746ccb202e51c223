/** Which arrays of many files can be one array: those of the shape and the datatype of a given one. */
import { many } from "@asdf-wasm/science/format/format";
import { AsdfError, type NdArray } from "asdf-wasm";

/** How many files are looked at together. */
const LANES = 4;
/** The most that are named of those that are left out. */
const MOST_LISTED = 10;

export interface Alike {
  /** The names of the files that fit, in their order. */
  readonly fits: readonly string[];
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * Looks at the array of each file, which `arrayOf` gets by the name of the file; what it throws is said by `reasonOf`, or thrown on by
 * that. `like` is the file that says which shape and datatype fit: its failure is thrown.
 */
export async function findAlike(
  names: readonly string[],
  like: string,
  arrayOf: (name: string) => Promise<NdArray>,
  { reasonOf, onFile }: { reasonOf: (thrown: unknown) => string; onFile?: (done: number) => void },
): Promise<Alike> {
  const wanted = kindOf(await arrayOf(like));
  const reasons = new Map<string, string>();
  let done = 0;
  const queue = names.values();
  const lane = async (): Promise<void> => {
    for (const name of queue) {
      try {
        const kind = kindOf(await arrayOf(name));
        if (kind !== wanted) {
          reasons.set(name, `it has ${kind}, where \`${like}\` has ${wanted}`);
        }
      } catch (thrown) {
        reasons.set(name, reasonOf(thrown));
      }
      done += 1;
      onFile?.(done);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return {
    fits: names.filter((name) => !reasons.has(name)),
    leftOut: names.flatMap((name) => {
      const reason = reasons.get(name);
      return reason === undefined ? [] : [{ name, reason }];
    }),
  };
}

/** What must be alike: the shape and the datatype of an array, which is in the file itself. */
function kindOf({ shape, dtype, source, files }: NdArray): string {
  if (typeof source === "string" || files) {
    throw new AsdfError("bad-array", "the elements of its array are in other files");
  }
  return `${shape.join(" × ")} elements of ${typeof dtype === "string" ? dtype : "records or texts"}`;
}

/** Which files are left out, and why, in a sentence. */
export function leftOutText(leftOut: Alike["leftOut"], all: number): string {
  const listed = leftOut.slice(0, MOST_LISTED).map(({ name, reason }) => `\`${name}\`: ${reason}`);
  const more = leftOut.length > MOST_LISTED ? `; and ${leftOut.length - MOST_LISTED} more` : "";
  const count = many(leftOut.length, `file of ${all} is`, `files of ${all} are`);
  return `${count} left out: ${listed.join("; ")}${more}`;
}
