/** The bits of the flags over the image: meaning, count, colour and switch of each. */

import { many, ordinal } from "@asdf-wasm/science/format/format";
import { useLayoutEffect } from "preact/hooks";
import type { ViewHost } from "../../../state/view.ts";
import { adopting } from "../../../styles/sheet.ts";
import { ImageModel } from "../model/imageModel.ts";
import { FlagModel } from "./flagModel.ts";
import styles from "./flags.css?inline";
import { flagName } from "./names.ts";

const styled = adopting(styles);

export function FlagPanel({ host, node }: { host: ViewHost; node: number }) {
  const flags = host.model(FlagModel);
  const section = host.section.current.value;
  useLayoutEffect(() => flags.show(node, section), [flags, node, section]);
  return <FlagBits flags={flags} isRead={host.model(ImageModel).readout.value !== undefined} />;
}

/** `isRead`: whether a pixel is read out. */
export function FlagBits({ flags, isRead }: { flags: FlagModel; isRead: boolean }) {
  const facts = flags.facts.value;
  const { bits } = flags;
  return (
    <aside ref={styled} class="flags" aria-label="Flags" aria-busy={facts === undefined}>
      {facts && (
        <>
          {facts.path && <p class="path">{facts.path}</p>}
          <ul>
            {bits.map((bit) => (
              <Bit key={bit} flags={flags} bit={bit} />
            ))}
          </ul>
          {bits.length > 1 && (
            <p class="switches">
              <button type="button" class="quiet" onClick={() => flags.turn(bits, true)}>
                All
              </button>
              <button type="button" class="quiet" onClick={() => flags.turn(bits, false)}>
                None
              </button>
            </p>
          )}
          <label class="opacity">
            <span class="name">Opacity</span>
            <input
              type="range"
              min={0}
              max={1}
              step={0.05}
              value={flags.opacity.value}
              onInput={(event) => {
                flags.opacity.value = event.currentTarget.valueAsNumber;
              }}
            />
          </label>
          <p class="hint">{remark(bits.length, facts.step)}</p>
          <output class="hint" aria-label="Flags of the pixel" aria-live="off">
            {isRead ? `Here: ${namesHere(flags)}` : ""}
          </output>
        </>
      )}
    </aside>
  );
}

function Bit({ flags, bit }: { flags: FlagModel; bit: number }) {
  const facts = flags.facts.value;
  const [name, meaning] = flagName(facts, bit);
  return (
    <li class="bit" data-here={isSet(flags.here.value, bit)} title={meaning}>
      <input
        type="color"
        aria-label={`Colour of ${name}`}
        value={flags.color(bit)}
        onInput={(event) => flags.recolor(bit, event.currentTarget.value)}
      />
      <label>
        <input
          type="checkbox"
          checked={!flags.hidden.value.has(bit)}
          onChange={(event) => flags.turn([bit], event.currentTarget.checked)}
        />
        <span class="flag">{name}</span>
      </label>
      <span class="number">{facts?.counts[bit]}</span>
    </li>
  );
}

function remark(set: number, step: number): string {
  const where = step === 1 ? "" : `, counted in every ${ordinal(step)} row and column`;
  return set === 0 ? `No flags in use${where}` : `${many(set, "flag")} in use${where}`;
}

function namesHere(flags: FlagModel): string {
  const names = flags.bits
    .filter((bit) => isSet(flags.here.value, bit))
    .map((bit) => flagName(flags.facts.value, bit)[0]);
  return names.join(", ") || "none";
}

function isSet(word: number, bit: number): boolean {
  return ((word >>> bit) & 1) === 1;
}
