/** Which nodes of a tree describe world coordinates. */
import { pathOf, walk } from "../api/path.ts";
import type { TreeMap, TreeValue } from "../api/tree.ts";
import { isTreeMap } from "../api/tree.ts";
import { tagOf } from "../api/values.ts";

/** The paths of all WCS: nodes `gwcs/wcs` in any version. */
export function wcsPathsIn(root: TreeValue): string[] {
  const paths = isGwcs(root) ? [""] : [];
  for (const visit of walk(root)) {
    if (isGwcs(visit.value)) {
      paths.push(pathOf(visit));
    }
  }
  return paths;
}

/** Whether a node is a gwcs: one of asdf-wcs-schemas, or of the older standard. */
export function isGwcs(node: TreeValue): node is TreeMap {
  return isTreeMap(node) && /^tag:stsci\.edu:(?:gwcs|asdf\/wcs)\/wcs-/.test(tagOf(node) ?? "");
}

/** Whether a node is a transform by itself. */
export function isTransform(node: TreeValue): boolean {
  return isTreeMap(node) && /transform|^tag:stsci\.edu:(?:gwcs|jwst_pipeline)\//.test(tagOf(node) ?? "");
}
