/** The plot itself: canvases for its frame and its points, what is drawn over them, and the gestures and keys that it takes. */

import { many } from "@asdf-wasm/science/format/format";
import type { PlotFacts, PlotPlace, PlotStep, PlotWindow } from "@asdf-wasm/science/tables/plotting";
import type { TableFacts } from "@asdf-wasm/science/tables/window";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { onTheme, paletteOf } from "../../../chart/inks.ts";
import { useOffer } from "../../../chart/offering.ts";
import { drawFrame, styleOf } from "../../../chart/picture.ts";
import { latestOf } from "../../../client/latest.ts";
import { drawMarks } from "../../../drawing/canvas.ts";
import type { PlotRequest } from "../../../protocol/plot.ts";
import { RowsModel } from "../../../state/rows.ts";
import type { ViewHost } from "../../../state/view.ts";
import { obey } from "../../../ui/commands.ts";
import { listen } from "./gestures.ts";
import { PLOT_KEYS } from "./keys.ts";
import { type Layout, layoutOf, perPixel, placeAt, pointAt, valuesOf } from "./layout.ts";
import { outlineOf, outlinePath } from "./outline.ts";
import type { PlotSettings } from "./plotLink.ts";
import { PlotModel } from "./plotModel.ts";
import { colorsOn, drawScatter, type Look, partOfFigure } from "./scatter.ts";
import { moved, type Part, type Point, revealing, zoomed } from "./space.ts";

/** More points are counted in cells, of which there are at most so many. */
const CROWD = 6000;
const MOST_CELLS = 1_200_000;
/** How far from a point a pointer still means it, in CSS pixels. */
const NEAR = 12;

interface StageProps {
  readonly host: ViewHost;
  readonly table: TableFacts;
  readonly request: PlotRequest;
  readonly settings: PlotSettings;
  /** Undefined while there is nothing to draw. */
  readonly facts: PlotFacts | undefined;
}

export function PlotStage({ host, table, request, settings, facts }: StageProps) {
  const element = useRef<HTMLDivElement>(null);
  const back = useRef<HTMLCanvasElement>(null);
  const front = useRef<HTMLCanvasElement>(null);
  const model = host.model(PlotModel);
  const rows = host.model(RowsModel);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [theme, setTheme] = useState(0);
  const [outline, setOutline] = useState<readonly Point[]>();
  const choice = rows.choiceOf(table.id);
  const chosen = rows.chosenOf(table.id);

  useLayoutEffect(() => {
    const { current } = element;
    if (!current) {
      return;
    }
    const measure = () => setSize({ width: current.clientWidth, height: current.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    const stopFollowing = onTheme(current, () => setTheme((count) => count + 1));
    return () => {
      observer.disconnect();
      stopFollowing();
    };
  }, []);

  const palette = useMemo(
    () => (element.current ? paletteOf(element.current, "page") : undefined),
    [theme, size.width > 0],
  );
  const colors = useMemo(() => colorsOn(palette?.ground ?? ""), [palette]);
  const layout = useMemo(
    () =>
      facts && palette && size.width > 0
        ? layoutOf(size, settings, facts, table.columns, colors, styleOf(palette.ink, palette.family))
        : undefined,
    [facts, palette, colors, size, settings, table],
  );
  const look: Omit<Look, "ink"> = {
    colors,
    ...{ flipX: settings.flipX, flipY: settings.flipY, hasChosen: chosen !== undefined },
  };
  const { drawn: known } = model;
  const drawn = known.value?.of === request ? known.value : undefined;

  useEffect(() => {
    if (layout && facts && facts.points > 0) {
      model.draw(table.id, request, windowOf(layout), choice);
    }
  }, [layout, facts, request, choice]);

  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const [frameContext, context] = [back, front].map(({ current }) => current?.getContext("2d"));
      if (!layout || !palette || !frameContext || !context) {
        return;
      }
      const { canvas } = frameContext;
      frameContext.clearRect(0, 0, canvas.width, canvas.height);
      drawMarks(frameContext, layout.frame.below, devicePixelRatio, canvas);
      drawFrame(frameContext, layout.frame, devicePixelRatio);
      if (drawn) {
        drawScatter(context, drawn, layout.part, { ...look, ink: palette.ink }, devicePixelRatio);
      } else {
        context.clearRect(0, 0, context.canvas.width, context.canvas.height);
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [layout, palette, drawn, chosen === undefined]);

  const label = `${layout?.figure.y.title} against ${layout?.figure.x.title}`;
  const live = useRef({ layout });
  live.current = { layout };
  useOffer(element, "Plot", () =>
    layout && drawn ? { ...layout.figure, title: label, parts: [partOfFigure(drawn, look)] } : undefined,
  );

  const looking = useRef((_: (part: Part, layout: Layout) => Part): void => {});
  looking.current = (change) => {
    if (layout) {
      model.change(table, { part: valuesOf(change(layout.part, layout), settings) });
    }
  };
  const reset = (): void => model.change(table, { part: undefined });
  const hover = useMemo(
    () =>
      latestOf(async (at: PlotPlace | undefined) => {
        model.hovered.value =
          at && (await host.ask((worker) => worker.plot.pointAt({ table: table.id, plot: request, at })));
      }),
    [host, table, request],
  );

  useEffect(() => {
    const listening = new AbortController();
    const { current } = element;
    if (current) {
      const near = (at: Point) => {
        const { layout } = live.current;
        const per = layout && perPixel(layout);
        const place = layout && placeAt(layout, at);
        return place && per && { ...place, perX: per.x, perY: per.y, within: NEAR };
      };
      listen(
        current,
        {
          draws: () => model.tool.peek() !== "move",
          onHover: (at) => hover(at && near(at)),
          onClick: async (at) => {
            const place = near(at);
            const point =
              place &&
              (await host.ask((worker) =>
                worker.plot.pointAt({ table: table.id, plot: request, at: place }),
              ));
            if (point) {
              rows.selected.value = { table: table.id, row: point.row };
            }
          },
          onOutline: (points) => setOutline([...points]),
          onOutlined: (points, { shiftKey, altKey }) => {
            const { layout } = live.current;
            const mode = altKey ? "remove" : shiftKey ? "add" : model.mode.peek();
            const kind = model.tool.peek() === "lasso" ? "lasso" : "box";
            const part = layout && outlineOf(kind, points, layout, request, mode === "remove");
            if (part) {
              rows.choose(table.id, mode === "new" ? [part] : [...rows.choiceOf(table.id), part]);
            }
          },
          onCancel: () => setOutline(undefined),
          onMove: ({ x, y }) =>
            looking.current((part, layout) => {
              const per = perPixel(layout);
              const [signX, signY] = [settings.flipX ? 1 : -1, settings.flipY ? -1 : 1];
              return moved(part, { x: signX * x * per.x, y: signY * y * per.y });
            }),
          onZoom: (factor, at) =>
            looking.current((part, layout) =>
              zoomed(part, factorsAt(factor, at, layout), placeAt(layout, at)),
            ),
          onReset: reset,
        },
        listening.signal,
      );
    }
    return () => listening.abort();
  }, [host, table, request, hover, settings.flipX, settings.flipY]);

  const walk = async (step: PlotStep): Promise<void> => {
    const from = model.focused.peek()?.row;
    const window = layout?.part;
    const point =
      window &&
      (await host.ask((worker) =>
        worker.plot.step({ table: table.id, plot: request, row: from, step, window }),
      ));
    if (point) {
      rows.selected.value = { table: table.id, row: point.row };
    }
  };
  const focused = model.focused.value;
  const zoomBy = (factor: number): void =>
    looking.current((part) => {
      const middle = { x: (part.x.min + part.x.max) / 2, y: (part.y.min + part.y.max) / 2 };
      return zoomed(part, { x: factor, y: factor }, focused ?? middle);
    });
  useEffect(() => {
    // A row that is gone to is brought into view.
    if (focused && layout && !isIn(layout.part, focused)) {
      looking.current((part) => revealing(part, focused));
    }
  }, [focused]);

  const area = layout?.frame.area;
  const over = [
    ["focused", focused],
    ["hovered", model.hovered.value],
  ] as const;
  const css = area && {
    left: `${area.x}px`,
    top: `${area.y}px`,
    width: `${area.width}px`,
    height: `${area.height}px`,
  };
  return (
    <div
      ref={element}
      class="plot"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the plot takes keys of its own.
      tabIndex={0}
      aria-label={`${label}, ${many(facts?.points ?? 0, "point")}. Arrows go from point to point, Enter selects its row, plus and minus zoom, 0 shows all.`}
      data-tool={model.tool.value}
      onKeyDown={(event) => {
        const toggle = () => focused && rows.toggle(table.id, focused.row);
        const release = () => rows.choose(table.id, []);
        obey(PLOT_KEYS, { walk, toggle, zoom: zoomBy, reset, release }, event);
      }}
    >
      <canvas
        ref={back}
        width={Math.round(size.width * devicePixelRatio)}
        height={Math.round(size.height * devicePixelRatio)}
      />
      {area && (
        <canvas
          ref={front}
          class="plot-points"
          style={css}
          width={Math.round(area.width * devicePixelRatio)}
          height={Math.round(area.height * devicePixelRatio)}
        />
      )}
      {layout && (
        <svg class="plot-over" style={css} aria-hidden="true">
          {over.map(([name, point]) => {
            const at = point && pointAt(layout, point);
            return (
              at && (
                <circle
                  key={name}
                  class={name}
                  cx={at.x - layout.frame.area.x}
                  cy={at.y - layout.frame.area.y}
                  r={7}
                />
              )
            );
          })}
          {outline && <path class="outline" d={outlinePath(model.tool.value, outline, layout.frame.area)} />}
        </svg>
      )}
      <p class="sr-only" role="status">
        {focused ? `Row ${focused.row}: ${focused.texts.join(", ")}` : ""}
      </p>
      {facts && facts.points === 0 && <p class="stage-note plot-empty">No row has a point on these axes.</p>}
    </div>
  );
}

function windowOf({ part, frame: { area } }: Layout): PlotWindow {
  const cell = Math.max(1, Math.sqrt((area.width * area.height) / MOST_CELLS));
  return {
    ...{ x: part.x, y: part.y, crowd: CROWD },
    width: Math.max(1, Math.round(area.width / cell)),
    height: Math.max(1, Math.round(area.height / cell)),
  };
}

/** Over an axis, the wheel zooms along that alone. */
function factorsAt(factor: number, { x, y }: Point, { frame: { area }, settings }: Layout): Point {
  const [isLeft, isBelow] = [x < area.x, y > area.y + area.height];
  return settings.square
    ? { x: factor, y: factor }
    : { x: isLeft ? 1 : factor, y: isBelow && !isLeft ? 1 : factor };
}

function isIn({ x, y }: Part, point: Point): boolean {
  return point.x >= x.min && point.x <= x.max && point.y >= y.min && point.y <= y.max;
}
