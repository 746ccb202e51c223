/** Cells with several elements as JSON. */
import { lengthOf } from "@asdf-wasm/science/elements/shapes";

/** Lists in lists of a shape, from the element `start` on; `json` is the text of an element. */
export function listsOf(
  [length = 1, ...inner]: readonly number[],
  start: number,
  json: (index: number) => string,
): string {
  const step = lengthOf(inner);
  const items = Array.from({ length }, (_, i) =>
    inner.length > 0 ? listsOf(inner, start + i * step, json) : json(start + i),
  );
  return `[${items.join(",")}]`;
}
