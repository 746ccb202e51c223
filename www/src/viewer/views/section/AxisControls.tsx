/**
 * The section of an array: a slider, a number and a play button for each axis that is not on the stage. The space
 * bar on a slider plays as well.
 */

import { isComplex } from "@asdf-wasm/science/elements/complex";
import { axisTitle } from "@asdf-wasm/science/wcs/world";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useMemo } from "preact/hooks";
import type { ViewProps } from "../../state/view.ts";
import { WorldModel } from "../../state/world.ts";
import { obey } from "../../ui/commands.ts";
import { TypedInput } from "../../ui/fields.tsx";
import { showFocused } from "../../ui/keys.ts";
import { Toggle } from "../../ui/Toggle.tsx";
import { scrollSideways } from "../../ui/wheel.ts";
import { AxesChoice } from "./AxesChoice.tsx";
import { AxisWorldValue } from "./AxisWorldValue.tsx";
import { CollapseChoice, CollapseRange } from "./CollapseControl.tsx";
import { SLIDER_KEYS } from "./keys.ts";
import { Player, RATES } from "./player.ts";

interface AxisControlsProps extends Pick<ViewProps, "host" | "facts"> {
  /** The axes on the stage, if not the section's. */
  readonly axes?: readonly number[];
  /** Whether an axis can be shown collapsed. */
  readonly collapses?: boolean;
  /** Further controls of what all sections share. */
  readonly children?: ComponentChildren;
}

export function AxisControls({ host, facts, collapses = true, children, ...shown }: AxisControlsProps) {
  const { section, reading } = host;
  const axes = shown.axes ?? section.current.value.axes;
  const index = section.at.value;
  const canCollapse = collapses && !shown.axes && !isComplex(facts.array?.datatype ?? "");
  const isCollapsed = canCollapse && section.current.value.collapse !== undefined;
  const shape = facts.array?.shape ?? [];
  const player = useMemo(
    () =>
      new Player({
        busy: reading.busy,
        playing: section.playing,
        at: (axis) => ({ index: section.at.peek()[axis] ?? 0, length: shape[axis] ?? 1 }),
        move: (axis, wanted) => section.move(axis, wanted),
      }),
    [host, facts],
  );
  // Before the next step, which would be one of another array.
  useLayoutEffect(() => () => player.pause(), [player, axes]);

  if (shape.length === axes.length) {
    return null;
  }
  return (
    <fieldset class="axes" onWheel={scrollSideways} onKeyUp={showFocused}>
      <legend class="sr-only">Section</legend>
      {!shown.axes && <AxesChoice host={host} facts={facts} />}
      {shape.map(
        (length, axis) =>
          !axes.includes(axis) && (
            <Axis
              key={axis}
              host={host}
              axis={axis}
              index={index[axis] ?? 0}
              length={length}
              canCollapse={canCollapse}
              plays={player.axis.value === axis}
              onMove={(wanted) => section.move(axis, wanted)}
              onPlay={() => player.toggle(axis)}
            />
          ),
      )}
      {shape.length > axes.length + (isCollapsed ? 1 : 0) && (
        <div class="playing">
          {children}
          <Playing player={player} />
        </div>
      )}
    </fieldset>
  );
}

interface AxisProps {
  readonly host: ViewProps["host"];
  readonly axis: number;
  readonly index: number;
  readonly length: number;
  /** Whether it can be shown collapsed. */
  readonly canCollapse: boolean;
  readonly plays: boolean;
  readonly onMove: (index: number) => void;
  readonly onPlay: () => void;
}

function Axis({ host, axis, index, length, canCollapse, plays, onMove, onPlay }: AxisProps) {
  const id = useId();
  const { section } = host;
  const title = axisTitle(host.model(WorldModel).facts.value, axis);
  if (canCollapse && section.current.value.collapse?.axis === axis) {
    return (
      <div class="axis">
        <span class="name">{title}</span>
        <CollapseChoice {...{ section, axis, length }} />
        <CollapseRange {...{ section, axis, length }} />
        <span class="number of">of {length}</span>
      </div>
    );
  }
  return (
    <div class="axis">
      <label for={id}>{title}</label>
      {canCollapse && <CollapseChoice {...{ section, axis, length }} />}
      <button
        type="button"
        class="quiet square"
        aria-label={`${plays ? "Pause" : "Play"} axis ${axis}`}
        title={`${plays ? "Pause" : "Play"} (space on the slider)`}
        disabled={length < 2}
        onClick={onPlay}
      >
        <svg class="glyph" viewBox="0 0 12 12" aria-hidden="true">
          <path d={plays ? "M2.5 1.5h2.5v9H2.5zM7 1.5h2.5v9H7z" : "M2.5 1v10L11 6z"} />
        </svg>
      </button>
      <input
        id={id}
        type="range"
        min={0}
        max={length - 1}
        value={index}
        onInput={(event) => onMove(event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => obey(SLIDER_KEYS, onPlay, event)}
      />
      <TypedInput
        type="number"
        aria-label={`Index on axis ${axis}`}
        min={0}
        max={length - 1}
        value={index}
        onChange={({ valueAsNumber }) => onMove(valueAsNumber)}
      />
      <span class="number of">of {length}</span>
      <AxisWorldValue host={host} axis={axis} />
    </div>
  );
}

/** Speed and loop, for all axes. */
function Playing({ player }: { player: Player }) {
  return (
    <>
      <select
        aria-label="Speed"
        title="Sections per second at most"
        value={player.rate.value}
        onChange={({ currentTarget }) => {
          player.rate.value = RATES[currentTarget.selectedIndex] ?? player.rate.value;
        }}
      >
        {RATES.map((rate) => (
          <option key={rate} value={rate}>
            {rate} / s
          </option>
        ))}
      </select>
      <Toggle label="Loop" title="Start over at the end" value={player.loops} />
    </>
  );
}
