/** Regions as a camera shows them: outlines, the marks of points, and names. */
import { boundsOf } from "@asdf-wasm/science/regions/geometry";
import type { Position, Region, RegionShape } from "@asdf-wasm/science/regions/region";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { pathOf } from "../../../regions/path.ts";
import { type Camera, type Size, stepOnScreen, toScreen } from "../camera/camera.ts";

/** Of the mark of a point, in CSS pixels: from its middle, where the pixel is seen. */
const GAP = 3;
const ARM = 9;
/** More names than this would hide the image. */
const MOST_NAMES = 150;
/** Of a name over the image, in characters. */
const LONGEST_LABEL = 80;

/** Where a place of the image is on the screen, in CSS pixels. */
type Place = (at: Position) => Position;

/** How a camera shows places of an image. */
export interface Sight {
  readonly place: Place;
  /** The same as a transform. */
  readonly matrix: string;
  readonly screen: Size;
}

/** `device`: the size of the screen in its pixels. */
export function sightOf(camera: Camera, device: Size): Sight {
  const scale = devicePixelRatio;
  const place: Place = ({ x, y }) => {
    const at = toScreen(camera, device, { x: x + 0.5, y: y + 0.5 });
    return { x: at.x / scale, y: at.y / scale };
  };
  const origin = place({ x: 0, y: 0 });
  const [across, up] = [stepOnScreen(camera, { x: 1, y: 0 }), stepOnScreen(camera, { x: 0, y: 1 })];
  const numbers = [across.x / scale, across.y / scale, up.x / scale, up.y / scale, origin.x, origin.y];
  const screen = { width: device.width / scale, height: device.height / scale };
  return { place, matrix: `matrix(${numbers.join(" ")})`, screen };
}

interface OutlinesProps {
  readonly regions: readonly Region[];
  readonly selected?: Region | undefined;
  readonly sight: Sight;
  /** More lines, in pixels of the image. */
  readonly children?: ComponentChildren;
}

export function Outlines({ regions, selected, sight: { place, matrix, screen }, children }: OutlinesProps) {
  const chosen = selected && regions.includes(selected) ? [selected] : [];
  const others = useMemo(() => regions.filter((region) => region !== selected), [regions, selected]);
  const paths = useMemo(() => <Paths regions={others} />, [others]);
  return (
    <>
      <g transform={matrix}>
        {paths}
        <Paths regions={chosen} isSelected />
        {children}
      </g>
      <Points regions={others} place={place} />
      <Points regions={chosen} place={place} isSelected />
      <Names regions={regions} place={place} screen={screen} />
    </>
  );
}

/** All that look the same are one path. */
function Paths({ regions, isSelected = false }: { regions: readonly Region[]; isSelected?: boolean }) {
  const looks = Map.groupBy(regions, ({ color, excluded }) => `${color} ${excluded ? "excluded" : "plain"}`);
  return (
    <>
      {[...looks].map(([key, alike]) => {
        const [color = "", look = ""] = key.split(" ");
        const d = alike.map(({ shape }) => pathOf(shape)).join("");
        return d && <Path key={key} d={d} color={color} look={isSelected ? `${look} selected` : look} />;
      })}
    </>
  );
}

/** A line of a colour with a dark edge. */
export function Path({ d, color, look }: { d: string; color: string; look: string }) {
  return (
    <g class={look}>
      <path class="shade" d={d} />
      <path class="stroke" d={d} style={{ stroke: color }} />
    </g>
  );
}

function Points({
  regions,
  place,
  isSelected = false,
}: {
  regions: readonly Region[];
  place: Place;
  isSelected?: boolean;
}) {
  const points = regions.filter(({ shape }) => shape.kind === "point");
  const colors = Map.groupBy(points, ({ color }) => color);
  return (
    <>
      {[...colors].map(([color, alike]) => (
        <Path
          key={color}
          d={alike.map(({ shape }) => cross(shape, place)).join("")}
          color={color}
          look={isSelected ? "plain selected" : "plain"}
        />
      ))}
    </>
  );
}

function cross(shape: RegionShape, place: Place): string {
  if (shape.kind !== "point") {
    return "";
  }
  const { x, y } = place(shape);
  const [across, along] = [x.toFixed(2), y.toFixed(2)];
  const bar = (direction: "h" | "v", start: string): string =>
    `M${start}${direction}${ARM - GAP}m${direction === "h" ? `${2 * GAP} 0` : `0 ${2 * GAP}`}${direction}${ARM - GAP}`;
  return bar("h", `${(x - ARM).toFixed(2)} ${along}`) + bar("v", `${across} ${(y - ARM).toFixed(2)}`);
}

function Names({
  regions,
  place,
  screen,
}: {
  regions: readonly Region[];
  place: Place;
  screen: { readonly width: number; readonly height: number };
}) {
  const named = regions.filter(({ name }) => name !== "");
  const shown = named
    .map(({ id, name, shape }) => ({ id, name, ...above(shape, place) }))
    .filter(({ x, y }) => x > 0 && y > 0 && x < screen.width && y < screen.height);
  return shown.length > MOST_NAMES ? null : (
    <g>
      {shown.map(({ id, name, x, y }) => (
        <text key={id} x={x.toFixed(1)} y={(y - 6).toFixed(1)}>
          {name.slice(0, LONGEST_LABEL)}
        </text>
      ))}
    </g>
  );
}

/** The middle of the upper side of what a shape takes on the screen. */
function above(shape: RegionShape, place: Place): Position {
  const { left, right, bottom, top } = boundsOf(shape);
  const corners = [left, right].flatMap((x) => [bottom, top].map((y) => place({ x, y })));
  const xs = corners.map(({ x }) => x);
  return {
    x: (Math.min(...xs) + Math.max(...xs)) / 2,
    y: Math.min(...corners.map(({ y }) => y)) - (shape.kind === "point" ? ARM : 0),
  };
}
