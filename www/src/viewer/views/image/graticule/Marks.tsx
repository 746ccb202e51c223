/** The compass and the scale bar, drawn. */
import type { Point } from "../camera/camera.ts";
import type { Arrow, Marks } from "./marks.ts";

/** Of arrow heads and of the ends of the scale bar. */
const HEAD = 6;
const TICK = 4;
/** From the scale bar to its label. */
const ABOVE = 9;

export function MarksOver({ marks: { arrows, bar } }: { marks: Marks }) {
  return (
    <g class="marks" data-layer="Compass and scale bar">
      {arrows.map((arrow) => (
        <g key={arrow.name} class="arrow">
          <Twice d={pathOf(arrow)} />
          <text x={arrow.letter.x} y={arrow.letter.y} dominant-baseline="central">
            {arrow.name}
          </text>
        </g>
      ))}
      {bar && (
        <g class="scale-bar" data-length={bar.length}>
          <Twice
            d={`M${bar.at.x} ${bar.at.y - TICK}v${2 * TICK}m0 ${-TICK}h${bar.length}m0 ${-TICK}v${2 * TICK}`}
          />
          <text x={bar.at.x + bar.length / 2} y={bar.at.y - ABOVE}>
            {bar.label}
          </text>
        </g>
      )}
    </g>
  );
}

/** A path in a light colour with a dark edge. */
export function Twice({ d }: { d: string }) {
  return (
    <>
      <path class="shade" d={d} />
      <path class="stroke" d={d} />
    </>
  );
}

function pathOf({ from, to }: Arrow): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [x, y] = [((to.x - from.x) / length) * HEAD, ((to.y - from.y) / length) * HEAD];
  const write = (command: string, point: Point): string =>
    `${command}${point.x.toFixed(2)} ${point.y.toFixed(2)}`;
  const left = { x: to.x - x - y / 2, y: to.y - y + x / 2 };
  const right = { x: to.x - x + y / 2, y: to.y - y - x / 2 };
  return [write("M", from), write("L", to), write("M", left), write("L", to), write("L", right)].join("");
}
