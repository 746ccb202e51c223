/** Lines of what was measured as charts, with the point under the pointer. */

import { rounded, titled, withUnit } from "@asdf-wasm/science/format/format";
import { useMemo, useState } from "preact/hooks";
import type { Line } from "../../../protocol/lines.ts";
import type { Point } from "../../line/chart.ts";
import { LineChart } from "../../line/LineChart.tsx";
import { inDigits } from "./table/rows.ts";

const LINEAR = { logX: false, logY: false };

interface LineOfProps {
  /** What was measured, such as "Spectrum". */
  readonly label: string;
  /** Of which array, and where. */
  readonly of: string;
  readonly where: string;
  readonly line: Line;
}

export function LineOf({ label, of, where, line }: LineOfProps) {
  const [point, setPoint] = useState<Point>();
  const lines = useMemo(() => [line], [line]);
  const title = `${titled(`${label} of ${of}`, line.unit)}, ${where}`;
  return (
    <figure class="measured-chart">
      <LineChart
        label={title}
        name={label}
        title={title}
        lines={lines}
        scales={LINEAR}
        onWindow={() => {}}
        onCursor={([nearest]) => setPoint(nearest)}
      />
      <figcaption class="hint number">
        {point
          ? `${withUnit(rounded(point.x, 8), line.alongUnit)}: ${withUnit(inDigits(point.y), line.unit)}`
          : title}
      </figcaption>
    </figure>
  );
}
