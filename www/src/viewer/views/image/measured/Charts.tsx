/** Lines of what was measured as charts, with the point under the pointer. */
import { useMemo, useState } from "preact/hooks";
import { rounded, withUnit } from "../../../format/format.ts";
import type { Line } from "../../../protocol/lines.ts";
import type { Point } from "../../line/chart.ts";
import { LineChart } from "../../line/LineChart.tsx";
import { inDigits } from "./table/rows.ts";

const LINEAR = { logX: false, logY: false };

export function LineOf({ label, line }: { label: string; line: Line }) {
  const [point, setPoint] = useState<Point>();
  const lines = useMemo(() => [line], [line]);
  return (
    <figure class="measured-chart">
      <LineChart
        label={label}
        lines={lines}
        scales={LINEAR}
        onWindow={() => {}}
        onCursor={([nearest]) => setPoint(nearest)}
      />
      <figcaption class="hint number">
        {point
          ? `${withUnit(rounded(point.x, 8), line.alongUnit)}: ${withUnit(inDigits(point.y), line.unit)}`
          : label}
      </figcaption>
    </figure>
  );
}
