/** The histograms on one chart, with their statistics: a row for each file. */

import { cut, grouped, rounded } from "@asdf-wasm/science/format/format";
import type { ArrayHistogram } from "@asdf-wasm/science/measure/bins";
import type { HistogramModel } from "./histogramModel.ts";

interface LegendProps {
  readonly model: HistogramModel;
  /** The file on the stage, and its histogram. */
  readonly name: string;
  readonly found: ArrayHistogram;
  readonly unit: string | undefined;
}

export function Legend({ model, name, found, unit }: LegendProps) {
  const inUnit = unit ? ` [${cut(unit)}]` : "";
  return (
    <div class="histogram-legend">
      <table aria-label="Histograms">
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Values</th>
            <th scope="col">Mean{inUnit}</th>
            <th scope="col">σ{inUnit}</th>
            <th scope="col">
              <span class="sr-only">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <Name color="--line-strong" name={name} />
            <Statistics found={found} />
            <td />
          </tr>
          {model.beside.value.map(({ source, found, problem }, i) => (
            <tr key={source.id}>
              <Name color={colorOf(i)} name={`${source.name}: ${source.node.key}`} />
              {found ? <Statistics found={found} /> : <td colSpan={3}>not shown: {problem}</td>}
              <td>
                <button
                  type="button"
                  class="quiet square"
                  aria-label={`Remove ${cut(source.name)}`}
                  onClick={() => model.others.remove(source)}
                >
                  ×
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The CSS variable with the colour of another file. */
export function colorOf(i: number): string {
  return `--series-${(i % 6) + 1}`;
}

function Name({ color, name }: { color: string; name: string }) {
  return (
    <th scope="row">
      <span class="swatch" style={{ background: `var(${color})` }} /> {cut(name)}
    </th>
  );
}

function Statistics({ found: { count, mean, std } }: { found: ArrayHistogram }) {
  return (
    <>
      <td class="number">{grouped(count)}</td>
      <td class="number">{rounded(mean, 6)}</td>
      <td class="number">{rounded(std, 6)}</td>
    </>
  );
}
