/** Polylines with the fewest vertices that a screen needs: most lines over an image are nearly straight. */

/** The polyline without vertices that are nearer to it than a tolerance (Ramer, Douglas and Peucker). Its ends remain. */
export function simplified(line: Float64Array, tolerance: number): Float64Array {
  const count = line.length / 2;
  const kept = new Uint8Array(count);
  kept[0] = 1;
  kept[count - 1] = 1;
  const open: (readonly [first: number, last: number])[] = [[0, count - 1]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [first, last] = range;
    const { at, distance } = farthest(line, first, last);
    if (distance > tolerance) {
      kept[at] = 1;
      open.push([first, at], [at, last]);
    }
  }
  return line.filter((_, i) => kept[Math.floor(i / 2)] === 1);
}

/** The vertex between two others that is farthest from the straight line between them. */
function farthest(line: Float64Array, first: number, last: number): { at: number; distance: number } {
  const [ax, ay] = [line[2 * first] ?? 0, line[2 * first + 1] ?? 0];
  const [dx, dy] = [(line[2 * last] ?? 0) - ax, (line[2 * last + 1] ?? 0) - ay];
  const square = dx * dx + dy * dy;
  let [at, distance] = [first, 0];
  for (let i = first + 1; i < last; i += 1) {
    const [x, y] = [(line[2 * i] ?? 0) - ax, (line[2 * i + 1] ?? 0) - ay];
    // A ring begins where it ends: there, distances are those from a point.
    const part = square > 0 ? Math.min(Math.max((x * dx + y * dy) / square, 0), 1) : 0;
    const off = Math.hypot(x - part * dx, y - part * dy);
    if (off > distance) {
      [at, distance] = [i, off];
    }
  }
  return { at, distance };
}
