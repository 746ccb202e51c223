/** The settings of contours. */

import { rounded } from "@asdf-wasm/science/format/format";
import { useId } from "preact/hooks";
import { keyOf } from "../../../state/elsewhere.ts";
import type { ViewHost } from "../../../state/view.ts";
import { WaitingFiles } from "../../../ui/Choice.tsx";
import { TypedInput } from "../../../ui/fields.tsx";
import { ContourModel } from "./contourModel.ts";
import { type LevelKind, numbersIn, possibleCount } from "./levels.ts";

const KINDS: readonly (readonly [LevelKind, string])[] = [
  ["linear", "Linear"],
  ["log", "Logarithmic"],
  ["sigma", "σ above background"],
  ["values", "Values"],
];

export function ContourFields({ host }: { host: ViewHost }) {
  const id = useId();
  const model = host.model(ContourModel);
  const settings = model.settings.value;
  const { kind, count, smooth, color, width, labels } = settings;
  const list = kind === "sigma" ? "multiples" : "values";
  return (
    <fieldset class="filters">
      <legend class="sr-only">Contours</legend>
      <div class="choice">
        <label for={`${id}-kind`}>Contours</label>
        <select
          id={`${id}-kind`}
          value={kind ?? ""}
          onChange={({ currentTarget }) => {
            const [chosen] = KINDS[currentTarget.selectedIndex - 1] ?? [];
            // Values start from the levels that were drawn before.
            const values = model.levels.peek().map((level) => rounded(level, 4));
            model.set({
              kind: chosen,
              ...(chosen === "values" && settings.values.length === 0 && { values }),
            });
          }}
        >
          <option value="">off</option>
          {KINDS.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
        {(kind === "linear" || kind === "log") && (
          <TypedInput
            type="number"
            aria-label="Number of levels"
            title="Number of levels between the limits"
            min={1}
            max={40}
            value={count}
            onChange={({ valueAsNumber }) => model.set({ count: possibleCount(valueAsNumber) })}
          />
        )}
        {(kind === "sigma" || kind === "values") && (
          <TypedInput
            type="text"
            aria-label={kind === "sigma" ? "Multiples of σ" : "Levels"}
            value={settings[list].join(", ")}
            onChange={(field) => {
              const numbers = numbersIn(field.value);
              field.setCustomValidity(numbers ? "" : "Enter up to 40 numbers with commas between them");
              field.reportValidity();
              if (numbers) {
                model.set({ [list]: numbers });
              }
            }}
          />
        )}
      </div>
      {kind && <SourceField host={host} model={model} id={`${id}-of`} />}
      {kind && (
        <div class="choice">
          <label for={`${id}-smooth`}>Smooth σ</label>
          <TypedInput
            id={`${id}-smooth`}
            type="number"
            title="Gaussian before contours are found, in pixels"
            min={0}
            max={50}
            step={0.5}
            value={smooth}
            onChange={({ valueAsNumber }) =>
              model.set({ smooth: Math.min(Math.max(valueAsNumber || 0, 0), 50) })
            }
          />
          <input
            type="color"
            aria-label="Colour of contours"
            value={color}
            onInput={({ currentTarget }) => model.set({ color: currentTarget.value })}
          />
          <select
            aria-label="Width of contours"
            value={width}
            onChange={({ currentTarget }) => model.set({ width: Number(currentTarget.value) })}
          >
            {[0.5, 1, 1.5, 2, 3, 4].map((pixels) => (
              <option key={pixels} value={pixels}>
                {pixels} px
              </option>
            ))}
          </select>
          <button
            type="button"
            class="quiet"
            aria-pressed={labels}
            title="Write levels at the lines"
            onClick={() => model.set({ labels: !labels })}
          >
            Labels
          </button>
        </div>
      )}
      {kind && (
        <p class="hint" role="status">
          {remark(model)}
        </p>
      )}
    </fieldset>
  );
}

interface SourceProps {
  readonly host: ViewHost;
  readonly model: ContourModel;
  readonly id: string;
}

/** Whose contours they are, where other files are open, and how those of another image are placed. */
function SourceField({ host, model, id }: SourceProps) {
  const [elsewhere, waiting] = [model.elsewhere.value, host.waiting.value];
  const { of, byPixel } = model.settings.value;
  if (elsewhere.length + waiting.length === 0 && of === undefined) {
    return null;
  }
  return (
    <div class="choice">
      <label for={id}>Of</label>
      <select
        id={id}
        value={model.source.value ? keyOf(model.source.value.id) : ""}
        onChange={({ currentTarget: { value } }) => {
          const of = [...elsewhere, ...waiting].find(({ id }) => keyOf(id) === value);
          model.set({ of: of && { id: of.id, name: of.name } });
        }}
      >
        <option value="">this image</option>
        {elsewhere.map(({ id, name, node }) => (
          <option key={id} value={keyOf(id)}>
            {`${name}: ${node.key}`}
          </option>
        ))}
        <WaitingFiles waiting={waiting} keyOf={keyOf} />
      </select>
      {of !== undefined && (
        <select
          aria-label="Placed"
          value={byPixel ? "pixel" : "sky"}
          onChange={({ currentTarget }) => model.set({ byPixel: currentTarget.value === "pixel" })}
        >
          <option value="sky">by the sky</option>
          <option value="pixel">by pixel</option>
        </select>
      )}
    </div>
  );
}

function remark({ problem, levels, drawn, settings, source }: ContourModel): string {
  if (problem.value) {
    return problem.value;
  }
  if (settings.value.of !== undefined && !source.value) {
    return `${settings.value.of.name} is not open.`;
  }
  const known = levels.value.map((level) => rounded(level, 4));
  const few = known.length > 6 ? [...known.slice(0, 3), "…", ...known.slice(-2)] : known;
  const step = drawn.value?.step ?? 1;
  return [few.join(", "), ...(step > 1 ? [`of means of ${step} × ${step} pixels`] : [])].join(" ");
}
