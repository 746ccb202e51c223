/** Coordinates on the sky as astropy writes them: `SkyCoord` (coordinates/skycoord) and frames with data (coordinates/frames). */
import { isTreeMap, type TreeMap, type TreeValue } from "../api/tree.ts";
import { tagOf } from "../api/values.ts";
import type { SkySystem } from "../api/wcs.ts";
import { equinoxOf } from "../wcs/equinox.ts";
import { isSkySystem } from "./convert.ts";
import { type Quantity, toQuantity } from "./quantity.ts";

/** Positions on the sky: one, or an array of each coordinate. */
export interface SkyCoordinates {
  /** The reference system, as `convertSky()` takes it. */
  readonly system: SkySystem;
  readonly longitude: Quantity;
  readonly latitude: Quantity;
  readonly distance: Quantity | undefined;
}

/** How the coordinates of frames are named. */
const NAMES: readonly (readonly [longitude: string, latitude: string])[] = [
  ["ra", "dec"],
  ["l", "b"],
  ["sgl", "sgb"],
  ["lon", "lat"],
];

/** The coordinates of a node; undefined if they are none on the sky, in a system that is not known, or no longitude and latitude. */
export function skyCoordinatesOf(node: TreeValue): SkyCoordinates | undefined {
  if (!isTreeMap(node)) {
    return undefined;
  }
  const [, frame] = /\/frames\/(\w+)-[\d.]+$/.exec(tagOf(node) ?? "") ?? [undefined, node["frame"]];
  const { components = node } = mapOf(node["data"]);
  // Of other systems, astropy writes dates that they do not depend on.
  const name = String(frame);
  const system = /^fk|ecliptic/.test(name) ? name + equinoxOf(node, name) : name;
  const coordinates = mapOf(components);
  const [longitude, latitude] = NAMES.find((names) => names.every((name) => name in coordinates)) ?? [];
  if (longitude === undefined || latitude === undefined || !isSkySystem(system)) {
    return undefined;
  }
  const { distance } = coordinates;
  return {
    system,
    longitude: toQuantity(coordinates[longitude]),
    latitude: toQuantity(coordinates[latitude]),
    distance: isTreeMap(distance) ? toQuantity(distance) : undefined,
  };
}

function mapOf(node: TreeValue | undefined): TreeMap {
  return isTreeMap(node) ? node : {};
}
