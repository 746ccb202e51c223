/** Which arrays the flags are for. */
import type { ArrayBadges } from "./protocol.ts";

interface Named {
  readonly key: string;
  readonly array?: Pick<ArrayBadges, "datatype"> | undefined;
}

/** Whether an array holds bit masks, by its name and its datatype. */
export function isFlags({ key, array }: Named): boolean {
  return (
    array !== undefined &&
    /^(bool8|u?int(8|16|32))$/.test(array.datatype) &&
    (array.datatype === "bool8" || /dq|flag|mask|quality|bad_?pix/i.test(key))
  );
}
