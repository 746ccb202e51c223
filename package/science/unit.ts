/** Units (unit/unit, and astropy/units of asdf-astropy) as text. */
import { isTreeMap, type TreeValue } from "../api/tree.ts";
import { Tagged, tagOf } from "../api/values.ts";

export const UNIT = "tag:stsci.edu:asdf/unit/unit-1.0.0";
/** Units of astropy that VOUnit, which unit/unit has, cannot write. */
const OF_ASTROPY = "tag:astropy.org:astropy/units/unit-1.0.0";
/** Magnitudes of a unit: the node has that unit, since version 1.1.0 as its own text. */
const MAGNITUDES = /^tag:astropy\.org:astropy\/units\/magunit-/;
/** Logarithms of a unit, as astropy writes them. */
const LOGARITHMS = /^(?:mag|dex|dB)\s*\(.*\)$/s;

/**
 * The text of a unit in a tree, as the file has it: `"Jy"`, `"km s-1"`; `""`: dimensionless. Magnitudes of a unit are
 * `"mag(AB)"`, as astropy writes them. Undefined if it is no unit.
 *
 * @example
 * toUnit(file.get("catalog/columns/0/unit")); // "mag(AB)"
 */
export function toUnit(node: TreeValue | undefined): string | undefined {
  if (MAGNITUDES.test(tagOf(node) ?? "")) {
    const of = isTreeMap(node) ? toUnit(node["unit"]) : textOf(node);
    return of === undefined ? undefined : `mag(${of.trim() || "1"})`;
  }
  return textOf(node);
}

function textOf(node: TreeValue | undefined): string | undefined {
  if (node instanceof Tagged || typeof node === "string") {
    return String(node);
  }
  // The dimensionless unit of some writers.
  return node === null ? "" : undefined;
}

/**
 * A unit for `write()` and `edit()`, of its text as VOUnit has it: `"Jy"`, `"km.s**-1"`. Of `"mag(AB)"`, `"dex(cm / s2)"` and
 * `"dB(mW)"` it is one that astropy reads as such; columns may have these, and no quantity of astropy does.
 *
 * @example
 * await write({ area: withTag({ value: 2, unit: newUnit("deg**2") }, "tag:stsci.edu:asdf/unit/quantity-1.2.0") });
 */
export function newUnit(text: string): Tagged {
  return new Tagged(LOGARITHMS.test(text.trim()) ? OF_ASTROPY : UNIT, text);
}
