/** References inside the description of a WCS. */
import { walk } from "../api/path.ts";
import { Reference, type TreeValue } from "../api/tree.ts";
import type { WcsOptions } from "../api/wcs.ts";

/** The targets of all references below a node, and of those below the targets. */
export async function targetsOf(
  root: TreeValue,
  options: WcsOptions,
): Promise<ReadonlyMap<Reference, TreeValue>> {
  const targets = new Map<Reference, TreeValue>();
  const roots = [root];
  // The loop also visits targets that are found during it.
  for (const each of roots) {
    for (const { value } of walk(each)) {
      if (value instanceof Reference && !targets.has(value)) {
        const target = await value.resolve(options);
        targets.set(value, target);
        roots.push(target);
      }
    }
  }
  return targets;
}
