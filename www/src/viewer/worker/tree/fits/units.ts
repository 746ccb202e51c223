/** Units of arrays that are not quantities: BUNIT of their HDU, and `bunit_data` in the metadata of JWST's models. */

import { type Hdu, type TreeValue, toUnit } from "asdf-wasm";

/** The unit of the array `key` in a map, if its HDU or the metadata of the map say it. */
export function unitBeside(key: string, map: TreeValue, hdu: Hdu | undefined): string | undefined {
  const card = hdu?.cards.find(({ keyword }) => keyword === "BUNIT")?.value;
  const text = card == null ? toUnit(member(member(map, "meta"), `bunit_${key}`)) : String(card);
  return text?.trim() || undefined;
}

function member(map: TreeValue | undefined, key: string): TreeValue | undefined {
  if (map instanceof Map) {
    return map.get(key);
  }
  const isMap = typeof map === "object" && map !== null && !Array.isArray(map) && Object.hasOwn(map, key);
  return isMap ? Reflect.get(map, key) : undefined;
}
