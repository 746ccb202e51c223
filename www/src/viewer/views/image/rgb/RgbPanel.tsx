/** The arrays or planes for red, green and blue, their limits, and their values under the pointer. */
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { limits as inWords, rounded } from "../../../format/format.ts";
import { axisLabel } from "../../../format/world.ts";
import type { TreeNode } from "../../../protocol/facts.ts";
import type { ChannelRequest } from "../../../protocol/overlays.ts";
import type { DisplayLimits } from "../../../protocol/plane.ts";
import { useAnswer } from "../../../state/useAnswer.ts";
import type { ViewProps } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";
import { adopting } from "../../../styles/sheet.ts";
import { Choice } from "../../../ui/Choice.tsx";
import { NumberField, TypedInput } from "../../../ui/fields.tsx";
import { Look } from "../display/look.ts";
import { ImageModel } from "../model/model.ts";
import { firstArrays, firstPlanes } from "./bands.ts";
import { RgbModel } from "./model.ts";
import styles from "./rgb.css?inline";
import type { Channel } from "./words.ts";

const styled = adopting(styles);
const MIXINGS = [
  ["each", "Per channel"],
  ["lupton", "Lupton asinh"],
] as const;
/** A node, and its plane if it has further axes. */
interface Source {
  readonly node: number;
  readonly plane: number;
}

const NONE: readonly TreeNode[] = [];
const COLORS = ["Red", "Green", "Blue"] as const;

export function RgbPanel({ host, facts }: ViewProps) {
  const [rgb, image] = [host.model(RgbModel), host.model(ImageModel)];
  const shape = facts.array?.shape ?? [];
  const { axes, index } = host.section.current.value;
  const axis = colorAxis(shape, axes);
  const part = host.part.value;
  const world = host.model(WorldModel).facts.value;
  const arrays = useAnswer({ host, facts }, (worker) => worker.alike(facts.id)) ?? NONE;
  const look = useMemo(() => new Look(image), [image]);
  const chosen = rgb.chosen.value;
  const requestOf = ({ node, plane }: Source): ChannelRequest => ({
    node,
    section: { axes, index: axis < 0 ? index : index.with(axis, plane) },
    part,
  });
  const isBlank = (source: Source) => rgb.isBlank(requestOf(source));
  const wanted = sourcesOf(chosen, arrays, shape[axis], isBlank);
  // The same sources are the same object: what is shown is not read again.
  const sources = useMemo(() => wanted, [wanted.map(({ node, plane }) => `${node}:${plane}`).join()]);

  useLayoutEffect(() => {
    // If the colours lie along the last axis, as in photographs, rows and columns are the first two.
    if (shape.length === 3 && (shape[2] ?? 0) <= 4 && (shape[0] ?? 0) > 4) {
      host.section.lay(0, 0);
      host.section.lay(1, 1);
    }
  }, [host, facts]);

  const channels = useMemo(
    () => sources.map(requestOf),
    [sources, axes, axis, axis < 0 ? index : index.with(axis, 0).join(), part],
  );
  useEffect(() => (channels.length > 0 ? rgb.show(channels, look) : undefined), [rgb, channels, look]);

  const { limits } = rgb;
  const change = (i: number, source: Partial<Source>): void => {
    rgb.typed.value = rgb.typed.value.map((typed, other) => (other === i ? undefined : typed));
    rgb.chosen.value = sources.map((before, other) => {
      const { node, plane } = other === i ? { ...before, ...source } : before;
      return { array: arrays.find(({ id }) => id === node)?.key ?? "", plane };
    });
  };
  return (
    <aside ref={styled} class="rgb" aria-label="Colours">
      {COLORS.map((color, i) => (
        <fieldset key={color} class="channel" data-color={color}>
          <legend>{color}</legend>
          {arrays.length > 1 && (
            <select
              aria-label={`Array of ${color}`}
              value={sources[i]?.node}
              onChange={(event) => change(i, { node: Number(event.currentTarget.value) })}
            >
              {arrays.map(({ id, key }) => (
                <option key={id} value={id}>
                  {key}
                </option>
              ))}
            </select>
          )}
          {axis >= 0 && (
            <label class="plane">
              {axisLabel(world, axis)}{" "}
              <TypedInput
                type="number"
                aria-label={`Plane of ${color}`}
                min={0}
                max={(shape[axis] ?? 1) - 1}
                value={sources[i]?.plane}
                onChange={({ valueAsNumber: plane }) => {
                  if (plane >= 0 && plane < (shape[axis] ?? 0)) {
                    change(i, { plane: Math.floor(plane) });
                  }
                }}
              />
            </label>
          )}
          <ChannelLimits
            color={color}
            limits={limits[i]}
            hasUpper={rgb.mixing.value === "each"}
            onChange={(typed) => {
              rgb.typed.value = COLORS.map((_, other) => (other === i ? typed : rgb.typed.value[other]));
            }}
          />
          <output class="number" aria-label={`${color} of the pixel`} aria-live="off">
            {rgb.here.value[i] === undefined ? "–" : rounded(rgb.here.value[i], 6)}
          </output>
        </fieldset>
      ))}
      <Choice label="Mixing" choices={MIXINGS} value={rgb.mixing} />
      {rgb.mixing.value === "lupton" && <LuptonFields rgb={rgb} />}
      <button
        type="button"
        class="quiet"
        disabled={rgb.stretch.value === undefined && !rgb.typed.value.some(Boolean)}
        onClick={() => rgb.forgetTyped()}
      >
        Automatic limits
      </button>
      <p class="hint" role="status">
        {rgb.problem.value || advice(sources, arrays, isBlank)}
      </p>
    </aside>
  );
}

interface ChannelLimitsProps {
  readonly color: string;
  readonly limits: DisplayLimits | undefined;
  readonly hasUpper: boolean;
  readonly onChange: (limits: DisplayLimits) => void;
}

function ChannelLimits({ color, limits, hasUpper, onChange }: ChannelLimitsProps) {
  const [min, max] = limits ? inWords(limits.min, limits.max) : ["", ""];
  const type = (typed: Partial<DisplayLimits>): void => {
    const wanted = limits && { ...limits, ...typed };
    if (wanted && Number.isFinite(wanted.min) && Number.isFinite(wanted.max)) {
      onChange(wanted);
    }
  };
  return (
    <p class="limits">
      <TypedInput
        type="number"
        step="any"
        aria-label={`Lower limit of ${color}`}
        value={min}
        onChange={({ valueAsNumber }) => type({ min: valueAsNumber })}
      />
      {hasUpper && (
        <TypedInput
          type="number"
          step="any"
          aria-label={`Upper limit of ${color}`}
          value={max}
          onChange={({ valueAsNumber }) => type({ max: valueAsNumber })}
        />
      )}
    </p>
  );
}

/** The parameters of `make_lupton_rgb`, by the same names. */
function LuptonFields({ rgb }: { rgb: RgbModel }) {
  const { stretch, q } = rgb.lupton;
  return (
    <>
      <NumberField
        label="Linear stretch"
        value={stretch}
        onChange={(wanted) => {
          rgb.stretch.value = wanted > 0 ? wanted : undefined;
        }}
      />
      <NumberField
        label="Q"
        value={q}
        onChange={(wanted) => {
          rgb.q.value = wanted >= 0 ? wanted : q;
        }}
      />
    </>
  );
}

/** The axis of the colours: the first that is neither rows nor columns, or −1. */
function colorAxis(shape: readonly number[], axes: readonly number[]): number {
  return shape.findIndex((_, axis) => !axes.includes(axis));
}

/** The chosen channels, where the arrays beside have them, and else the default ones. */
function sourcesOf(
  chosen: readonly Channel[],
  arrays: readonly TreeNode[],
  length: number | undefined,
  isBlank: (source: Source) => boolean,
): readonly Source[] {
  const found = chosen.flatMap(({ array, plane }) => {
    const node = arrays.find(({ key }) => key === array)?.id;
    return node !== undefined && plane < (length ?? 1) ? [{ node, plane }] : [];
  });
  return found.length === COLORS.length ? found : firstSources(arrays, length, isBlank);
}

/** The default channels: three planes of a cube, or up to three arrays. */
function firstSources(
  arrays: readonly TreeNode[],
  length: number | undefined,
  isBlank: (source: Source) => boolean,
): readonly Source[] {
  if (length === undefined) {
    const chosen = firstArrays(arrays, ({ id }) => isBlank({ node: id, plane: 0 }));
    return chosen.map(({ id }) => ({ node: id, plane: 0 }));
  }
  const node = arrays[0]?.id;
  return node === undefined
    ? []
    : firstPlanes(length, (plane) => isBlank({ node, plane })).map((plane) => ({ node, plane }));
}

/** What to do where the three colours are of one and the same array, which makes grey, and what was passed over. */
function advice(
  sources: readonly Source[],
  arrays: readonly TreeNode[],
  isBlank: (source: Source) => boolean,
): string {
  const [first, ...others] = sources;
  const isGrey = others.every(({ node, plane }) => node === first?.node && plane === first.plane);
  const blank = arrays.filter(({ id }) => isBlank({ node: id, plane: 0 })).map(({ key }) => key);
  const passed = blank.length > 0 ? `The same value everywhere: ${blank.join(", ")}. ` : "";
  return passed + (arrays.length > 1 && isGrey ? "Choose an array for each colour" : "");
}
