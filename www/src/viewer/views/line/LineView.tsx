/** A line through an array as a chart, beside held lines, with a readout at the cursor. */

import type { ValueRange } from "@asdf-wasm/science/elements/values";
import { cut } from "@asdf-wasm/science/format/format";
import type { WcsFacts } from "@asdf-wasm/science/wcs/facts";
import { axisTitle } from "@asdf-wasm/science/wcs/world";
import { useEffect, useId, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Line } from "../../protocol/lines.ts";
import type { ViewProps } from "../../state/view.ts";
import { WorldModel } from "../../state/world.ts";
import { Toggle } from "../../ui/Toggle.tsx";
import { AddFile } from "../section/AddFile.tsx";
import { AxisControls } from "../section/AxisControls.tsx";
import { PartControl } from "../section/PartControl.tsx";
import type { Chart } from "./chart.ts";
import { LineChart } from "./LineChart.tsx";
import { LineReadout } from "./LineReadout.tsx";
import { type LineChoice, usualAxis } from "./lineChoice.ts";
import { LineModel } from "./lineModel.ts";
import { useRegionLine } from "./regionLine.ts";

/** A zoomed part of a line, and the key of that line. */
interface Window {
  readonly of: string;
  readonly limits: ValueRange | undefined;
}

export function LineView({ host, facts, view }: ViewProps) {
  const model = host.model(LineModel);
  const [chart, setChart] = useState<Chart>();
  const shape = facts.array?.shape ?? [];
  const { section } = host;
  const axis = Math.min(model.axis.value ?? usualAxis(shape, section), shape.length - 1);
  const at = section.at.value;
  const part = host.part.value;
  const held = model.held.value;
  const lines = model.lines.value;
  const of = `${shape.join()}/${axis}`;
  const [window, setWindow] = useState<Window>({ of, limits: model.within.peek() });
  const limits = window.of === of ? window.limits : undefined;
  const world = host.model(WorldModel).facts.value;
  const wcs = world?.path;
  const current = useMemo<LineChoice>(
    () => ({ node: facts.id, axis, at, part, wcs }),
    [facts.id, axis, at, part, wcs],
  );

  const regionLine = useRegionLine({ host, facts, view }, axis);
  const region = model.ofRegion.value ? regionLine : undefined;

  const sources = model.others.sources.value;

  useLayoutEffect(() => {
    void model.show([current, ...held], limits, region?.ask);
    return () => host.reading.clear();
  }, [current, held, limits, region, sources]);

  useEffect(
    () => () => {
      // Another line may be shown next time.
      model.within.value = undefined;
    },
    [model],
  );

  const withErrors = model.errors.value;
  const drawn = useMemo(
    () => (withErrors ? lines : lines.map((line) => ({ ...line, error: undefined }))),
    [lines, withErrors],
  );
  const axes = useMemo(() => [axis], [axis]);

  /** Lines with all their points need not be read again. */
  const onWindow = (wanted: ValueRange | undefined): void => {
    model.within.value = wanted;
    if (limits || lines.some(({ thinned }) => thinned)) {
      setWindow({ of, limits: wanted });
    }
  };

  return (
    <section class="line-view" aria-label="Line">
      <div class="toolbar" part="toolbar">
        <fieldset class="controls">
          <legend class="sr-only">Line</legend>
          {shape.length > 1 && <AlongControl model={model} shape={shape} axis={axis} world={world} />}
          <PartControl host={host} facts={facts} />
          <Toggle label="Log x" value={model.logX} />
          <Toggle label="Log y" value={model.logY} />
          {regionLine && <Toggle label={regionLine.label} value={model.ofRegion} />}
          {lines.some(({ errorOf }) => errorOf) && <Toggle label="Errors" value={model.errors} />}
          <button
            type="button"
            class="quiet"
            disabled={region !== undefined}
            title="Keep this line on the chart"
            onClick={() => {
              model.held.value = [current, ...held];
            }}
          >
            Hold
          </button>
          {!region && <AddFile files={model.others} label="Add the line of another file" />}
        </fieldset>
        {chart && <ZoomControls chart={chart} />}
      </div>
      <AxisControls host={host} facts={facts} axes={axes} />
      <LineChart
        label={`${cut(lines.map(({ name }) => name).join(", "))}, ${facts.array?.datatype}`}
        name="Lines"
        lines={drawn}
        scales={{ logX: model.logX.value, logY: model.logY.value }}
        within={model.within}
        onWindow={onWindow}
        onCursor={(points) => {
          model.points.value = points;
        }}
        onChart={setChart}
      />
      <footer class="status" part="status">
        <LineReadout model={model} />
        <p class="hint" role="status">
          {model.others.note.value || remark(lines, model.logY.value)}
        </p>
      </footer>
    </section>
  );
}

interface AlongProps {
  readonly model: LineModel;
  readonly shape: readonly number[];
  readonly axis: number;
  readonly world: WcsFacts | undefined;
}

function AlongControl({ model, shape, axis, world }: AlongProps) {
  const id = useId();
  return (
    <div class="choice">
      <label for={id}>Along</label>
      <select
        id={id}
        value={axis}
        onChange={(event) => {
          model.axis.value = event.currentTarget.selectedIndex;
        }}
      >
        {shape.map((length, axis) => (
          <option key={axis} value={axis}>
            {axisTitle(world, axis)}, {length}
          </option>
        ))}
      </select>
    </div>
  );
}

function ZoomControls({ chart }: { chart: Chart }) {
  return (
    <fieldset class="controls zoom">
      <legend class="sr-only">Zoom</legend>
      <button type="button" class="quiet square" aria-label="Zoom out" onClick={() => chart.zoom(Math.SQRT2)}>
        −
      </button>
      <button
        type="button"
        class="quiet square"
        aria-label="Zoom in"
        onClick={() => chart.zoom(Math.SQRT1_2)}
      >
        +
      </button>
      <button type="button" class="quiet" title="Show the whole line" onClick={() => chart.reset()}>
        All
      </button>
    </fieldset>
  );
}

/** A remark about what the chart cannot show. */
function remark(lines: readonly Line[], logY: boolean): string {
  if (lines.length > 0 && !lines.some(({ y }) => y.some(Number.isFinite))) {
    return "No value of this line is finite.";
  }
  if (logY && !lines.some(({ y }) => y.some((value) => value > 0))) {
    return "No value is above zero, so a logarithmic axis has nothing to show.";
  }
  return lines.some(({ thinned }) => thinned) ? "Min/max per pixel; zoom in for every point" : "";
}
