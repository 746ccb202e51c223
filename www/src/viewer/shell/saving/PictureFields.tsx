/** What a picture of the view has: its size, its background, and what of that which is over the image. */
import { signal } from "@preact/signals";
import { rememberedChoice } from "../../state/settings/remembered.ts";
import { Select } from "../../ui/Choice.tsx";
import { marksOver } from "../../views/image/picture/marks.ts";
import type { Background, PictureOptions } from "../../views/image/picture/picture.ts";
import type { LivePicture } from "../../views/image/picture/pictureModel.ts";

const BACKGROUNDS: readonly (readonly [Background, string])[] = [
  ["page", "As on the page"],
  ["white", "White, for print"],
  ["black", "Black"],
  ["none", "Transparent"],
];
const SCALES = [
  ["1", "1×: as on the screen"],
  ["2", "2×"],
  ["4", "4×"],
  ["own", "Width in pixels"],
] as const;

const scale = rememberedChoice(
  "asdf-viewer:picture-scale",
  SCALES.map(([name]) => name),
  "1",
);
export const pictureBackground = rememberedChoice(
  "asdf-viewer:picture-background",
  BACKGROUNDS.map(([name]) => name),
  "page",
);
const bar = rememberedChoice("asdf-viewer:picture-bar", ["on", "off"], "on");
/** The width in pixels while that is chosen. */
const ownWidth = signal(1920);
const without = signal<ReadonlySet<string>>(new Set());
const margins = rememberedChoice("asdf-viewer:picture-margins", ["tight", "seen"], "tight");
/** What was typed instead of the usual title. */
const ownTitle = signal<{ readonly instead: string; readonly text: string } | undefined>(undefined);

/** What is chosen; `usual` is the title if none was typed instead. */
export function pictureOptions(live: LivePicture, name: string, usual: string): PictureOptions {
  return {
    scale: scaleFor(live),
    background: pictureBackground.value,
    hasBar: bar.value === "on" && live.bar() !== undefined,
    isTight: margins.value === "tight",
    without: without.value,
    title: titleFor(usual),
    name,
  };
}

function titleFor(usual: string): string {
  const own = ownTitle.value;
  return own?.instead === usual ? own.text : usual;
}

function scaleFor(live: LivePicture): number {
  return pictureScale(live.drawn()?.screen.width ?? 1);
}

/** The scale that is chosen for what has so many pixels across on the screen. */
export function pictureScale(width: number): number {
  return scale.value === "own" ? ownWidth.value / width : Number(scale.value);
}

export function PictureFields({ live, title }: { live: LivePicture; title: string }) {
  const layers = [...live.painters().keys(), ...marksOver(live.area).keys()];
  return (
    <>
      <label>
        <span>Title</span>
        <input
          type="text"
          value={titleFor(title)}
          onInput={({ currentTarget }) => {
            ownTitle.value = { instead: title, text: currentTarget.value };
          }}
        />
      </label>
      <SizeFields />
      <fieldset class="formats">
        <legend>With</legend>
        <label>
          <input
            type="checkbox"
            checked={margins.value === "seen"}
            onChange={({ currentTarget }) => {
              margins.value = currentTarget.checked ? "seen" : "tight";
            }}
          />
          Empty margins
        </label>
        {live.bar() && (
          <label>
            <input
              type="checkbox"
              checked={bar.value === "on"}
              onChange={({ currentTarget }) => {
                bar.value = currentTarget.checked ? "on" : "off";
              }}
            />
            Colour bar
          </label>
        )}
        {layers.map((layer) => (
          <label key={layer}>
            <input
              type="checkbox"
              checked={!without.value.has(layer)}
              onChange={({ currentTarget }) => {
                const left = new Set(without.value);
                left[currentTarget.checked ? "delete" : "add"](layer);
                without.value = left;
              }}
            />
            {layer}
          </label>
        ))}
      </fieldset>
    </>
  );
}

/** Size and background, which charts have too. */
export function SizeFields() {
  return (
    <div class="pair">
      <label>
        <span>Size</span>
        <Select
          choices={SCALES}
          value={scale.value}
          onPick={(picked) => {
            scale.value = picked;
          }}
        />
      </label>
      {scale.value === "own" && (
        <label>
          <span>Width</span>
          <input
            type="number"
            required
            min={16}
            max={16_384}
            value={ownWidth.value}
            onInput={({ currentTarget }) => {
              ownWidth.value = Math.round(currentTarget.valueAsNumber) || 0;
            }}
          />
        </label>
      )}
      <label>
        <span>Background</span>
        <Select
          choices={BACKGROUNDS}
          value={pictureBackground.value}
          onPick={(picked) => {
            pictureBackground.value = picked;
          }}
        />
      </label>
    </div>
  );
}
