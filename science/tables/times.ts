/** What times are, which the numbers of their columns do not say: it becomes the description of the column. */
import { isMap, NdArray, type TreeValue, tagOf } from "asdf-wasm";

/** `kind`: the class of astropy. */
export function timeWords(kind: "Time" | "TimeDelta", format: unknown, scale: unknown): string {
  const said = [format && `format ${String(format)}`, scale && `scale ${String(scale)}`];
  return [kind, ...said.filter(Boolean)].join(", ");
}

/** The same of a time of the core schemas; undefined if the node is none. */
export function timeIn(node: TreeValue | undefined): string | undefined {
  if (!isMap(node) || !/:asdf\/time\/time-\d/.test(tagOf(node) ?? "")) {
    return undefined;
  }
  const { value, format, base_format, scale } = node as Readonly<Record<string, TreeValue>>;
  // Texts are in a form of their own, whatever the format that they were in before.
  const isText = value instanceof NdArray && typeof value.dtype === "object";
  const its = format ?? (isText ? undefined : base_format);
  // Without a scale, the schema means UTC, but times of GPS and Unix have scales of their own.
  return timeWords("Time", its, scale ?? (/^(gps|unix)/.test(String(its)) ? undefined : "utc"));
}
