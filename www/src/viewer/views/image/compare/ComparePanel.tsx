/** The panel that chooses what an image is compared with, how, and what both have in common. */

import { cut, shape } from "@asdf-wasm/science/format/format";
import { useEffect, useId } from "preact/hooks";
import type { TreeNode } from "../../../protocol/facts.ts";
import { keyOf } from "../../../state/elsewhere.ts";
import type { ViewHost, WaitingFile } from "../../../state/view.ts";
import { adopting } from "../../../styles/sheet.ts";
import { Choice as Select, WaitingFiles } from "../../../ui/Choice.tsx";
import { NumberField } from "../../../ui/fields.tsx";
import styles from "./compare.css?inline";
import { type Choice, CompareModel, isComputed, MOST_OTHERS } from "./compareModel.ts";
import { RATES, SAMPLING_CHOICES, WAYS, type Way } from "./comparisonLink.ts";
import { type Matching, matching } from "./tabs.ts";

const styled = adopting(styles);

const MATCHINGS: readonly (readonly [Matching, string])[] = [
  ["off", "No"],
  ["pixel", "By pixel"],
  ["sky", "By position on the sky"],
];

const LABELS: Readonly<Record<Way, readonly [label: string, title: string]>> = {
  blink: ["Blink", "Both in turns"],
  side: ["Side by side", "Moved and zoomed together"],
  split: ["Split", "With a divider to drag"],
  difference: ["Difference", "This image minus the other, as an image"],
  ratio: ["Ratio", "This image divided by the other, as an image"],
};

export function ComparePanel({ host, facts: shown }: { host: ViewHost; facts: TreeNode }) {
  const compare = host.model(CompareModel);
  const facts = compare.stage.value ?? shown;
  const id = useId();
  const choices = compare.choices.value;
  const choice = compare.choice.value;
  useEffect(() => void compare.find(facts), [compare, facts]);
  const files = [...new Set(choices.map(({ file }) => file))];
  return (
    // A form: outside of one, Chromium 156 keeps radio buttons in a shadow tree, and what they are in, for ever.
    <form class="compare-panel" ref={styled} onSubmit={(event) => event.preventDefault()}>
      <div class="choice">
        <label for={id}>With</label>
        <select
          id={id}
          value={compare.opening.value ? keyOf(compare.opening.value.id) : (choice?.key ?? "")}
          onChange={({ currentTarget }) => {
            if (currentTarget.value === "") {
              compare.end();
            } else {
              compare.choose(currentTarget.value);
            }
          }}
        >
          <option value="">Nothing</option>
          {files.map((file) => (
            <optgroup key={file ?? ""} label={file ?? "This file"}>
              {choices
                .filter((other) => other.file === file)
                .map((other) => (
                  <option key={other.key} value={other.key}>
                    {labelOf(other, facts)}
                  </option>
                ))}
            </optgroup>
          ))}
          <WaitingFiles waiting={host.waiting.value} keyOf={keyOf} />
        </select>
      </div>
      <fieldset class="choices" disabled={!choice}>
        <legend class="sr-only">How</legend>
        {WAYS.map((way) => (
          <label key={way} title={LABELS[way][1]}>
            <input
              type="radio"
              name={id}
              checked={compare.way.value === way}
              onChange={() => {
                compare.way.value = way;
              }}
            />{" "}
            {LABELS[way][0]}
          </label>
        ))}
      </fieldset>
      {choice && (compare.way.value === "blink" || compare.way.value === "side") && (
        <Further compare={compare} waiting={host.waiting.value} facts={facts} />
      )}
      {choice && compare.way.value === "blink" && (
        <NumberField
          label="Changes per second"
          value={compare.rate.value}
          onChange={(rate) => {
            if (rate >= RATES.least && rate <= RATES.most) {
              compare.rate.value = rate;
            }
          }}
        />
      )}
      {choice && isComputed(compare.way.value) && (
        <Select label="Resampled" choices={SAMPLING_CHOICES} value={compare.sampling} />
      )}
      {choice && compare.isDrawn.value && (
        <fieldset class="choices">
          <legend class="sr-only">In common</legend>
          <label>
            <input
              type="checkbox"
              checked={compare.sameLimits.value}
              onChange={({ currentTarget }) => {
                compare.sameLimits.value = currentTarget.checked;
              }}
            />{" "}
            The limits of this image for all
          </label>
          <label>
            <input
              type="checkbox"
              checked={compare.bySky.value}
              onChange={({ currentTarget }) => {
                compare.bySky.value = currentTarget.checked;
              }}
            />{" "}
            Match by position on the sky
          </label>
        </fieldset>
      )}
      {host.neighbours.value.length + host.waiting.value.length > 0 && (
        <div class="choice">
          <label for={`${id}-tabs`}>Match tabs</label>
          <select
            id={`${id}-tabs`}
            title="A tab that is shown takes slice, limits, stretch, colours, zoom and position of the one before"
            value={matching.value}
            onChange={({ currentTarget }) => {
              matching.value = MATCHINGS[currentTarget.selectedIndex]?.[0] ?? "off";
            }}
          >
            {MATCHINGS.map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </div>
      )}
      <p class="hint" role="status">
        {hintOf(compare, choices.length + host.waiting.value.length)}
      </p>
    </form>
  );
}

interface FurtherProps {
  readonly compare: CompareModel;
  readonly waiting: readonly WaitingFile[];
  readonly facts: TreeNode;
}

/** The list of further images. */
function Further({ compare, waiting, facts }: FurtherProps) {
  const first = compare.choice.value;
  const isFull = compare.others.value.length >= MOST_OTHERS;
  const offered = [
    ...compare.choices.value
      .filter((other) => other !== first)
      .map((other) => ({
        key: other.key,
        label: `${other.file === undefined ? "" : `${other.file}: `}${labelOf(other, facts)}`,
        isOn: compare.isAlso(other),
      })),
    ...waiting.map(({ name }) => ({ key: keyOf(name), label: name, isOn: false })),
  ];
  return offered.length === 0 ? null : (
    <fieldset class="choices further">
      <legend>And with</legend>
      {offered.map(({ key, label, isOn }) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={isOn}
            disabled={isFull && !isOn}
            onChange={() => void compare.toggle(key)}
          />{" "}
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function hintOf({ opening, refusal, missing }: CompareModel, choices: number): string {
  if (opening.value) {
    return `Opening ${opening.value.name} …`;
  }
  if (missing.value !== undefined) {
    return `Not open: ${cut(missing.value)}.`;
  }
  if (choices === 0) {
    return "There is nothing to compare with: no other image is beside this one, and no other file is open.";
  }
  return (
    refusal.value ||
    "All open files are offered, also those not looked at yet. Zoom, position, stretch and colours are the same for all."
  );
}

/** The name of an array; its shape where that is another. */
function labelOf({ node, path, file }: Choice, facts: TreeNode): string {
  const name = file === undefined ? node.key : path;
  const its = shape(node.array.shape);
  return its === shape(facts.array?.shape ?? []) ? name : `${name} (${its})`;
}
