/** The rows of a catalogue over the image, as symbols that keep their size; a click on one selects its row, and Enter the one in the middle. */

import { many } from "@asdf-wasm/science/format/format";
import type { RefObject } from "preact";
import { useCallback, useEffect, useRef } from "preact/hooks";
import type { ViewHost } from "../../../state/view.ts";
import { obey } from "../../../ui/commands.ts";
import { type Camera, middleOf, type Point, type Size, toImage, toScreen } from "../camera/camera.ts";
import { clipWithout, type LiveView, useHoles } from "../camera/holes.ts";
import { fromHex } from "../display/colors.ts";
import { ImageModel } from "../model/imageModel.ts";
import { type Painter, PictureModel } from "../picture/pictureModel.ts";
import { CatalogueModel, type SymbolShape } from "./catalogueModel.ts";
import { CATALOGUE_KEYS } from "./keys.ts";
import { eachInView } from "./places.ts";
import { diameterOf } from "./sizes.ts";

/** How far from a symbol a click still means it, and how far a pointer moves that drags, in CSS pixels. */
const NEAR = 10;
const STILL = 4;
/** More symbols in view are dots. */
const CROWD = 4000;
/** Of the rows that are selected together, on whatever colours. */
const CHOSEN = "#ffd23c";

interface OverProps {
  readonly host: ViewHost;
  readonly live: LiveView;
  readonly pixels: RefObject<HTMLElement | null>;
}

export function CatalogueOver({ host, live, pixels }: OverProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isCrowded = useRef(false);
  const model = host.model(CatalogueModel);
  const { camera, screen } = live.viewpoint;
  const points = model.points.value;
  const chosen = model.chosenPoints.value;
  const holes = useHoles(live);
  const sizes = model.sizes.value;
  const rows = chosen && model.chosenRows.value;
  const [symbol, size, color, selected] = [
    model.symbol.value,
    model.size.value,
    model.color.value,
    model.selected.value,
  ];
  const [seen, device] = [camera.value, screen.value];
  const paint = useCallback<Painter>(
    (context, camera, screen, scale) => {
      const look = { symbol, size: size * scale, color };
      context.clearRect(0, 0, screen.width, screen.height);
      const sizeOf = (row: number) => diameterOf(sizes?.shares[row] ?? 1, look.size);
      const all = { points: points ?? new Float64Array(), sizeOf, order: sizes?.order };
      isCrowded.current = draw(context, all, look, camera, screen, scale);
      if (chosen) {
        const those = { points: chosen, sizeOf: (i: number) => sizeOf(rows?.[i] ?? i), order: undefined };
        draw(context, those, { ...look, color: CHOSEN }, camera, screen, scale);
      }
      const at = selected === undefined ? undefined : model.placeOf(selected);
      if (at) {
        mark(context, toScreen(camera, screen, at), sizeOf(selected ?? 0), scale);
      }
    },
    [points, chosen, rows, sizes, symbol, size, color, selected],
  );

  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const context = canvas.current?.getContext("2d");
      if (context) {
        paint(context, seen, device, devicePixelRatio);
        model.crowded.value = isCrowded.current;
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [paint, seen, device, model]);

  useEffect(() => host.model(PictureModel).paint(canvas.current, "Catalogue", paint), [host, paint]);

  useEffect(() => listen(pixels.current, model, host.model(ImageModel), live), [pixels, model, host, live]);

  const scale = devicePixelRatio;
  const css = { width: device.width / scale, height: device.height / scale };
  return (
    <canvas
      ref={canvas}
      class="above catalogue-over"
      role="img"
      aria-label={`Catalogue, ${many(model.inside.value ?? 0, "row")} in the image`}
      width={device.width}
      height={device.height}
      style={{ clipPath: clipWithout(css, holes) }}
    />
  );
}

interface Look {
  readonly symbol: SymbolShape;
  /** In pixels of the canvas, as all lengths here. */
  readonly size: number;
  readonly color: string;
}

/** Symbols of sizes by a column have one of so many. */
const SIZES = 24;

interface Drawn {
  readonly points: Float64Array;
  /** The diameter of a point's symbol. */
  readonly sizeOf: (i: number) => number;
  readonly order: Uint32Array | undefined;
}

/** Returns whether they were dots. */
function draw(
  context: CanvasRenderingContext2D,
  { points, sizeOf, order }: Drawn,
  look: Look,
  camera: Camera,
  screen: Size,
  scale: number,
): boolean {
  const stamps = new Map<number, HTMLCanvasElement>();
  const stampFor = (i: number): HTMLCanvasElement => {
    const size = (Math.ceil((SIZES * sizeOf(i)) / look.size) * look.size) / SIZES;
    const stamp = stamps.get(size) ?? stampOf({ ...look, size }, scale);
    stamps.set(size, stamp);
    return stamp;
  };
  const [seen, which]: [number[], number[]] = [[], []];
  const margin = look.size / 2 + 2 * scale;
  const take = (i: number, x: number, y: number): void => {
    seen.push(x, y);
    which.push(i);
  };
  eachInView(points, camera, screen, margin, take, order);
  if (seen.length > 2 * CROWD) {
    // A canvas of its own: what is drawn already stays below the dots.
    const layer = Object.assign(document.createElement("canvas"), screen);
    layer.getContext("2d")?.putImageData(dots(context, seen, look.color, screen, scale), 0, 0);
    context.drawImage(layer, 0, 0);
    return true;
  }
  for (const [i, point] of which.entries()) {
    const stamp = stampFor(point);
    const half = stamp.width / 2;
    context.drawImage(stamp, (seen[2 * i] ?? 0) - half, (seen[2 * i + 1] ?? 0) - half);
  }
  return false;
}

/** Symbols of a crowd would cover the image: dots, set directly, which takes a tenth of the time. */
function dots(
  context: CanvasRenderingContext2D,
  places: readonly number[],
  color: string,
  { width, height }: Size,
  scale: number,
): ImageData {
  const picture = context.createImageData(width, height);
  const pixels = new Uint32Array(picture.data.buffer);
  const [pixel = 0] = new Uint32Array(Uint8Array.of(...fromHex(color), 255).buffer);
  const side = Math.max(2, Math.round(2 * scale));
  for (let i = 0; i < places.length; i += 2) {
    const [left, top] = [
      Math.round(places[i] ?? 0) - (side >> 1),
      Math.round(places[i + 1] ?? 0) - (side >> 1),
    ];
    for (let y = Math.max(top, 0); y < Math.min(top + side, height); y += 1) {
      pixels.fill(
        pixel,
        y * width + Math.max(left, 0),
        y * width + Math.min(Math.max(left + side, 0), width),
      );
    }
  }
  return picture;
}

/** A symbol drawn once, on dark so that it is seen on any colour: copying it is far cheaper than drawing it. */
function stampOf({ symbol, size, color }: Look, scale: number): HTMLCanvasElement {
  const side = Math.ceil(size + 4 * scale);
  const stamp = document.createElement("canvas");
  stamp.width = side;
  stamp.height = side;
  const context = stamp.getContext("2d");
  if (context) {
    const [middle, reach] = [side / 2, size / 2];
    context.beginPath();
    if (symbol === "circle") {
      context.arc(middle, middle, reach, 0, 2 * Math.PI);
    } else if (symbol === "square") {
      context.rect(middle - reach, middle - reach, 2 * reach, 2 * reach);
    } else {
      context.moveTo(middle - reach, middle);
      context.lineTo(middle + reach, middle);
      context.moveTo(middle, middle - reach);
      context.lineTo(middle, middle + reach);
    }
    for (const [style, width] of [
      ["rgb(0 0 0 / 60%)", 3],
      [color, 1.5],
    ] as const) {
      context.strokeStyle = style;
      context.lineWidth = width * scale;
      context.stroke();
    }
  }
  return stamp;
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
  image: ImageModel,
  { viewpoint }: LiveView,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let pressed = { x: 0, y: 0 };
  const select = (at: Point): void => {
    const scale = devicePixelRatio / viewpoint.camera.peek().zoom;
    const row = model.at(at, Math.max(NEAR, model.size.peek() / 2) * scale);
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
      select(onImage({ x: (clientX - left) * scale, y: (clientY - top) * scale }));
    },
    { signal },
  );
  const selectByKey = (): void => {
    // The pixel that this key picks.
    const pointed = image.readout.peek();
    const isPointed = pointed && pointed.by !== "pick";
    select(
      isPointed ? { x: pointed.x + 0.5, y: pointed.y + 0.5 } : onImage(middleOf(viewpoint.screen.peek())),
    );
  };
  pixels?.addEventListener("keydown", (event) => obey(CATALOGUE_KEYS, selectByKey, event), { signal });
  return () => listening.abort();
}
