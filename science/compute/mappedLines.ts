/**
 * Lines in other coordinates, as from one image to another by the sky. Where the map is not linear between two points, points are put between
 * them; where it has no value, or jumps, a line ends.
 */

/** Lines of points x, y. */
export interface Lines {
  readonly points: Float32Array<ArrayBuffer>;
  /** Where each line starts: the index of its first point. */
  readonly starts: Uint32Array<ArrayBuffer>;
}

/** Pairs x, y in other coordinates; NaN where there is none. */
type MapPoints = (points: Float64Array) => Promise<Float64Array>;

/** How often a piece of a line may be cut in two. What is still bent then is a jump. */
const ROUNDS = 8;

/** From a point to the next one of its line, in both coordinates. */
interface Piece {
  readonly from: Place;
  readonly to: Place;
  /** Whether it is the first one of its line. */
  readonly isFirst: boolean;
  readonly state: "new" | "straight" | "bent";
}

interface Place {
  readonly own: readonly [x: number, y: number];
  readonly mapped: readonly [x: number, y: number];
}

/** No point of a mapped line is farther from its place than `tolerance`, in the other coordinates. */
export async function mappedLines(lines: Lines, map: MapPoints, tolerance: number): Promise<Lines> {
  const mapped = await map(Float64Array.from(lines.points));
  // Most are: of 131,072 points, looking at pieces one by one took half a second of a page, and this 0.06 s.
  if (await areStraight(lines, mapped, map, tolerance)) {
    return { points: Float32Array.from(mapped), starts: lines.starts };
  }
  let pieces = piecesOf(lines, mapped);
  for (let round = 0; round < ROUNDS && pieces.some(({ state }) => state === "new"); round += 1) {
    pieces = await halved(pieces, map, tolerance);
  }
  const points: number[] = [];
  const starts: number[] = [];
  let isOpen = false;
  for (const { from, to, isFirst, state } of pieces) {
    const isDrawn = state === "straight";
    if (isDrawn && (isFirst || !isOpen)) {
      starts.push(points.length / 2);
      points.push(...from.mapped);
    }
    if (isDrawn) {
      points.push(...to.mapped);
    }
    isOpen = isDrawn;
  }
  return { points: Float32Array.from(points), starts: Uint32Array.from(starts) };
}

/** Whether the middle of every piece is between its ends. */
async function areStraight(
  { points, starts }: Lines,
  mapped: Float64Array,
  map: MapPoints,
  tolerance: number,
): Promise<boolean> {
  const middles = await map(Float64Array.from(points, (at, i) => (at + (points[i + 2] ?? at)) / 2));
  const firsts = new Set(starts);
  const away = (i: number): number =>
    (middles[i] ?? Number.NaN) - ((mapped[i] ?? Number.NaN) + (mapped[i + 2] ?? Number.NaN)) / 2;
  for (let i = 0; i + 2 < points.length; i += 2) {
    if (!firsts.has(i / 2 + 1) && !(Math.hypot(away(i), away(i + 1)) <= tolerance)) {
      return false;
    }
  }
  return true;
}

function piecesOf({ points, starts }: Lines, mapped: Float64Array): readonly Piece[] {
  const place = (i: number): Place => ({ own: pairAt(points, i), mapped: pairAt(mapped, i) });
  const pieces: Piece[] = [];
  for (const [line, start] of starts.entries()) {
    const stop = starts[line + 1] ?? points.length / 2;
    for (let at = start + 1; at < stop; at += 1) {
      const from = pieces.at(-1)?.to;
      const isFirst = at === start + 1;
      pieces.push({ from: isFirst || !from ? place(start) : from, to: place(at), isFirst, state: "new" });
    }
  }
  return pieces;
}

/** Looks at the middle of each new piece: it is straight, or cut there. */
async function halved(
  pieces: readonly Piece[],
  map: MapPoints,
  tolerance: number,
): Promise<readonly Piece[]> {
  const fresh = pieces.filter(({ state }) => state === "new");
  const middles = fresh.flatMap(({ from, to }) => between(from.own, to.own));
  const mapped = await map(Float64Array.from(middles));
  let next = 0;
  return pieces.flatMap((piece): readonly Piece[] => {
    if (piece.state !== "new") {
      return [piece];
    }
    const { from, to } = piece;
    const middle: Place = { own: pairAt(middles, next), mapped: pairAt(mapped, next) };
    next += 1;
    const [x, y] = between(from.mapped, to.mapped);
    const away = Math.hypot(middle.mapped[0] - x, middle.mapped[1] - y);
    if (away <= tolerance) {
      return [{ ...piece, state: "straight" }];
    }
    const isNowhere = [from, middle, to].every((place) => Number.isNaN(place.mapped[0] + place.mapped[1]));
    return isNowhere
      ? [{ ...piece, state: "bent" }]
      : [
          { ...piece, to: middle },
          { ...piece, from: middle, isFirst: false },
        ];
  });
}

function between([x = 0, y = 0]: readonly number[], [right = 0, top = 0]: readonly number[]) {
  return [(x + right) / 2, (y + top) / 2] as const;
}

function pairAt(values: ArrayLike<number>, i: number): readonly [x: number, y: number] {
  return [values[2 * i] ?? Number.NaN, values[2 * i + 1] ?? Number.NaN];
}
