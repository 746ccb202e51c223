/** The images that are drawn in colours: which, in which colour, their limits, and their values under the pointer. */

import { isSameShape } from "@asdf-wasm/science/elements/shapes";
import type { DisplayLimits } from "@asdf-wasm/science/elements/values";
import { cut, limits as inWords, rounded, shape as shapeText } from "@asdf-wasm/science/format/format";
import { axisLabel } from "@asdf-wasm/science/wcs/world";
import { batch } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { TreeNode } from "../../../protocol/facts.ts";
import { type ImageElsewhere, imagesElsewhere, keyOf, openedOf } from "../../../state/elsewhere.ts";
import { useAnswer } from "../../../state/useAnswer.ts";
import type { ViewProps } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";
import { adopting } from "../../../styles/sheet.ts";
import { Choice, WaitingFiles } from "../../../ui/Choice.tsx";
import { NumberField, TypedInput } from "../../../ui/fields.tsx";
import { LongReading } from "../../../ui/ProgressBar.tsx";
import { SAMPLING_CHOICES } from "../compare/comparisonLink.ts";
import { Look } from "../display/look.ts";
import { ImageModel } from "../model/imageModel.ts";
import { firstArrays, firstPlanes } from "./bands.ts";
import styles from "./rgb.css?inline";
import { CHANNELS, type Channel } from "./rgbLink.ts";
import { type ChannelChoice, channelName, RgbModel } from "./rgbModel.ts";

const styled = adopting(styles);
const MIXINGS = [
  ["each", "Per channel"],
  ["lupton", "Lupton asinh"],
] as const;
/** An image to choose from: one of this file, or of another. */
interface Offer {
  readonly key: string;
  /** By which links know it. */
  readonly name: string;
  readonly label: string;
  readonly node: number | ImageElsewhere;
}

/** The key of what is offered, and its plane if it has further axes. */
interface Source {
  readonly key: string;
  readonly plane: number;
}

const NONE: readonly TreeNode[] = [];

export function RgbPanel({ host, facts }: ViewProps) {
  const [rgb, image] = [host.model(RgbModel), host.model(ImageModel)];
  const shape = facts.array?.shape ?? [];
  const { axes, index } = host.section.current.value;
  const axis = colorAxis(shape, axes);
  const part = host.part.value;
  const world = host.model(WorldModel).facts.value;
  const arrays = useAnswer({ host, facts }, (worker) => worker.composite.alike(facts.id)) ?? NONE;
  const look = useMemo(() => new Look(image), [image]);
  const chosen = rgb.chosen.value;
  const elsewhere = imagesElsewhere(host);
  const isAlone = elsewhere.length + host.waiting.value.length === 0;
  const offers = offersOf(arrays, elsewhere, shape, isAlone ? "" : `${host.uniqueName.value}: `);
  const requestOf = ({ key, plane }: Source): ChannelChoice => ({
    node: offers.find((offer) => offer.key === key)?.node ?? facts.id,
    section: { axes, index: axis < 0 ? index : index.with(axis, plane) },
    part,
  });
  const isBlank = (source: Source) => rgb.isBlank(requestOf(source));
  const wanted = sourcesOf(chosen, offers, arrays, shape[axis], isBlank);
  const shownBeside = elsewhere.map(({ id, node }) => `${id}:${node.id}`);
  // The same sources are the same object: what is shown is not read again.
  const sources = useMemo(
    () => wanted,
    [[...wanted.map(({ key, plane }) => `${key}:${plane}`), ...shownBeside].join()],
  );
  const [note, setNote] = useState("");

  useLayoutEffect(() => {
    // If the colours lie along the last axis, as in photographs, rows and columns are the first two.
    if (shape.length === 3 && (shape[2] ?? 0) <= 4 && (shape[0] ?? 0) > 4) {
      host.section.lay(0, 0);
      host.section.lay(1, 1);
    }
  }, [host, facts]);

  useLayoutEffect(() => {
    const { unstretched } = image.display;
    unstretched.value = rgb.mixing.value === "lupton";
    return () => {
      unstretched.value = false;
    };
  }, [image, rgb.mixing.value]);

  const channels = useMemo(
    () => sources.map(requestOf),
    [sources, axes, axis, axis < 0 ? index : index.with(axis, 0).join(), part],
  );
  useEffect(
    () => (channels.length > 0 ? rgb.show(facts.id, channels, look) : undefined),
    [rgb, facts.id, channels, look],
  );

  const { limits } = rgb;
  const channelOf = ({ key, plane }: Source): Channel => ({
    array: offers.find((offer) => offer.key === key)?.name ?? "",
    plane,
  });
  const take = (wanted: readonly Source[]): void => {
    rgb.chosen.value = wanted.map(channelOf);
  };
  /** Puts another array, or plane, in place of one: its limits are others. */
  const change = (i: number, channel: Channel): void => {
    rgb.typed.value = rgb.typed.value.map((typed, other) => (other === i ? undefined : typed));
    rgb.chosen.value = sources.map((source, other) => (other === i ? channel : channelOf(source)));
  };
  /** Adds an image that is not among the others, if there is one. */
  const add = (): void => {
    const { key = String(facts.id) } =
      offers.find(({ key }) => !sources.some((source) => source.key === key)) ?? offers[0] ?? {};
    take([...sources, { key, plane: 0 }]);
  };
  const remove = (i: number): void => {
    const others = <T,>(all: readonly T[]) => all.filter((_, other) => other !== i);
    batch(() => {
      rgb.tints.value = others(sources.map((_, other) => rgb.tintOf(other)));
      rgb.typed.value = others(rgb.typed.value);
      take(others(sources));
    });
  };
  /** Chooses an image; opens its file first, if it waits. */
  const choose = async (i: number, key: string): Promise<void> => {
    const { plane = 0 } = sources[i] ?? {};
    const waiting = host.waiting.peek().find(({ id }) => keyOf(id) === key);
    if (!waiting) {
      change(i, channelOf({ key, plane }));
      return;
    }
    setNote(`Opening ${waiting.name} …`);
    const opened = await openedOf(waiting, host);
    if (typeof opened === "string") {
      setNote(opened);
    } else {
      setNote("");
      change(i, { array: nameOf(opened), plane });
    }
  };
  return (
    <aside ref={styled} class="rgb" aria-label="Colours">
      {sources
        .map((_, i) => ({ i, color: channelName(i), tint: `#${rgb.tintOf(i)}` }))
        .map(({ i, color, tint }) => (
          <fieldset key={i} class="channel" style={{ borderColor: tint }}>
            <legend>
              <input
                type="color"
                aria-label={`Colour of ${color}`}
                value={tint}
                onInput={({ currentTarget }) => {
                  rgb.tints.value = sources.map((_, other) =>
                    other === i ? currentTarget.value.slice(1) : rgb.tintOf(other),
                  );
                }}
              />{" "}
              {color}
            </legend>
            {offers.length + host.waiting.value.length > 1 && (
              <select
                aria-label={`Array of ${color}`}
                value={sources[i]?.key}
                onChange={(event) => void choose(i, event.currentTarget.value)}
              >
                {offers.map(({ key, label }) => (
                  <option key={key} value={key}>
                    {label}
                  </option>
                ))}
                <WaitingFiles waiting={host.waiting.value} keyOf={keyOf} />
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
                    const { key } = sources[i] ?? {};
                    if (key !== undefined && plane >= 0 && plane < (shape[axis] ?? 0)) {
                      change(i, channelOf({ key, plane: Math.floor(plane) }));
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
                rgb.typed.value = sources.map((_, other) => (other === i ? typed : rgb.typed.value[other]));
              }}
            />
            <output class="number" aria-label={`${color} of the pixel`} aria-live="off">
              {rgb.here.value[i] === undefined ? "–" : rounded(rgb.here.value[i], 6)}
            </output>
            {i >= CHANNELS.least && (
              <button
                type="button"
                class="quiet square"
                aria-label={`Remove ${color}`}
                onClick={() => remove(i)}
              >
                ×
              </button>
            )}
          </fieldset>
        ))}
      {sources.length < CHANNELS.most && offers.length + host.waiting.value.length > 1 && (
        <button type="button" class="quiet" onClick={add}>
          Add an image
        </button>
      )}
      {!isAlone && <Choice label="Resampled" choices={SAMPLING_CHOICES} value={rgb.sampling} />}
      {rgb.progress.value && <LongReading progress={rgb.progress} onCancel={() => rgb.stop()} />}
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
        {note ||
          rgb.problem.value ||
          rgb.apart.value ||
          rgb.remarks ||
          missingOf(chosen, offers) ||
          advice(sources, arrays, offers.length + host.waiting.value.length, isBlank)}
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

/** The arrays of this file, which is named by `before` where there are others, and the images of those. */
function offersOf(
  arrays: readonly TreeNode[],
  elsewhere: readonly ImageElsewhere[],
  shape: readonly number[],
  before: string,
): readonly Offer[] {
  const named = (name: string, label = name) => ({ name, label });
  return [
    ...arrays.map(({ id, key }) => ({ key: String(id), ...named(key, before + key), node: id })),
    ...elsewhere.map((image) => {
      const { shape: its } = image.node.array;
      const label = isSameShape(its, shape) ? "" : ` (${shapeText(its)})`;
      return { key: keyOf(image.id), ...named(nameOf(image), nameOf(image) + label), node: image };
    }),
  ];
}

function nameOf({ name, node }: ImageElsewhere): string {
  return `${name}: ${node.key}`;
}

/** The chosen channels, where they are offered, and else the default ones. */
function sourcesOf(
  chosen: readonly Channel[],
  offers: readonly Offer[],
  arrays: readonly TreeNode[],
  length: number | undefined,
  isBlank: (source: Source) => boolean,
): readonly Source[] {
  const found = chosen.flatMap(({ array, plane }) => {
    const key = offers.find(({ name }) => name === array)?.key;
    return key !== undefined && plane < (length ?? 1) ? [{ key, plane }] : [];
  });
  return found.length >= CHANNELS.least && found.length === chosen.length
    ? found
    : firstSources(arrays, length, isBlank);
}

/** The default channels: three planes of a cube, or up to three arrays of this file. */
function firstSources(
  arrays: readonly TreeNode[],
  length: number | undefined,
  isBlank: (source: Source) => boolean,
): readonly Source[] {
  if (length === undefined) {
    const chosen = firstArrays(arrays, ({ id }) => isBlank({ key: String(id), plane: 0 }));
    return chosen.map(({ id }) => ({ key: String(id), plane: 0 }));
  }
  const [own] = arrays;
  const key = String(own?.id);
  return own ? firstPlanes(length, (plane) => isBlank({ key, plane })).map((plane) => ({ key, plane })) : [];
}

/** Says which of the chosen images are not there, for which the usual ones are shown. */
function missingOf(chosen: readonly Channel[], offers: readonly Offer[]): string {
  const gone = chosen.map(({ array }) => array).filter((array) => !offers.some(({ name }) => name === array));
  return gone.length > 0 ? `Not open: ${[...new Set(gone)].map((name) => cut(name)).join(", ")}.` : "";
}

/** What to do where all colours are of one and the same array, which makes grey, and what was passed over. */
function advice(
  sources: readonly Source[],
  arrays: readonly TreeNode[],
  offered: number,
  isBlank: (source: Source) => boolean,
): string {
  const [first, ...others] = sources;
  const isGrey = others.every(({ key, plane }) => key === first?.key && plane === first.plane);
  const blank = arrays.filter(({ id }) => isBlank({ key: String(id), plane: 0 })).map(({ key }) => key);
  const passed = blank.length > 0 ? `The same value everywhere: ${blank.join(", ")}. ` : "";
  return passed + (offered > 1 && isGrey ? "Choose an array for each colour" : "");
}
