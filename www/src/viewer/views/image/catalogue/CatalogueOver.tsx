/** The rows of a catalogue over the image, as symbols that keep their size; a click on one selects its row, and Enter the one in the middle. */

import { many } from "@asdf-wasm/science/format/format";
import type { RefObject } from "preact";
import { useCallback, useEffect, useMemo, useRef } from "preact/hooks";
import type { TreeNode } from "../../../protocol/facts.ts";
import type { ViewHost } from "../../../state/view.ts";
import { obey } from "../../../ui/commands.ts";
import { type Camera, middleOf, type Point, type Size, toImage, toScreen } from "../camera/camera.ts";
import { STILL } from "../camera/gestures.ts";
import type { LiveView } from "../camera/holes.ts";
import { drawPicture } from "../draw/cover.ts";
import { PaintedCanvas } from "../PaintedCanvas.tsx";
import type { Painter } from "../picture/pictureModel.ts";
import type { CatalogueModel } from "./catalogueModel.ts";
import { drawDensity } from "./draw/density.ts";
import { drawEllipses } from "./draw/ellipses.ts";
import { diameterOf } from "./draw/sizes.ts";
import { drawSymbols } from "./draw/symbols.ts";
import type { SeenRows } from "./draw/tiles.ts";
import { CATALOGUE_KEYS } from "./keys.ts";
import { placeOf } from "./placing.ts";
import { mayHaveSegments, SegmentsModel } from "./segments/segmentsModel.ts";

/** How opaque coloured segments are. */
const SEGMENTS = 0.7;
/** Of the rows that are selected together, on whatever colours. */
const CHOSEN = "#ffd23c";

interface OverProps {
  readonly host: ViewHost;
  readonly model: CatalogueModel;
  /** The array that is drawn, if it is one image. */
  readonly facts?: TreeNode;
  /** The pixel that a key means; by default the one in the middle. */
  readonly pointed?: () => Point | undefined;
  readonly live: LiveView;
  readonly pixels: RefObject<HTMLElement | null>;
}

export function CatalogueOver({ host, facts, model, pointed, live, pixels }: OverProps) {
  const segments = facts && host.model(SegmentsModel);
  const isCrowded = useRef(false);
  const { look: chosenLook, places } = model;
  const density = model.inView.density.value;
  const points = places.points.value;
  const chosen = model.chosenPoints.value;
  const sizes = chosenLook.sizes.value;
  const shades = chosenLook.shades.value;
  const tiles = places.tiles.value;
  const [diameters, factor] = [model.ellipses.diameters.value, model.ellipses.factor.value];
  const rows = chosen && model.chosenRows.value;
  const [outline, picture] = [segments?.outline.value, segments?.picture.value];
  useEffect(() => {
    if (segments && facts) {
      segments.image.value = mayHaveSegments(facts) ? facts : undefined;
    }
  }, [segments, facts]);
  const [symbol, size, color, selected] = [
    chosenLook.symbol.value,
    chosenLook.size.value,
    chosenLook.color.value,
    model.selected.value,
  ];
  const stamps = useMemo(() => new Map<string, HTMLCanvasElement>(), [symbol, size, color, shades]);
  const paint = useCallback<Painter>(
    (context, camera, screen, scale, beyond = 0) => {
      if (picture) {
        drawPicture(context, picture, camera, screen, SEGMENTS);
      }
      const look = { symbol, size: size * scale, color };
      const sizeOf = (row: number) => diameterOf(sizes?.shares[row] ?? 1, look.size);
      const seen = tiles?.inView(camera, screen, look.size + 2 * scale + beyond, sizes?.shares);
      const all = {
        points: points ?? new Float64Array(),
        sizeOf,
        ...(seen ? largestFirst(seen, sizes?.shares) : { order: sizes?.order }),
        colorOf: shades?.colorOf,
        stamps,
      };
      if (density) {
        drawDensity(context, density, color, camera, screen);
      }
      isCrowded.current = drawSymbols(context, all, look, camera, screen, scale, beyond);
      if (diameters && factor !== undefined && !isCrowded.current) {
        const inView = seen?.rows ?? sizes?.order;
        drawEllipses(
          context,
          { points: all.points, diameters, factor, order: inView },
          camera,
          screen,
          scale,
          beyond,
        );
      }
      if (chosen) {
        const those = { points: chosen, sizeOf: (i: number) => sizeOf(rows?.[i] ?? i), order: undefined };
        drawSymbols(context, those, { ...look, color: CHOSEN }, camera, screen, scale, beyond);
      }
      const at = selected === undefined ? undefined : model.placeOf(selected);
      if (outline) {
        drawOutline(context, outline, camera, screen, scale);
      }
      if (at) {
        const table = model.chosen.peek();
        const place = table && selected !== undefined ? placeOf(table, selected) : 0;
        mark(context, toScreen(camera, screen, at), sizeOf(place), scale);
      }
    },
    [
      density,
      points,
      diameters,
      factor,
      tiles,
      chosen,
      rows,
      sizes,
      shades,
      symbol,
      size,
      color,
      selected,
      outline,
      picture,
    ],
  );

  const onPainted = useCallback(() => {
    model.crowded.value = isCrowded.current;
  }, [model]);

  useEffect(() => listen(pixels.current, model, live, pointed, segments), [pixels, model, live, segments]);

  const label = density
    ? "Catalogue, the density of its rows"
    : `Catalogue, ${many(places.inside.value ?? 0, "row")} in the image`;
  return <PaintedCanvas {...{ host, live, label, paint, onPainted }} layer="Catalogue" />;
}

/** More rows are dots, which all have one size. */
const SORTED = 20_000;

/** The largest symbols are drawn first. */
function largestFirst({ rows, counts }: SeenRows, shares: Float32Array | undefined) {
  if (!shares || rows.length > SORTED) {
    return { order: rows, counts };
  }
  const order = [...rows.keys()].sort(
    (one, other) => (shares[rows[other] ?? 0] ?? 0) - (shares[rows[one] ?? 0] ?? 0),
  );
  return { order: order.map((i) => rows[i] ?? 0), counts: order.map((i) => counts[i] ?? 1) };
}

/** The selected row: a ring around its symbol. */
function mark(
  context: CanvasRenderingContext2D,
  { x, y }: { readonly x: number; readonly y: number },
  size: number,
  scale: number,
): void {
  context.beginPath();
  context.arc(x, y, size / 2 + 5 * scale, 0, 2 * Math.PI);
  strokeTwice(context, scale);
}

/** The edges of a segment, which pixels do not hide. */
function drawOutline(
  context: CanvasRenderingContext2D,
  edges: Float64Array,
  camera: Camera,
  screen: Size,
  scale: number,
): void {
  context.beginPath();
  for (let i = 0; i < edges.length; i += 4) {
    const from = toScreen(camera, screen, { x: edges[i] ?? 0, y: edges[i + 1] ?? 0 });
    const to = toScreen(camera, screen, { x: edges[i + 2] ?? 0, y: edges[i + 3] ?? 0 });
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
  }
  strokeTwice(context, scale);
}

function strokeTwice(context: CanvasRenderingContext2D, scale: number): void {
  for (const [style, width] of [
    ["rgb(0 0 0 / 80%)", 4],
    ["#fff", 2],
  ] as const) {
    context.strokeStyle = style;
    context.lineWidth = width * scale;
    context.stroke();
  }
}

function listen(
  pixels: HTMLElement | null,
  model: CatalogueModel,
  { viewpoint }: LiveView,
  pointed: OverProps["pointed"],
  segments: SegmentsModel | undefined,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let pressed = { x: 0, y: 0 };
  const select = async (at: Point): Promise<void> => {
    const isFound = await segments?.select(Math.floor(at.x), Math.floor(at.y));
    const row = isFound ? undefined : model.near(at);
    if (row !== undefined) {
      model.select(row);
    }
  };
  const onImage = (point: Point): Point => toImage(viewpoint.camera.peek(), viewpoint.screen.peek(), point);
  pixels?.addEventListener(
    "pointerdown",
    ({ clientX, clientY }) => {
      pressed = { x: clientX, y: clientY };
    },
    { signal },
  );
  pixels?.addEventListener(
    "click",
    ({ clientX, clientY }) => {
      if (Math.hypot(clientX - pressed.x, clientY - pressed.y) >= STILL) {
        return;
      }
      const { left, top, width } = pixels.getBoundingClientRect();
      const scale = viewpoint.screen.peek().width / width;
      void select(onImage({ x: (clientX - left) * scale, y: (clientY - top) * scale }));
    },
    { signal },
  );
  const selectByKey = (): void => {
    void select(pointed?.() ?? onImage(middleOf(viewpoint.screen.peek())));
  };
  pixels?.addEventListener("keydown", (event) => obey(CATALOGUE_KEYS, selectByKey, event), { signal });
  return () => listening.abort();
}
