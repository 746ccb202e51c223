/** Units of arrays that are not quantities: BUNIT of their HDU, and `bunit_data` in the metadata of JWST's models. */

import { textOf } from "@asdf-wasm/science/tree/values";
import type { Hdu, TreeValue } from "asdf-wasm";

/** The unit of the array `key` in a map, if its HDU or the metadata of the map say it. */
export function unitBeside(key: string, map: TreeValue, hdu: Hdu | undefined): string | undefined {
  const card = hdu?.cards.find(({ keyword }) => keyword === "BUNIT")?.value;
  const unit = card ?? member(member(map, "meta"), `bunit_${key}`);
  const text = unit === null || unit === undefined ? "" : textOf(unit).trim();
  return text === "" ? undefined : text;
}

function member(map: TreeValue | undefined, key: string): TreeValue | undefined {
  if (map instanceof Map) {
    return map.get(key);
  }
  const isMap = typeof map === "object" && map !== null && !Array.isArray(map) && Object.hasOwn(map, key);
  return isMap ? Reflect.get(map, key) : undefined;
}
