/**
 * The row and the column through a pixel of the image, as lines: through the one that was read out when they were asked
 * for, or through each that is, if they follow.
 */
import { useEffect, useMemo, useState } from "preact/hooks";
import { problemOf } from "../../../protocol/notices.ts";
import type { Line } from "../../../protocol/protocol.ts";
import type { Session } from "../../../state/session.ts";
import type { Point } from "../../line/chart.ts";
import { LineChart } from "../../line/LineChart.tsx";
import { LinePoint } from "../../line/LineReadout.tsx";
import { BINS } from "../../line/model.ts";
import type { ViewProps } from "../../registry.ts";
import type { Point as Pixel } from "../camera/camera.ts";

export function Cuts({ session, facts }: ViewProps) {
  const { image, scene } = session;
  const [follow, setFollow] = useState(false);
  const [pixel, setPixel] = useState(() => pixelReadOut(session));
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [problem, setProblem] = useState("");
  const { index, axes } = scene.slice.value;
  const part = session.part.value;
  const under = follow ? image.readout.value : undefined;

  useEffect(() => {
    if (under) {
      setPixel(under);
    }
  }, [under]);

  useEffect(() => {
    const [down = 0, across = 0] = axes;
    const at = index.with(down, pixel.y).with(across, pixel.x);
    const asked = [across, down].map((axis) => ({ node: facts.id, axis, at, part, bins: BINS }));
    const stopping = new AbortController();
    session
      .request(stopping.signal, (engine, task) => engine.lines(task, asked))
      .then(setLines)
      .catch((cause: unknown) => setProblem(problemOf(cause)));
    return () => stopping.abort();
  }, [session, facts, index, axes, part, pixel]);

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

/** The pixel under the pointer, or else the one in the middle of what is seen. */
function pixelReadOut({ image: { readout, viewpoint } }: Session): Pixel {
  const { x, y } = viewpoint.camera.peek();
  const { width, height } = viewpoint.image.peek() ?? { width: 1, height: 1 };
  const middle = { x: Math.min(Math.floor(x), width - 1), y: Math.min(Math.floor(y), height - 1) };
  return readout.peek() ?? middle;
}
