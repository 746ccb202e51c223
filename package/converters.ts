/**
 * Converters for types of astropy and the core schemas, to be passed to `open()` and `write()`, or registered.
 *
 * @example
 * import { open } from "asdf-wasm";
 * import { builtIn } from "asdf-wasm/converters";
 * const file = await open(url, { converters: builtIn });
 */
import type { Converter, ReadContext } from "./api/converter.ts";
import type { TreeValue } from "./api/tree.ts";
import { Tagged } from "./api/values.ts";
import type { WcsOptions } from "./api/wcs.ts";
import type { NodeContext } from "./file/converter-code.ts";
import { type SkyCoordinates, skyCoordinatesOf } from "./science/coordinates.ts";
import { type Quantity as ToQuantity, toQuantity } from "./science/quantity.ts";
import { type Table, toTable } from "./science/table.ts";
import { toDate } from "./science/time.ts";
import { newUnit, toUnit, UNIT } from "./science/unit.ts";
import type { Wcs } from "./wcs/wcs.ts";

export type { SkyCoordinates } from "./science/coordinates.ts";

/** Times (astropy's `Time`) as `Date`s. A `Date` that did not come from one is written as a timestamp. */
export const times: Converter<Date, TreeValue> = {
  tags: ["tag:stsci.edu:asdf/time/time-1.*"],
  types: [Date],
  read: (_node, { node }) => toDate(node),
  selectTag: (_date, _tags, { tag = null }) => tag,
  write(date, { node }) {
    return node === undefined ? date : isAt(node, date) ? node : date.toISOString().replace("Z", "");
  },
};

/** A unit. */
export class Unit {
  /** As `toUnit()` has it: `"km s-1"`, `"mag(AB)"`. */
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  toString(): string {
    return this.name;
  }
}

/** Units. */
export const units: Converter<Unit, string> = {
  tags: [
    "tag:stsci.edu:asdf/unit/unit-1.*",
    "tag:astropy.org:astropy/units/unit-1.*",
    "tag:astropy.org:astropy/units/magunit-1.*",
  ],
  types: [Unit],
  read: (text, { node }) => new Unit(toUnit(node) ?? text),
  selectTag: ({ name }, _tags, { tag = newUnit(name).tag }) => tag,
  write: ({ name }, { node }) => node ?? name,
};

/** A value with its unit: a number, or an array. */
export class Quantity {
  readonly value: ToQuantity["value"] | ArrayBufferView;
  readonly unit: string;

  constructor(value: ToQuantity["value"] | ArrayBufferView, unit: string) {
    this.value = value;
    this.unit = unit;
  }
}

/** Quantities as values with their unit; angles are quantities. */
export const quantities: Converter<Quantity, TreeValue> = {
  tags: [
    "tag:stsci.edu:asdf/unit/quantity-1.*",
    "tag:astropy.org:astropy/coordinates/angle-1.*",
    "tag:astropy.org:astropy/coordinates/latitude-1.*",
    "tag:astropy.org:astropy/coordinates/longitude-1.*",
  ],
  types: [Quantity],
  read(_node, { node }) {
    const { value, unit } = toQuantity(node);
    return frozen(new Quantity(value, unit));
  },
  selectTag: (_quantity, _tags, { tag, standard }) =>
    tag ?? `tag:stsci.edu:asdf/unit/quantity-1.${standard < "1.6.0" ? 1 : 2}.0`,
  write: ({ value, unit }, { node }) => node ?? { value, unit: new Tagged(UNIT, unit) },
};

/** Tables of the core schemas and of astropy. */
export const tables: Converter<Table, TreeValue> = {
  tags: [
    "tag:stsci.edu:asdf/core/table-1.*",
    "tag:stsci.edu:asdf/table/table-1.*",
    "tag:astropy.org:astropy/table/table-1.*",
  ],
  read: (_node, { node }) => frozen(toTable(node)),
};

/** Positions on the sky, of which `convertSky()` knows the system. Others stay plain. */
export const coordinates: Converter<SkyCoordinates | TreeValue, TreeValue> = {
  tags: [
    "tag:astropy.org:astropy/coordinates/skycoord-1.*",
    "tag:astropy.org:astropy/coordinates/frames/*-1.*",
  ],
  read(plain, { node }) {
    const found = skyCoordinatesOf(node);
    return found ? frozen(new Positions(found)) : plain;
  },
};

class Positions implements SkyCoordinates {
  readonly system: SkyCoordinates["system"];
  readonly longitude: SkyCoordinates["longitude"];
  readonly latitude: SkyCoordinates["latitude"];
  readonly distance: SkyCoordinates["distance"];

  constructor({ system, longitude, latitude, distance }: SkyCoordinates) {
    [this.system, this.longitude, this.latitude, this.distance] = [system, longitude, latitude, distance];
  }
}

/** A transform or a WCS, which is compiled when it is asked for: that loads the module for world coordinates. */
export class Transform {
  readonly #context: ReadContext;

  /** @internal */
  constructor(context: ReadContext) {
    this.#context = context;
  }

  /**
   * Compiles it, as `AsdfFile.wcs` does.
   *
   * @throws AsdfError as that
   */
  async compile(options?: WcsOptions): Promise<Wcs> {
    if (!isOfNode(this.#context)) {
      throw new TypeError("a transform is read by `open()`");
    }
    return this.#context.wcs(options);
  }
}

function isOfNode(context: ReadContext): context is NodeContext {
  return "wcs" in context;
}

const read: Converter<Transform, TreeValue>["read"] = (_node, context) => frozen(new Transform(context));

/** Models: transforms, alone or in a WCS. */
export const models: Converter<Transform, TreeValue> = { tags: ["tag:stsci.edu:asdf/transform/*-1.*"], read };

/** World coordinates: gwcs, and what astropy and ndcube put around them. */
export const wcs: Converter<Transform, TreeValue> = {
  tags: [
    "tag:stsci.edu:gwcs/wcs-1.*",
    "tag:stsci.edu:asdf/wcs/wcs-1.*",
    "tag:astropy.org:astropy/wcs/*-1.*",
    "tag:sunpy.org:ndcube/*wcs-*",
    "tag:sunpy.org:ndcube/*wcswrapper-*",
  ],
  read,
};

/** All of these. */
export const builtIn: readonly Converter[] = [times, units, quantities, tables, coordinates, models, wcs];

function frozen<T extends object>(value: T): T {
  Object.freeze(value);
  return value;
}

function isAt(node: TreeValue, date: Date): boolean {
  return toDate(node).getTime() === date.getTime();
}
