/** Matches a table with another one that is open, by position or by a key. What belongs together opens in a tab of its own. */

import { isTableFile } from "@asdf-wasm/science/format/dialects";
import { cut, many } from "@asdf-wasm/science/format/format";
import type { SkyColumns } from "@asdf-wasm/science/tables/named";
import type { Arrangement, TableFacts } from "@asdf-wasm/science/tables/window";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import type { Progress } from "../../../protocol/facts.ts";
import { ABORTED, problemOf } from "../../../protocol/notices.ts";
import type { TableMatch } from "../../../protocol/workerApi.ts";
import { nameFor } from "../../../state/source.ts";
import type { ViewHost } from "../../../state/view.ts";
import { Select } from "../../../ui/Choice.tsx";
import { useModal } from "../../../ui/dialog.ts";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import {
  type CatalogueSource,
  nameOfTable,
  neighbourOf,
  OpenTables,
  OUT_OF_REACH,
  placeOf,
} from "../../image/catalogue/tables.ts";
import styles from "./match.css?inline";

const WAYS = [
  ["nearest", "the nearest on the sky"],
  ["nth", "the second nearest, the third, …"],
  ["all", "all that are near on the sky"],
  ["key", "with equal values"],
] as const;

const JOINS = [
  ["inner", "only those that belong together"],
  ["left", "all of this table"],
  ["right", "all of the other table"],
  ["outer", "all of both"],
  ["anti", "those of this table that belong to no other"],
] as const;

type Sky = SkyColumns | undefined;

interface MatchDialogProps {
  readonly host: ViewHost;
  readonly table: TableFacts;
  /** Its rows as they are sorted and filtered, and how many pass. */
  readonly shown: { readonly arrangement: Arrangement; readonly count: number };
  readonly onClose: () => void;
}

export function MatchDialog({ host, table, shown, onClose }: MatchDialogProps) {
  const dialog = useModal(styles);
  const id = useId();
  const open = useMemo(() => new OpenTables(host), [host]);
  const others = open.all.value.filter((other) => other.host !== host || other.table.node !== table.id);
  const waiting = host.waiting.value.filter(({ name }) => isTableFile(name));
  const [picked, setPicked] = useState("");
  const [way, setWay] = useState<(typeof WAYS)[number][0]>("nearest");
  const [join, setJoin] = useState<(typeof JOINS)[number][0]>("inner");
  const [radius, setRadius] = useState(1);
  const [nth, setNth] = useState(2);
  const [isOnly, setOnly] = useState(true);
  const [places, setPlaces] = useState<readonly [left: Sky, right: Sky]>([undefined, undefined]);
  const [keys, setKeys] = useState<readonly [left: number, right: number]>();
  const [progress, setProgress] = useState<Progress>();
  const [problem, setProblem] = useState("");
  const matching = useRef<AbortController>(undefined);
  const pick = (wanted: string): void => {
    setPicked(wanted);
    setKeys(undefined);
    setPlaces(([own]) => [own, undefined]);
    setProblem("");
    waiting
      .find(({ name }) => name === wanted)
      ?.open()
      .catch((cause: unknown) => setProblem(problemOf(cause)));
  };
  useEffect(() => {
    void open.find();
    if (others.length === 0 && waiting[0]) {
      pick(waiting[0].name);
    }
    return () => {
      matching.current?.abort(ABORTED);
      open.dispose();
    };
  }, [open]);
  // A file that was opened for this has no key.
  const other =
    others.find((each) => keyOf(host, each) === picked) ??
    others.find(({ file }) => file === picked) ??
    others[0];
  const [left, right] = keys ?? sameColumns(table, other);
  const isFiltered = shown.count < table.rows;

  const run = async (): Promise<void> => {
    const place = other && placeOf(host, other);
    if (!other || place === undefined) {
      setProblem(OUT_OF_REACH);
      return;
    }
    matching.current = new AbortController();
    const { signal } = matching.current;
    setProblem("");
    setProgress({ phase: "match", loaded: 0, total: 1 });
    const key = [table.columns[left]?.name ?? "", other.table.columns[right]?.name ?? ""] as const;
    const request: TableMatch = {
      ...{ table: table.id, other: place, join },
      ...(way === "key"
        ? { key }
        : { radius, positions: places, find: way === "all" ? "all" : way === "nth" ? nth : 1 }),
      ...(isFiltered && isOnly && { arrangement: shown.arrangement }),
    };
    try {
      const found = await host.request(signal, (worker, signal) =>
        worker.table.match(request, signal, (progress) => !signal.aborted && setProgress(progress)),
      );
      const name = `${nameFor(table.name, nameOfTable(other.table))}.asdf`;
      dialog.current?.close();
      host.openBeside(new File([found], name));
    } catch (cause) {
      setProblem(problemOf(cause));
    }
    setProgress(undefined);
  };

  const columnPicker = (
    label: string,
    columns: TableFacts["columns"],
    value: number,
    onPick: (i: number) => void,
  ) => (
    <label>
      <span>{label}</span>
      <Select choices={columns.map(({ name }, i) => [i, cut(name)] as const)} value={value} onPick={onPick} />
    </label>
  );
  return (
    <dialog ref={dialog} class="matching" aria-labelledby={id} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <h2 id={id}>Match {table.name} with…</h2>
        {progress ? (
          <ProgressBar label="Matching" progress={progress} />
        ) : other || waiting.length > 0 ? (
          <>
            <label>
              <span>Table</span>
              <Select
                choices={[
                  ...others.map((each) => [keyOf(host, each), titleOf(each)] as const),
                  ...waiting.map(({ name }) => [name, `${cut(name)}, to be opened`] as const),
                ]}
                value={other ? keyOf(host, other) : ""}
                onPick={pick}
              />
            </label>
            <label>
              <span>To each row</span>
              <Select choices={WAYS} value={way} onPick={setWay} />
            </label>
            {way === "key" ? (
              <div class="pair">
                {columnPicker("Column here", table.columns, left, (index) => setKeys([index, right]))}
                {columnPicker("Column there", other?.table.columns ?? [], right, (index) =>
                  setKeys([left, index]),
                )}
              </div>
            ) : (
              <>
                {way === "nth" && (
                  <label>
                    <span>Which: 2 is the second nearest</span>
                    <input
                      type="number"
                      min={1}
                      step={1}
                      required
                      value={nth}
                      onInput={({ currentTarget }) => setNth(currentTarget.valueAsNumber)}
                    />
                  </label>
                )}
                {([table.columns, other?.table.columns ?? []] as const).map((columns, side) => (
                  <SkyPicker
                    key={side}
                    label={side === 0 ? "Positions here" : "Positions there"}
                    columns={columns}
                    value={places[side]}
                    onPick={(sky) => setPlaces(([own, its]) => (side === 0 ? [sky, its] : [own, sky]))}
                  />
                ))}
                <label>
                  <span>Within, in arcseconds</span>
                  <input
                    type="number"
                    min={0}
                    max={648_000}
                    step="any"
                    required
                    value={radius}
                    onInput={({ currentTarget }) => setRadius(currentTarget.valueAsNumber)}
                  />
                </label>
              </>
            )}
            <label>
              <span>Rows</span>
              <Select choices={JOINS} value={join} onPick={setJoin} />
            </label>
            {isFiltered && (
              <label class="only">
                <input
                  type="checkbox"
                  checked={isOnly}
                  onChange={({ currentTarget }) => setOnly(currentTarget.checked)}
                />
                Of this table only the {many(shown.count, "row")} that its filters show
              </label>
            )}
          </>
        ) : (
          <p>Open the other table in a tab, too: there is none with two columns of numbers.</p>
        )}
        {problem && !progress && (
          <p class="complaint" role="alert">
            {problem}
          </p>
        )}
        <div class="buttons">
          <button
            type="button"
            onClick={() => (progress ? matching.current?.abort(ABORTED) : dialog.current?.close())}
          >
            Cancel
          </button>
          {!progress && (
            <button type="submit" class="primary" disabled={!other}>
              Match
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}

interface SkyPickerProps {
  readonly label: string;
  readonly columns: TableFacts["columns"];
  readonly value: Sky;
  readonly onPick: (sky: Sky) => void;
}

/** Two columns of positions on the sky, or those that are found by their names. */
function SkyPicker({ label, columns, value, onPick }: SkyPickerProps) {
  const names = columns.filter(({ sortable }) => sortable).map(({ name }) => name);
  // Latitudes usually are beside longitudes.
  const beside = (longitude: string) => names[names.indexOf(longitude) + 1] ?? names[0] ?? "";
  return (
    <div class="pair">
      <label>
        <span>{label}</span>
        <Select
          choices={[["", "as they are found"], ...names.map((name) => [name, cut(name)] as const)]}
          value={value?.longitude ?? ""}
          onPick={(longitude) =>
            onPick(
              longitude === "" ? undefined : { longitude, latitude: value?.latitude ?? beside(longitude) },
            )
          }
        />
      </label>
      {value && (
        <label>
          <span>Declination or latitude</span>
          <Select
            choices={names.map((name) => [name, cut(name)] as const)}
            value={value.latitude}
            onPick={(latitude) => onPick({ ...value, latitude })}
          />
        </label>
      )}
    </div>
  );
}

/** Files of the same name may be open in several tabs. */
function keyOf(host: ViewHost, { table, host: its }: CatalogueSource): string {
  return JSON.stringify([neighbourOf(host, its)?.id, table.path]);
}

/** The first column whose name both have, or the first of each. */
function sameColumns(table: TableFacts, other: CatalogueSource | undefined): readonly [number, number] {
  const names = other?.table.columns.map(({ name }) => name) ?? [];
  const left = Math.max(
    table.columns.findIndex(({ name }) => names.includes(name)),
    0,
  );
  return [left, Math.max(names.indexOf(table.columns[left]?.name ?? ""), 0)];
}

function titleOf({ table, file }: CatalogueSource): string {
  const name = nameOfTable(table);
  return cut(
    `${file === undefined || file.startsWith(name) ? (file ?? name) : `${file}: ${name}`}, ${many(table.rows, "row")}`,
  );
}
