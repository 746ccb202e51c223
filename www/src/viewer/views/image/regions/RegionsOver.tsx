/** The regions over the image, which follow the camera; and while the tool is open, its pointers and keys. */

import { many } from "@asdf-wasm/science/format/format";
import { boundsOf } from "@asdf-wasm/science/regions/geometry";
import type { Position, Region, RegionShape } from "@asdf-wasm/science/regions/region";
import type { RefObject } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { shownHandles } from "../../../regions/handles.ts";
import { nameOf } from "../../../regions/names.ts";
import { pathOf } from "../../../regions/path.ts";
import { RegionsModel } from "../../../state/regions.ts";
import type { ViewHost } from "../../../state/view.ts";
import { adopting } from "../../../styles/sheet.ts";
import { obey } from "../../../ui/commands.ts";
import { stepOnScreen, toScreen } from "../camera/camera.ts";
import { clipWithout, type LiveView, useHoles } from "../camera/holes.ts";
import { MeasuredModel } from "../measured/measuredModel.ts";
import { REGION_KEYS } from "./keys.ts";
import { listenForRegions } from "./pointer.ts";
import styles from "./regions.css?inline";
import { RegionTool } from "./regionTool.ts";

const styled = adopting(styles);
/** Of the mark of a point, in CSS pixels: from its middle, where the pixel is seen. */
const GAP = 3;
const ARM = 9;
/** More names than this would hide the image. */
const MOST_NAMES = 150;
/** Of a name over the image, in characters. */
const LONGEST_LABEL = 80;

interface RegionsOverProps {
  readonly host: ViewHost;
  readonly live: LiveView;
  readonly pixels: RefObject<HTMLElement | null>;
  /** Whether the tool is open. */
  readonly isOpen: boolean;
}

/** Where a place of the image is on the screen, in CSS pixels. */
type Place = (at: Position) => Position;

export function RegionsOver({ host, live, pixels, isOpen }: RegionsOverProps) {
  const { viewpoint } = live;
  const [regions, tool] = [host.model(RegionsModel), host.model(RegionTool)];
  const all = regions.all.value;
  const selected = regions.selected.value;
  const camera = viewpoint.camera.value;
  const device = viewpoint.screen.value;
  const draft = tool.draft.value;
  const kind = isOpen ? tool.kind.value : undefined;
  const holes = useHoles(live);
  // What is being drawn ends with an image of another size.
  const size = host.section.lengths.value.join();
  const guides = selected ? host.model(MeasuredModel).guidesOf(selected.shape) : [];

  useEffect(() => {
    const { current } = pixels;
    if (!isOpen || !current) {
      return;
    }
    const listening = new AbortController();
    const { signal } = listening;
    listenForRegions(current, { viewpoint, regions, tool, isOpen: () => true }, signal);
    current.addEventListener(
      "keydown",
      (event) => {
        if (obey(REGION_KEYS, { regions, tool, viewpoint }, event)) {
          event.stopImmediatePropagation();
        }
      },
      { signal, capture: true },
    );
    return () => {
      listening.abort();
      tool.arm(undefined);
    };
  }, [isOpen, viewpoint, regions, tool, size]);
  useEffect(() => {
    const { current } = pixels;
    current?.classList.toggle("drawing", kind !== undefined);
    return () => current?.classList.remove("drawing");
  }, [kind]);

  const others = useMemo(() => all.filter((region) => region !== selected), [all, selected]);
  const paths = useMemo(() => <Paths regions={others} />, [others]);
  const scale = devicePixelRatio;
  const place: Place = ({ x, y }) => {
    const at = toScreen(camera, device, { x: x + 0.5, y: y + 0.5 });
    return { x: at.x / scale, y: at.y / scale };
  };
  const origin = place({ x: 0, y: 0 });
  const [across, up] = [stepOnScreen(camera, { x: 1, y: 0 }), stepOnScreen(camera, { x: 0, y: 1 })];
  const matrix = [across.x / scale, across.y / scale, up.x / scale, up.y / scale, origin.x, origin.y];
  const screen = { width: device.width / scale, height: device.height / scale };
  return (
    <svg
      ref={styled}
      class="regions-over"
      data-layer="Regions"
      role="img"
      aria-label={summary(all, selected)}
      style={{ clipPath: clipWithout(screen, holes) }}
    >
      <g transform={`matrix(${matrix.join(" ")})`}>
        {paths}
        {selected && <Paths regions={[selected]} isSelected />}
        {isOpen && selected && guides.length > 0 && (
          <Path d={guides.map(pathOf).join("")} color={selected.color} look="draft" />
        )}
        {draft && <Path d={pathOf(draft)} color={tool.color.value} look="draft" />}
      </g>
      <Points regions={others} place={place} />
      {selected?.shape.kind === "point" && <Points regions={[selected]} place={place} isSelected />}
      <Names regions={all} place={place} screen={screen} />
      {isOpen && selected && <Handles shape={selected.shape} zoom={camera.zoom / scale} place={place} />}
    </svg>
  );
}

function summary(all: readonly Region[], selected: Region | undefined): string {
  const chosen = selected ? `, ${nameOf(selected)} selected` : "";
  return `${many(all.length, "region")}${chosen}`;
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
function Path({ d, color, look }: { d: string; color: string; look: string }) {
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

function Handles({ shape, zoom, place }: { shape: RegionShape; zoom: number; place: Place }) {
  return (
    <g class="handles">
      {shownHandles(shape, zoom).map((handle) => {
        const { x, y } = place(handle);
        return (
          <circle
            key={`${handle.kind} ${handle.index}`}
            data-handle={`${handle.kind} ${handle.index}`}
            cx={x.toFixed(2)}
            cy={y.toFixed(2)}
            r={handle.kind === "rotation" ? 5 : 4}
          />
        );
      })}
    </g>
  );
}
