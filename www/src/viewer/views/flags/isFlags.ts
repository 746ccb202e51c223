/** Which arrays the flags are for. */
import type { TreeNode } from "../../engine/protocol.ts";

/** Whether an array holds bit masks, by its name and its datatype. */
export function isFlags({ key, array }: TreeNode): boolean {
  return (
    array !== undefined &&
    /^(bool8|u?int(8|16|32))$/.test(array.datatype) &&
    (array.datatype === "bool8" || /dq|flag|mask|quality|bad_?pix/i.test(key))
  );
}
