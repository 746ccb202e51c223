/** Lines of one longitude or latitude through cells: straight pieces in each cell, joined to polylines. */
import type { Cell, SkyMap } from "./cells.ts";
import { Crossing, findCrossings } from "./crossings.ts";
import type { Step } from "./steps.ts";

/** A line through a cell. */
interface Piece {
  /** Steps from 0. */
  readonly line: number;
  readonly from: Crossing;
  readonly to: Crossing;
}

type Vertex = readonly [x: number, y: number];

/** Crossings that are nearer to each other than this part of a cell are the same. */
const SAME = 1e-3;

/** The polylines of each line, by its number of steps from 0, in increasing order. */
export function contours(
  map: SkyMap,
  cells: readonly Cell[],
  axis: 0 | 1,
  step: Step,
): ReadonlyMap<number, readonly Float64Array[]> {
  const pieces: Piece[] = [];
  for (const cell of cells) {
    if (axis === 1 || !cell.polar) {
      addPieces(pieces, cell, axis, step.degrees);
    }
  }
  findCrossings(
    map,
    pieces.flatMap(({ from, to }) => [from, to]),
  );
  const lines = new Map<number, Piece[]>();
  for (const piece of pieces) {
    if (piece.from.isLine && piece.to.isLine) {
      const known = lines.get(piece.line);
      if (known) {
        known.push(piece);
      } else {
        lines.set(piece.line, [piece]);
      }
    }
  }
  const size = cells.reduce((size, { x0, x1 }) => Math.max(size, x1 - x0), 0);
  const joined = [...lines].map(([line, pieces]) => [line, polylines(pieces, SAME * size)] as const);
  return new Map(joined.sort(([one], [other]) => one - other));
}

function addPieces(pieces: Piece[], cell: Cell, axis: 0 | 1, step: number): void {
  const values = axis === 0 ? cell.longitudes : cell.latitudes;
  const [a = 0, b = 0, c = 0, d = 0] = values;
  const first = Math.ceil(Math.min(a, b, c, d) / step);
  const last = Math.floor(Math.max(a, b, c, d) / step);
  const turn = Math.round(360 / step);
  for (let steps = first; steps <= last; steps += 1) {
    const line = axis === 0 ? ((steps % turn) + turn) % turn : steps;
    const crossings = crossingsOf(cell, values, axis, steps * step);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const [from, to] = crossings.slice(i, i + 2);
      if (from && to) {
        pieces.push({ line, from, to });
      }
    }
  }
}

function crossingsOf(cell: Cell, values: readonly number[], axis: 0 | 1, target: number): Crossing[] {
  const { x0, y0, x1, y1 } = cell;
  const [a = 0, b = 0, c = 0, d = 0] = values.map((value) => value - target);
  const edges = [
    [{ ax: x0, ay: y0, bx: x1, by: y0 }, a, b],
    [{ ax: x1, ay: y0, bx: x1, by: y1 }, b, c],
    [{ ax: x0, ay: y1, bx: x1, by: y1 }, d, c],
    [{ ax: x0, ay: y0, bx: x0, by: y1 }, a, d],
  ] as const;
  return edges
    .filter(([, from, to]) => from < 0 !== to < 0)
    .map(([edge, from, to]) => new Crossing(edge, axis, target, from, to));
}

function polylines(pieces: readonly Piece[], same: number): Float64Array[] {
  const keyOf = ({ x, y }: Crossing): string => `${Math.round(x / same)} ${Math.round(y / same)}`;
  // A line through the corner of a cell has pieces without length.
  const left = new Set(pieces.filter(({ from, to }) => keyOf(from) !== keyOf(to)));
  const at = new Map<string, Piece[]>();
  for (const piece of left) {
    for (const key of [keyOf(piece.from), keyOf(piece.to)]) {
      at.set(key, [...(at.get(key) ?? []), piece]);
    }
  }
  const walk = (start: string): Vertex[] => {
    const vertices: Vertex[] = [];
    let key = start;
    for (;;) {
      const piece = at.get(key)?.find((piece) => left.has(piece));
      if (!piece) {
        return vertices;
      }
      left.delete(piece);
      const next = keyOf(piece.from) === key ? piece.to : piece.from;
      vertices.push([next.x, next.y]);
      key = keyOf(next);
    }
  };
  const found: Float64Array[] = [];
  for (const piece of pieces) {
    if (left.delete(piece)) {
      const { from, to } = piece;
      const before: Vertex[] = [...walk(keyOf(from)).reverse(), [from.x, from.y]];
      const after: Vertex[] = [[to.x, to.y], ...walk(keyOf(to))];
      found.push(Float64Array.from([...before, ...after].flat()));
    }
  }
  return found;
}
