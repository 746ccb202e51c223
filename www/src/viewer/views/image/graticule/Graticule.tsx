/** The grid, the compass and the scale bar over the image. They follow the camera at once; new lines come later. */

import type { GraticuleLine } from "@asdf-wasm/science/graticule/request";
import { useMemo } from "preact/hooks";
import type { ViewHost } from "../../../state/view.ts";
import { adopting } from "../../../styles/sheet.ts";
import { type Camera, type Point, type Size, stepOnScreen, toScreen } from "../camera/camera.ts";
import { clipWithout, type LiveView, useHoles } from "../camera/holes.ts";
import type { Viewpoint } from "../camera/viewpoint.ts";
import { bearing } from "./directions.ts";
import styles from "./graticule.css?inline";
import { type Drawn, GraticuleModel } from "./graticuleModel.ts";
import { placeLabels } from "./labels.ts";
import { MarksOver, Twice } from "./Marks.tsx";
import { type Marks, marksOf } from "./marks.ts";

const styled = adopting(styles);
/** The layer of lines and their labels in a picture. */
const GRID = "Sky grid";

interface GraticuleProps {
  readonly host: ViewHost;
  readonly live: LiveView;
}

export function Graticule({ host, live }: GraticuleProps) {
  const { viewpoint } = live;
  const model = host.model(GraticuleModel);
  const drawn = model.drawn.value;
  const grid = viewpoint.grid.value;
  const camera = viewpoint.camera.value;
  const device = viewpoint.screen.value;
  const holes = useHoles(live);
  const marks = useMarks(model, viewpoint);
  const drawnMarks = useMemo(() => marks && <MarksOver marks={marks} />, [marks]);
  if (!drawn) {
    return null;
  }
  const scale = devicePixelRatio;
  const screen = { width: device.width / scale, height: device.height / scale };
  const place = (x: number, y: number): Point => {
    const at = toScreen(camera, device, { x, y });
    return { x: at.x / scale, y: at.y / scale };
  };
  const image = viewpoint.image.value ?? { width: 0, height: 0 };
  const taken = [...holes, ...(marks?.rooms ?? [])];
  const labels = grid ? placeLabels(drawn.lines, place, { screen, image, taken }) : [];
  return (
    <svg
      ref={styled}
      class="graticule"
      role="img"
      aria-label={summary(drawn, grid, marks)}
      style={{ clipPath: clipWithout(screen, holes) }}
    >
      {grid && <Lines drawn={drawn} camera={camera} screen={device} />}
      {labels.map(({ key, text, at, anchor }) => (
        <text key={key} class="coordinate" data-layer={GRID} {...at} data-anchor={`${anchor.x} ${anchor.y}`}>
          {text}
        </text>
      ))}
      {drawnMarks}
    </svg>
  );
}

/** The compass and the scale bar, which are the same while the image is panned. */
function useMarks(model: GraticuleModel, { camera, compass, screen }: Viewpoint): Marks | undefined {
  const local = model.drawn.value?.local;
  const { zoom, angle, mirrored } = camera.value;
  const { width, height } = screen.value;
  const isShown = compass.value;
  return useMemo(() => {
    const scale = devicePixelRatio;
    const size = { width: width / scale, height: height / scale };
    return isShown && local ? marksOf(model.eastwards(local), camera.peek(), size, scale) : undefined;
  }, [local, zoom, angle, mirrored, width, height, isShown]);
}

/** The lines as they were at the zoom that they were requested for, moved to where the camera sees them now. */
function Lines({ drawn, camera, screen }: { drawn: Drawn; camera: Camera; screen: Size }) {
  const scale = devicePixelRatio;
  const { area, cell } = drawn.wanted.request;
  // In these units of length, coordinates of some decimals are exact enough on the screen.
  const unit = cell / UNITS;
  const path = useMemo(() => drawn.lines.map((line) => pathOf(line, area, unit)).join(""), [drawn]);
  const origin = toScreen(camera, screen, area);
  const across = stepOnScreen(camera, { x: unit, y: 0 });
  const up = stepOnScreen(camera, { x: 0, y: unit });
  const matrix = [across.x, across.y, up.x, up.y, origin.x, origin.y].map((number) => number / scale);
  return (
    <g class="lines" data-layer={GRID} transform={`matrix(${matrix.join(" ")})`}>
      <Twice d={path} />
    </g>
  );
}

/** Units of length in a cell. */
const UNITS = 32;

function pathOf({ runs }: GraticuleLine, origin: Point, unit: number): string {
  return runs
    .map((run) => {
      let path = "";
      for (let i = 0; i < run.length; i += 2) {
        const [x, y] = [((run[i] ?? 0) - origin.x) / unit, ((run[i + 1] ?? 0) - origin.y) / unit];
        path += `${i === 0 ? "M" : "L"}${x.toFixed(2)} ${y.toFixed(2)}`;
      }
      return path;
    })
    .join("");
}

function summary({ lines }: Drawn, grid: boolean, marks: Marks | undefined): string {
  const count = (axis: GraticuleLine["axis"]): number => lines.filter((line) => line.axis === axis).length;
  const parts = [
    grid && `Grid of ${count("longitude")} meridians and ${count("latitude")} parallels`,
    marks?.directions &&
      `Compass: north at ${bearing(marks.directions.north)}°, east at ${bearing(marks.directions.east)}° clockwise from up`,
    marks?.bar && `Scale bar of ${marks.bar.label}`,
  ];
  return parts.filter(Boolean).join(". ");
}
