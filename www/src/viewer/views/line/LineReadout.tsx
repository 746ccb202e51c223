/** The name, colour and value at the cursor of each line. Held lines can be removed. */

import { cut, real, rounded } from "@asdf-wasm/science/format/format";
import type { Line } from "../../protocol/lines.ts";
import { colorOf, type Point } from "./chart.ts";
import type { LineModel } from "./lineModel.ts";

export function LineReadout({ model }: { model: LineModel }) {
  const { lines, points, held, beside, others } = model;
  const drawn = beside.value.filter(({ line }) => line);
  const own = lines.value.length - drawn.length;
  const remove = (i: number): void => {
    const source = drawn[i - own]?.source;
    if (source) {
      others.remove(source);
    } else {
      held.value = held.value.toSpliced(i - 1, 1);
    }
  };
  return (
    <ul class="line-readout" aria-label="Lines">
      {lines.value.map((line, i) => (
        <li key={i} class="readout">
          <span class="swatch" style={{ background: `var(${colorOf(i)})` }} />
          <span class="path">{cut(line.name)}</span>
          <LinePoint line={line} point={points.value[i]} />
          {i > 0 && (
            <button
              type="button"
              class="quiet square"
              aria-label={`Remove ${cut(line.name)}`}
              onClick={() => remove(i)}
            >
              ×
            </button>
          )}
        </li>
      ))}
      {beside.value.map(({ source, problem }) => {
        return problem === undefined ? null : (
          <li key={source.id} class="readout">
            {cut(source.name)} is not shown: {problem}
            <button
              type="button"
              class="quiet square"
              aria-label={`Remove ${cut(source.name)}`}
              onClick={() => others.remove(source)}
            >
              ×
            </button>
          </li>
        );
      })}
    </ul>
  );
}

export function LinePoint({ line, point }: { line: Line; point: Point | undefined }) {
  const { along, alongUnit, errorOf, datatype, unit } = line;
  return (
    <>
      <span class="field">
        <span class="name">{along ?? "index"}</span>{" "}
        <span class="number x">{point ? rounded(point.x, 12) : "–"}</span>
        {alongUnit && <span class="unit"> {alongUnit}</span>}
      </span>
      <span class="field wide">
        <span class="name">value</span>{" "}
        <span class="number datum">{point ? real(point.y, datatype) : "–"}</span>
        {unit && <span class="unit"> {unit}</span>}
      </span>
      {errorOf && (
        <span class="field">
          <span class="name">± {errorOf}</span>{" "}
          <span class="number">{point?.error === undefined ? "–" : rounded(point.error, 4)}</span>
        </span>
      )}
    </>
  );
}
