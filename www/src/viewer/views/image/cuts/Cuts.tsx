/**
 * Line cuts: the row and the column through a pixel of the image as charts; the pixel stays fixed or follows the
 * pointer.
 */

import { useEffect, useMemo, useState } from "preact/hooks";
import type { Line } from "../../../protocol/lines.ts";
import { ABORTED, problemOf } from "../../../protocol/notices.ts";
import type { ViewProps } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";
import type { Point } from "../../line/chart.ts";
import { LineChart } from "../../line/LineChart.tsx";
import { LinePoint } from "../../line/LineReadout.tsx";
import { binsForScreen } from "../../line/lineChoice.ts";
import type { Point as Pixel } from "../camera/camera.ts";
import { ImageModel } from "../model/imageModel.ts";

export function Cuts({ host, facts }: Pick<ViewProps, "host" | "facts">) {
  const image = host.model(ImageModel);
  const [follow, setFollow] = useState(false);
  const [pixel, setPixel] = useState(() => pixelReadOut(image));
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [problem, setProblem] = useState("");
  const { index, axes } = host.section.current.value;
  const part = host.part.value;
  const wcs = host.model(WorldModel).facts.value?.path;
  const under = follow ? image.readout.value : undefined;

  useEffect(() => {
    if (under) {
      setPixel(under);
    }
  }, [under]);

  useEffect(() => {
    const [down = 0, across = 0] = axes;
    const at = index.with(down, pixel.y).with(across, pixel.x);
    const bins = binsForScreen();
    const requests = [across, down].map((axis) => ({ node: facts.id, axis, at, part, wcs, bins }));
    const stopping = new AbortController();
    host
      .request(stopping.signal, (worker, signal) => worker.array.lines(requests, signal))
      .then(setLines)
      .catch((cause: unknown) => setProblem(problemOf(cause)));
    return () => stopping.abort(ABORTED);
  }, [host, facts, index, axes, part, wcs, pixel]);

  return (
    <section class="cuts" aria-label="Line cuts">
      <div class="cuts-head">
        <span class="hint">{`Row ${pixel.y} and column ${pixel.x}`}</span>
        <span class="hint" role="status">
          {problem}
        </span>
        <label class="hint">
          <input
            type="checkbox"
            checked={follow}
            onChange={(event) => setFollow(event.currentTarget.checked)}
          />{" "}
          Follow the pointer
        </label>
        <button
          type="button"
          class="quiet square"
          aria-label="Close the line cuts"
          onClick={() => {
            image.viewpoint.cuts.value = false;
          }}
        >
          ×
        </button>
      </div>
      <div class="cuts-charts">
        {lines.map((line, i) => (
          <Cut key={i} line={line} />
        ))}
      </div>
    </section>
  );
}

const LINEAR = { logX: false, logY: false };

function Cut({ line }: { line: Line }) {
  const [point, setPoint] = useState<Point>();
  const lines = useMemo(() => [line], [line]);
  return (
    <div class="line-cut">
      <LineChart
        label={line.name}
        lines={lines}
        scales={LINEAR}
        onWindow={() => {}}
        onCursor={([nearest]) => setPoint(nearest)}
      />
      <p class="readout">
        <span class="path">{line.name}</span>
        <LinePoint line={line} point={point} />
      </p>
    </div>
  );
}

/** The pixel under the pointer, or else the one in the middle of the view. */
function pixelReadOut({ readout, viewpoint }: ImageModel): Pixel {
  const { x, y } = viewpoint.camera.peek();
  const { width, height } = viewpoint.image.peek() ?? { width: 1, height: 1 };
  const middle = { x: Math.min(Math.floor(x), width - 1), y: Math.min(Math.floor(y), height - 1) };
  return readout.peek() ?? middle;
}
