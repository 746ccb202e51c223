/** Code that evaluates to a node of the tree, for "Copy". */

import { textOf } from "@asdf-wasm/science/tree/values";
import { type AsdfFile, NdArray, Reference } from "asdf-wasm";
import type { Expressions } from "../../protocol/facts.ts";
import type { Entry } from "./entries.ts";
import { expressionsFor, pathKey, type Step } from "./expressions.ts";
import { dataExpression, headerExpression } from "./fits/expressions.ts";

export function codeOf(entry: Entry, file: AsdfFile): Expressions {
  const steps: Step[] = [];
  let referred = false;
  for (let at = entry; at.parent; at = at.parent) {
    const { value } = at.parent;
    if (value instanceof Reference) {
      referred = true;
    } else {
      steps.unshift({ key: at.key, of: Array.isArray(value) ? "sequence" : "map" });
    }
  }
  const path = steps.map(({ key }) => pathKey(textOf(key))).join("/");
  const known = expressionsFor(steps, path, referred);
  const hdu = entry.value instanceof NdArray ? file.hdus[entry.value.hdu ?? -1] : undefined;
  const keys = steps.map(({ key }) => key);
  const inFits = hdu ? dataExpression(hdu) : headerExpression(file, keys);
  return { ...known, python: inFits ?? known.python };
}
