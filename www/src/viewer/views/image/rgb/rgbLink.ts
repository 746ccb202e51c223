/**
 * The RGB view in links: `rgb=F158,F129,F106` names arrays, `rgb=data@7,data@3,data@0` their planes; `channels=0,2.5;;0,3` typed limits of
 * red and blue; `mix=lupton,0.5,8` the mixing, its linear stretch (empty for the usual one) and Q; `tints=ff0000,00ff00,8000ff` other colours;
 * `sampling=nearest` another way in which images of other pixels are resampled.
 */
import type { DisplayLimits } from "@asdf-wasm/science/elements/values";
import { SAMPLINGS, type Sampling } from "../../../protocol/sampling.ts";
import {
  escaped,
  inDigits,
  numberIn,
  rangeIn,
  rangeText,
  unescaped,
  type Words,
} from "../../../state/linked.ts";

/** The fewest and the most images in colours. */
export const CHANNELS = { least: 3, most: 8 } as const;

/** The usual colours, the first of which are red, green and blue. */
export const TINTS = [
  "ff0000",
  "00ff00",
  "0000ff",
  "ff9000",
  "00c8c8",
  "c000ff",
  "ffff00",
  "ffffff",
] as const;

/** The array of a colour, by its name among those that are offered, and its plane. */
export interface Channel {
  readonly array: string;
  readonly plane: number;
}

export interface RgbSettings {
  /** Of each colour; empty for the usual ones. */
  readonly chosen: readonly Channel[];
  /** Limits that replace the computed ones. */
  readonly typed: readonly (DisplayLimits | undefined)[];
  readonly mixing: "each" | "lupton";
  readonly stretch: number | undefined;
  readonly q: number;
  /** In hexadecimal digits; empty for the usual ones. */
  readonly tints: readonly string[];
  readonly sampling: Sampling;
}

export const RGB_NAMES = ["rgb", "channels", "mix", "tints", "sampling"] as const;
const SEPARATORS = /[,@]/g;
export const USUAL_Q = 8;

/** Only what differs from the default. */
export function rgbWords({ chosen, typed, mixing, stretch, q, tints, sampling }: RgbSettings): Words {
  const channels = chosen.map(
    ({ array, plane }) => escaped(array, SEPARATORS) + (plane > 0 ? `@${plane}` : ""),
  );
  const limits = typed.map((limits) => (limits ? rangeText(limits) : ""));
  const lupton = [stretch === undefined ? "" : inDigits(stretch, 6), q === USUAL_Q ? "" : inDigits(q, 6)];
  return {
    ...(channels.length > 0 && { rgb: channels.join() }),
    ...(limits.some(Boolean) && { channels: limits.join(";") }),
    ...(tints.length > 0 && { tints: tints.join() }),
    ...(sampling !== SAMPLINGS[0] && { sampling }),
    ...(mixing === "lupton" && { mix: ["lupton", ...lupton].join().replace(/,+$/, "") }),
  };
}

/** What makes no sense means the default. */
export function rgbIn({ rgb = "", channels = "", mix = "", tints = "", sampling }: Words): RgbSettings {
  const chosen = rgb === "" ? [] : rgb.split(",").map(channelIn);
  const [mixing, stretch, q] = mix.split(",");
  const [width, softening] = [numberIn(stretch), numberIn(q)];
  const typed = channels === "" ? [] : channels.split(";").slice(0, CHANNELS.most).map(rangeIn);
  return {
    chosen:
      chosen.length >= CHANNELS.least && chosen.length <= CHANNELS.most
        ? chosen.filter((channel) => channel !== undefined)
        : [],
    typed,
    mixing: mixing === "lupton" ? "lupton" : "each",
    stretch: width !== undefined && width > 0 ? width : undefined,
    tints: /^[\da-f]{6}(,[\da-f]{6}){0,7}$/.test(tints) ? tints.split(",") : [],
    sampling: SAMPLINGS.find((known) => known === sampling) ?? SAMPLINGS[0],
    q: softening !== undefined && softening >= 0 ? softening : USUAL_Q,
  };
}

function channelIn(text: string): Channel | undefined {
  const [array = "", plane = "0"] = text.split("@");
  return /^\d+$/.test(plane) ? { array: unescaped(array), plane: Number(plane) } : undefined;
}
