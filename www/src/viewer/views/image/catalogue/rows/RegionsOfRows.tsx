/** Makes regions of rows: circles or ellipses, of typed sizes or those of columns. */
import { many } from "@asdf-wasm/science/format/format";
import { MOST_POINTS } from "@asdf-wasm/science/regions/linkText";
import { degreesIn } from "@asdf-wasm/science/tables/positions";
import { useEffect, useId, useMemo, useState } from "preact/hooks";
import { ABORTED, problemOf } from "../../../../protocol/notices.ts";
import { RegionsModel } from "../../../../state/regions.ts";
import { has, RowsModel } from "../../../../state/rows.ts";
import { Select } from "../../../../ui/Choice.tsx";
import { TypedInput } from "../../../../ui/fields.tsx";
import { numericOf } from "../panel/columns.tsx";
import { formIn } from "./forms.ts";
import type { RowToolProps } from "./props.ts";

/** In place of a column. */
const TYPED = -1;

export function RegionsOfRows({ host, model, chosen, pixels }: RowToolProps) {
  const id = useId();
  const { table } = chosen;
  const known = formIn(table.columns);
  const [major, setMajor] = useState(known?.major ?? TYPED);
  const [minor, setMinor] = useState(known?.minor ?? TYPED);
  const [angle, setAngle] = useState(known?.angle ?? TYPED);
  const [isFromNorth, setFromNorth] = useState(known?.isFromNorth ?? false);
  const [size, setSize] = useState(known ? 1 : 5);
  const [message, setMessage] = useState("");
  const regions = host.model(RegionsModel);
  // By another image or catalogue, the rows would be elsewhere.
  const leaving = useMemo(() => new AbortController(), []);
  useEffect(() => () => leaving.abort(ABORTED), [leaving]);
  const only = chosen.host.model(RowsModel).chosenOf(table.node);
  const [height = 0, width = 0] = host.section.lengths.value;
  const meant = useMemo(() => {
    const inImage = (row: number): boolean => {
      const [x = Number.NaN, y = Number.NaN] = [pixels[2 * row], pixels[2 * row + 1]];
      return x >= -0.5 && x < width - 0.5 && y >= -0.5 && y < height - 0.5;
    };
    return Uint8Array.from({ length: table.rows }, (_, row) => Number(only ? has(only, row) : inImage(row)));
  }, [pixels, only, width, height, table]);
  const count = meant.reduce((sum, is) => sum + is, 0);
  const left = Math.max(MOST_POINTS - regions.all.value.length, 0);
  const isEllipse = major !== TYPED && minor !== TYPED;
  const columns = numericOf(table).map(
    ([column, { name, unit }]) => [column, unit ? `${name} [${unit}]` : name] as const,
  );
  const nameOf = (column: number): string => table.columns[column]?.name ?? "";
  const isAngle = (column: number): boolean => {
    const unit = table.columns[column]?.unit.trim() ?? "";
    return unit !== "" && degreesIn(unit) !== undefined;
  };

  const make = async (): Promise<void> => {
    const isTurned = isEllipse && angle !== TYPED;
    const { place } = chosen.columns;
    const onSky =
      "sky" in place && (isTurned ? isFromNorth : isAngle(major) && (!isEllipse || isAngle(minor)));
    const { signal } = leaving;
    try {
      const pairs = onSky ? await model.places.pairsOf(chosen, signal) : pixels;
      const own = pairs.map((value, i) => (meant[i >> 1] ? value : Number.NaN));
      const figures = await chosen.host.request(signal, (worker, signal) =>
        worker.catalogue.figures(
          {
            node: table.node,
            pairs: own,
            system: !onSky ? "pixel" : place.sky === "own" ? "own" : "icrs",
            sizes: {
              ...(major === TYPED ? { radius: size } : { scale: size }),
              ...(isEllipse
                ? { semiAxes: [nameOf(major), nameOf(minor)] as const }
                : major !== TYPED && { radius: nameOf(major) }),
              ...(isTurned && { angle: nameOf(angle) }),
              angleFrom: onSky ? "north" : "x",
              color: model.look.color.peek(),
            },
          },
          signal,
        ),
      );
      const { addFound } = await import("../../regions/files.ts");
      signal.throwIfAborted();
      const added = await addFound(host, { regions: [], figures, problems: [] });
      setMessage([`${many(added.count, "region")}${added.kind}`, ...added.problems].join("; "));
    } catch (cause) {
      setMessage(problemOf(cause));
    }
  };

  const field = (label: string, first: string, value: number, onPick: (column: number) => void) => (
    <div class="field">
      <label for={`${id}-${label}`}>{label}</label>
      <Select id={`${id}-${label}`} choices={[[TYPED, first], ...columns]} value={value} onPick={onPick} />
    </div>
  );
  return (
    <>
      {field("Radius", "as typed, in pixels", major, (column) => {
        setMajor(column);
        setSize(column === TYPED ? 5 : 1);
      })}
      <div class="field">
        <label for={`${id}-size`}>{major === TYPED ? "Pixels" : "Times"}</label>
        <TypedInput
          type="number"
          id={`${id}-size`}
          min={0}
          step="any"
          value={size}
          onChange={({ valueAsNumber }) => valueAsNumber > 0 && setSize(valueAsNumber)}
        />
      </div>
      {major !== TYPED && field("Minor axis", "none: circles", minor, setMinor)}
      {isEllipse && field("Angle", "0", angle, setAngle)}
      {isEllipse && angle !== TYPED && (
        <div class="field">
          <label for={`${id}-from`}>From</label>
          <Select
            id={`${id}-from`}
            choices={[
              ["x", "the x axis"],
              ["north", "north, to the east"],
            ]}
            value={isFromNorth ? "north" : "x"}
            onPick={(from) => setFromNorth(from === "north")}
          />
        </div>
      )}
      <div class="row-choice">
        <button type="button" disabled={count === 0 || count > left} onClick={() => void make()}>
          Make regions of {many(count, only ? "selected row" : "row")}
        </button>
      </div>
      <p class="hint" role="status">
        {count > left ? `At most ${many(left, "region")} more: select rows` : message}
      </p>
    </>
  );
}
