/** The length of the scale bar: the longest round angle that fits. */

export interface ScaleBar {
  readonly label: string;
  /** In the unit of the area it was made for. */
  readonly length: number;
}

/** Units from the largest, with their size in arcseconds, and what of them is a round angle. */
const UNITS = [
  ["°", 3600, [90, 60, 45, 30, 20, 10, 5, 2, 1]],
  ["′", 60, [30, 20, 10, 5, 2, 1]],
  ["″", 1, [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1]],
  [" mas", 1e-3, [50, 20, 10, 5, 2, 1]],
  [" µas", 1e-6, [500, 200, 100, 50, 20, 10, 5, 2, 1]],
] as const;

/** The longest bar in an area, at so many arcseconds per unit of length. */
export function scaleBar(scale: number, area: number): ScaleBar | undefined {
  for (const [unit, size, counts] of UNITS) {
    const count = counts.find((count) => count * size <= scale * area);
    if (count !== undefined && scale > 0) {
      return { label: `${count}${unit}`, length: (count * size) / scale };
    }
  }
  return undefined;
}
