/** HDUs and their cards in words. */
import { bytes, shape } from "@asdf-wasm/science/format/format";
import type { CardFacts, HduFacts } from "../../protocol/fits/hdus.ts";

const KINDS: Record<HduFacts["kind"], string> = {
  image: "image",
  table: "table",
  "compressed-image": "compressed image",
  "ascii-table": "table of text",
  groups: "random groups",
  other: "other data",
};

/** `SCI`, or `SCI,2` for a later version; `HDU 3` for one without a name. */
export function hduName({ index, name, version }: Pick<HduFacts, "index" | "name" | "version">): string {
  return name === "" ? `HDU ${index}` : version === 1 ? name : `${name},${version}`;
}

/** What its data are, in words. */
export function contentOf({ kind, shape: lengths, datatype, problem, hasData }: HduFacts): string {
  if (problem !== undefined) {
    return problem;
  }
  if (!hasData || !lengths) {
    return kind === "other" ? KINDS.other : "header only";
  }
  const isTable = kind === "table" || kind === "ascii-table" || kind === "groups";
  const size = isTable ? `${lengths.join(" × ")} ${lengths[0] === 1 ? "row" : "rows"}` : shape(lengths);
  return [KINDS[kind], size, datatype].filter(Boolean).join(" · ");
}

export function titleOf(hdu: HduFacts): string {
  return `HDU ${hdu.index}: ${hduName(hdu)}, ${contentOf(hdu)}, ${bytes(hdu.bytes)}`;
}

/** A card on one line. */
export function cardLine({ keyword, value, comment, kind }: CardFacts): string {
  if (kind === "comment") {
    return [keyword, value].filter(Boolean).join(" ");
  }
  return `${keyword} = ${value}${comment === "" ? "" : ` / ${comment}`}`;
}
