/** By which columns symbols have their sizes and colours. */
import { grouped, many, rounded, withUnit } from "@asdf-wasm/science/format/format";
import { useEffect, useId, useRef } from "preact/hooks";
import type { CatalogueTable } from "../../../../protocol/over/catalogue.ts";
import { Select } from "../../../../ui/Choice.tsx";
import { TypedInput } from "../../../../ui/fields.tsx";
import { ColormapChoice } from "../../display/ColormapChoice.tsx";
import { ENLARGED } from "../catalogueLink.ts";
import type { CatalogueModel } from "../catalogueModel.ts";
import { MOST } from "../draw/ellipses.ts";
import { ColumnOptions, numericOf } from "./columns.tsx";

interface ByProps {
  readonly model: CatalogueModel;
  readonly table: CatalogueTable;
}

/** Which column gives symbols their sizes. */
export function SizeBy({ model, table }: ByProps) {
  const id = useId();
  const { columns } = table;
  const numeric = numericOf(table);
  const sizing = model.look.sizing.value;
  const { ends: [smallest, largest] = [], without = 0 } = model.look.sizes.value ?? {};
  const unit = columns[sizing?.column ?? -1]?.unit;
  return (
    <>
      <div class="field">
        <label for={`${id}-size`}>Size by</label>
        <select
          id={`${id}-size`}
          value={sizing?.column ?? ""}
          onChange={({ currentTarget }) => model.look.sizeBy(numeric[currentTarget.selectedIndex - 1]?.[0])}
        >
          <option value="">all the same</option>
          <ColumnOptions columns={numeric} />
        </select>
        {sizing && (
          <button
            type="button"
            class="quiet"
            aria-pressed={sizing.reversed}
            title="The least values have the largest symbols, as of magnitudes"
            onClick={() => {
              model.look.sizing.value = { ...sizing, reversed: !sizing.reversed };
            }}
          >
            Reverse
          </button>
        )}
      </div>
      {sizing && smallest !== undefined && largest !== undefined && (
        <p class="hint" role="status">
          {Number.isNaN(smallest)
            ? "No row has a number there"
            : `Symbols grow from ${rounded(smallest, 4)} to ${withUnit(rounded(largest, 4), unit)}${without > 0 ? `; the smallest also stand for ${many(without, "row")} without a number` : ""}`}
        </p>
      )}
    </>
  );
}

/** Which column gives symbols their colours, with the colours and the values of their ends. */
export function ColorBy({ model: { look }, table }: ByProps) {
  const id = useId();
  const numeric = numericOf(table);
  const coloring = look.coloring.value;
  const shades = look.shades.value;
  const unit = table.columns[coloring?.column ?? -1]?.unit;
  const setLimit = (end: "min" | "max", value: number): void => {
    if (coloring && shades && Number.isFinite(value)) {
      look.coloring.value = { ...coloring, limits: { ...shades.limits, [end]: value } };
    }
  };
  return (
    <>
      <div class="field">
        <label for={`${id}-color`}>Colour by</label>
        <select
          id={`${id}-color`}
          value={coloring?.column ?? ""}
          onChange={({ currentTarget }) => look.colorBy(numeric[currentTarget.selectedIndex - 1]?.[0])}
        >
          <option value="">all the same</option>
          <ColumnOptions columns={numeric} />
        </select>
      </div>
      {coloring && shades && (
        <>
          <ColormapChoice value={look.colormap} />
          <div class="legend">
            {(["min", "max"] as const).map((end) => (
              <TypedInput
                key={end}
                type="number"
                step="any"
                aria-label={end === "min" ? "Value of the first colour" : "Value of the last colour"}
                value={rounded(shades.limits[end], 6)}
                onChange={({ valueAsNumber }) => setLimit(end, valueAsNumber)}
              />
            ))}
            <Ramp colors={shades.colors} />
          </div>
          <p class="hint" role="status">
            {Number.isNaN(shades.limits.min)
              ? "No row has a number there"
              : `Colours from ${rounded(shades.limits.min, 4)} to ${withUnit(rounded(shades.limits.max, 4), unit)}${shades.without > 0 ? `; ${many(shades.without, "row")} without a number ${shades.without === 1 ? "is" : "are"} grey` : ""}`}
            {coloring.limits && (
              <button type="button" class="quiet" onClick={() => look.colorBy(coloring.column)}>
                Limits of the values
              </button>
            )}
          </p>
        </>
      )}
    </>
  );
}

/** 256 colours beside each other. */
function Ramp({ colors }: { colors: Uint8Array }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const pixels = new ImageData(256, 1);
    pixels.data.fill(255);
    for (let i = 0; i < 256; i += 1) {
      pixels.data.set(colors.subarray(3 * i, 3 * i + 3), 4 * i);
    }
    canvas.current?.getContext("2d", { willReadFrequently: true })?.putImageData(pixels, 0, 0);
  }, [colors]);
  return <canvas ref={canvas} width={256} height={1} />;
}

/** Whether the errors of positions are drawn, and by how much they are enlarged. */
export function Errors({ model: { ellipses }, table }: ByProps) {
  const id = useId();
  return table.errors ? (
    <>
      <div class="field">
        <label for={`${id}-errors`}>Errors</label>
        <Select
          id={`${id}-errors`}
          title="Ellipses of one standard deviation"
          choices={[
            [0, "not drawn"],
            ...ENLARGED.map((factor) => [factor, `1 σ × ${grouped(factor)}`] as const),
          ]}
          value={ellipses.factor.value ?? 0}
          onPick={(factor) => {
            ellipses.factor.value = factor || undefined;
          }}
        />
      </div>
      {ellipses.factor.value !== undefined && (
        <p class="hint">
          Of more than {grouped(MOST)} in view, {grouped(MOST)} are drawn
        </p>
      )}
    </>
  ) : null;
}
