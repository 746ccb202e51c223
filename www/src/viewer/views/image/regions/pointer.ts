/**
 * Pointers over the image while the tool for regions is open: they draw, select, move and resize. What they do not take goes to the
 * image, which is panned, zoomed and read out as ever.
 */

import {
  apart,
  areaOf,
  boundsOf,
  centreOf,
  distanceTo,
  isInside,
  movedBy,
  nearestSegment,
} from "@asdf-wasm/science/regions/geometry";
import type { Position, Region, RegionShape } from "@asdf-wasm/science/regions/region";
import { drawn, hasManyPoints, leastPoints } from "../../../regions/drawing.ts";
import { dragged, type Handle, shownHandles, snapped } from "../../../regions/handles.ts";
import type { RegionsModel } from "../../../state/regions.ts";
import { toImage } from "../camera/camera.ts";
import { STILL } from "../camera/gestures.ts";
import type { Viewpoint } from "../camera/viewpoint.ts";
import type { RegionContext } from "./keys.ts";
import type { RegionTool } from "./regionTool.ts";

/** How close a pointer must be, in CSS pixels. */
const CLOSE = 7;
const CLOSE_TOUCH = 20;

/** The region that is moved, or resized by a handle; without one, a shape is drawn. */
interface Hit {
  readonly region?: Region;
  readonly handle?: Handle;
}

/** What a press has taken. */
interface Drag extends Hit {
  readonly pointer: number;
  readonly from: Position;
  readonly client: Position;
  /** Where the pointer is now. */
  latest: Position;
  isMoving: boolean;
}

/** Listens on the element until the signal aborts. Ahead of the image's own listeners. */
export function listenForRegions(
  pixels: HTMLElement,
  { viewpoint, regions, tool }: RegionContext,
  signal: AbortSignal,
): void {
  let drag: Drag | undefined;
  /** Whether the newest press was taken, and where it was. */
  let taken = false;
  /** Whether it set a point of what is drawn: a double click then ends that. */
  let drew = false;
  let pressed: Position | undefined;
  /** Whether a press is one that the image is told of afterwards. */
  let isHandedOver = false;

  const at = ({ clientX, clientY }: MouseEvent): Position => {
    const { left, top, width } = pixels.getBoundingClientRect();
    const screen = viewpoint.screen.peek();
    const scale = screen.width / width;
    const point = { x: (clientX - left) * scale, y: (clientY - top) * scale };
    const { x, y } = toImage(viewpoint.camera.peek(), screen, point);
    return { x: x - 0.5, y: y - 0.5 };
  };
  const close = (event: MouseEvent): number =>
    ("pointerType" in event && event.pointerType === "touch" ? CLOSE_TOUCH : CLOSE) / tool.zoom;
  const take = (event: Event): void => event.stopImmediatePropagation();

  /** Sets the next point of what is drawn by points, or ends it: at its first point or, by a double click, its last. */
  const setPoint = (kind: "polyline" | "polygon", event: PointerEvent): void => {
    const point = snapped(at(event), tool.snap);
    const draft = tool.draft.peek();
    const set = draft && "points" in draft ? draft.points.slice(0, -1) : [];
    const isNear = (other: Position | undefined) =>
      other !== undefined && apart(other, at(event)) < close(event);
    const isEnd = isNear(set.at(-1)) || (kind === "polygon" && isNear(set[0]));
    if (isEnd && set.length >= leastPoints(kind)) {
      tool.finish({ kind, points: set });
    } else if (!isNear(set.at(-1))) {
      tool.draft.value = { kind, points: [...set, point, point] };
    }
  };

  const change = (event: PointerEvent, now: Drag): void => {
    const to = at(event);
    const options = { constrained: event.shiftKey, snap: tool.snap };
    const kind = tool.kind.peek();
    if (now.region && now.handle) {
      regions.change(now.region.id, { shape: dragged(now.region.shape, now.handle, to, options) }, now);
    } else if (now.region) {
      const step = stepOf(now.region.shape, now.from, to, tool.snap);
      regions.change(now.region.id, { shape: movedBy(now.region.shape, step) }, now);
    } else if (kind) {
      tool.draft.value = drawn(kind, now.from, to, options);
    }
  };

  const giveUp = (): void => {
    if (drag?.region && drag.isMoving) {
      regions.change(drag.region.id, { shape: drag.region.shape }, drag);
    } else if (drag && !drag.region) {
      tool.draft.value = undefined;
    }
    drag = undefined;
  };

  const listen = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ): void => pixels.addEventListener(type, listener, { signal, capture: true });

  listen("pointerdown", (event) => {
    taken = false;
    drew = false;
    pressed = { x: event.clientX, y: event.clientY };
    if (event.button !== 0 || isHandedOver) {
      return;
    }
    if (drag) {
      // Two fingers zoom: the image hears of the first one, too.
      const { pointer: pointerId, latest } = drag;
      const { pointerType } = event;
      giveUp();
      isHandedOver = true;
      pixels.dispatchEvent(
        new PointerEvent("pointerdown", { pointerId, pointerType, clientX: latest.x, clientY: latest.y }),
      );
      isHandedOver = false;
      return;
    }
    const kind = tool.kind.peek();
    const from = at(event);
    if (kind && hasManyPoints(kind)) {
      setPoint(kind, event);
      drew = true;
    } else {
      const hit: Hit | undefined = kind ? {} : hitAt(from, close(event), viewpoint, regions, tool);
      if (!hit) {
        return;
      }
      regions.select(hit.region?.id);
      drag = { pointer: event.pointerId, from, client: pressed, latest: pressed, ...hit, isMoving: false };
      pixels.setPointerCapture(event.pointerId);
    }
    taken = true;
    take(event);
  });
  listen("pointermove", (event) => {
    const { draft, kind } = tool;
    if (drag?.pointer === event.pointerId) {
      const { clientX: x, clientY: y } = event;
      drag.latest = { x, y };
      drag.isMoving ||= apart(drag.client, drag.latest) >= STILL;
      if (drag.isMoving) {
        change(event, drag);
      }
      return;
    }
    const drawing = draft.peek();
    if (drawing && "points" in drawing && hasManyPoints(drawing.kind)) {
      const point = snapped(at(event), tool.snap);
      draft.value = { kind: drawing.kind, points: [...drawing.points.slice(0, -1), point] };
    }
    const hit =
      kind.peek() || event.buttons > 0 ? undefined : hitAt(at(event), close(event), viewpoint, regions, tool);
    pixels.dataset["over"] = hit ? (hit.handle ? hit.handle.kind : "region") : "";
  });
  listen("pointerup", (event) => {
    if (drag?.pointer !== event.pointerId) {
      return;
    }
    const { region, isMoving } = drag;
    const kind = tool.kind.peek();
    const draft = tool.draft.peek();
    drag = undefined;
    if (!region && kind) {
      if (isMoving && draft) {
        tool.finish(draft);
      } else {
        tool.place(kind, at(event));
      }
    } else if (region && !isMoving) {
      regions.select(nextAt(at(event), close(event), region, regions.all.peek()));
    }
  });
  listen("pointercancel", giveUp);
  listen("click", (event) => {
    if (taken) {
      take(event);
    } else if (pressed && apart(pressed, { x: event.clientX, y: event.clientY }) < STILL) {
      regions.select(nextAt(at(event), close(event), undefined, regions.all.peek()));
    }
  });
  listen("dblclick", (event) => {
    if (taken) {
      take(event);
      const region = regions.selected.peek();
      const shape = region && !drew && reshaped(region.shape, at(event), CLOSE / tool.zoom, tool.snap);
      if (region && shape && !drag) {
        regions.change(region.id, { shape });
      }
    }
  });
  listen("keydown", (event) => {
    if (event.key === "Escape" && drag) {
      giveUp();
      take(event);
    }
  });
  signal.addEventListener("abort", () => {
    giveUp();
    delete pixels.dataset["over"];
  });
}

/** What a press takes: a handle of the selected region, an outline, or the inside of the selected region. */
function hitAt(
  at: Position,
  close: number,
  viewpoint: Viewpoint,
  regions: RegionsModel,
  { zoom }: RegionTool,
): Hit | undefined {
  const selected = regions.selected.peek();
  if (selected) {
    const [nearest] = shownHandles(selected.shape, zoom)
      .map((handle) => ({ handle, distance: apart(handle, at) }))
      .filter(({ distance }) => distance < close)
      .sort((one, other) => one.distance - other.distance);
    const isCentre =
      nearest && isInside(selected.shape, at) && apart(centreOf(selected.shape), at) < nearest.distance;
    if (nearest && !isCentre) {
      return { region: selected, handle: nearest.handle };
    }
    if (
      distanceTo(selected.shape, at) < close ||
      (isInside(selected.shape, at) && isSmall(selected.shape, viewpoint))
    ) {
      return { region: selected };
    }
  }
  const region = regions.all.peek().findLast(({ shape }) => distanceTo(shape, at) < close);
  return region && { region };
}

/** Whether a region leaves room to pan the image beside it. */
function isSmall(shape: RegionShape, { camera, screen }: Viewpoint): boolean {
  const { left, right, bottom, top } = boundsOf(shape);
  const { width, height } = screen.peek();
  return Math.hypot(right - left, top - bottom) * camera.peek().zoom < Math.max(width, height);
}

/** The smallest region that a click means; a further click means the next larger one. */
function nextAt(
  at: Position,
  close: number,
  before: Region | undefined,
  all: readonly Region[],
): number | undefined {
  const found = all
    .filter(({ shape }) => isInside(shape, at) || distanceTo(shape, at) < close)
    .sort((one, other) => areaOf(one.shape) - areaOf(other.shape));
  return found[(found.findIndex(({ id }) => id === before?.id) + 1) % found.length]?.id;
}

/** How far a region moves. Upright boxes keep to whole pixels. */
function stepOf(shape: RegionShape, from: Position, to: Position, snap: RegionTool["snap"]): Position {
  const isUpright = shape.kind === "box" && shape.angle % 90 === 0;
  return snapped({ x: to.x - from.x, y: to.y - from.y }, isUpright ? Math.round : snap);
}

/** A double click on a line or polygon removes the point there, or else adds one. */
function reshaped(
  shape: RegionShape,
  at: Position,
  close: number,
  snap: RegionTool["snap"],
): RegionShape | undefined {
  if (shape.kind !== "polygon" && shape.kind !== "polyline") {
    return undefined;
  }
  const { kind, points } = shape;
  const there = points.findIndex((point) => apart(point, at) < close);
  if (there >= 0) {
    return points.length > leastPoints(kind) ? { kind, points: points.toSpliced(there, 1) } : undefined;
  }
  if (distanceTo(shape, at) >= close) {
    return undefined;
  }
  const before = nearestSegment(points, at, kind === "polygon");
  return { kind, points: points.toSpliced(before + 1, 0, snapped(at, snap)) };
}
