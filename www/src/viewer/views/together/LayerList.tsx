/** The images as a list, the highest first: shown or not, their order, and those that are left out with the reason. */
import type { ComponentChildren } from "preact";
import { ExposureChoice } from "./ExposureChoice.tsx";
import type { Layer } from "./sky/layer.ts";
import { REACH } from "./sky/plane.ts";
import type { TogetherModel } from "./togetherModel.ts";

interface ListProps {
  readonly together: TogetherModel;
  readonly children?: ComponentChildren;
}

export function LayerList({ together, children }: ListProps) {
  const placed = together.placed.value.toReversed();
  const far = together.members.value.filter(({ isFar }) => isFar.value);
  const out = together.members.value.filter(({ place, problem }) => !place.value && problem.value !== "");
  const imageless = together.imageless.value.map((name) => `${name} shows no image: choose one in its tab.`);
  const refusals = [...together.opening.refusals.value, ...imageless];
  return (
    <aside class="layers" aria-label="Images">
      <ExposureChoice exposures={together.exposures} />
      <h2>Images</h2>
      <ol>
        {placed.map((layer, index) => (
          <Row
            key={layer.source.key}
            layer={layer}
            onMove={(by) => together.move(layer, by)}
            onShow={(isShown) => together.show(layer, isShown)}
            onGo={() => together.goTo(layer)}
            isFirst={index === 0}
            isLast={index === placed.length - 1}
          />
        ))}
      </ol>
      {children}
      {far.length + out.length + refusals.length > 0 && (
        <>
          <h2>Left out</h2>
          <ul>
            {far.map((layer) => (
              <li key={layer.source.key}>
                <b>{layer.source.name.value}</b> {FAR}{" "}
                <button type="button" class="quiet" onClick={() => together.goTo(layer)}>
                  Go to it
                </button>
              </li>
            ))}
            {out.map(({ source, problem }) => (
              <li key={source.key}>
                <b>{source.name.value}</b> {problem.value}
              </li>
            ))}
            {refusals.map((refusal) => (
              <li key={refusal}>{refusal}</li>
            ))}
          </ul>
        </>
      )}
    </aside>
  );
}

const FAR = `It is more than ${REACH}° away from the middle, where this plane does not reach.`;

interface RowProps {
  readonly layer: Layer;
  readonly onMove: (by: 1 | -1) => void;
  readonly onShow: (isShown: boolean) => void;
  readonly onGo: () => void;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function Row({ layer, onMove, onShow, onGo, isFirst, isLast }: RowProps) {
  const { isShown, detector, problem, source, whole } = layer;
  const name = source.name.value;
  const state = whole.value ? (whole.value.isDecimated ? "provisional" : "") : "…";
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={isShown.value}
          onChange={({ currentTarget }) => {
            onShow(currentTarget.checked);
          }}
        />
        <span class="named" title={name}>
          {detector.value && <b>{detector.value} </b>}
          {name}
        </span>
      </label>
      <span class={problem.value ? "hint why" : "hint"}>
        {problem.value || (isShown.value ? state : "hidden")}
      </span>
      <button type="button" class="quiet square" aria-label={`Go to ${name}`} title="Go to it" onClick={onGo}>
        <span aria-hidden="true">◎</span>
      </button>
      <button
        type="button"
        class="quiet square"
        aria-label={`${name} higher`}
        disabled={isFirst}
        onClick={() => onMove(1)}
      >
        <span aria-hidden="true">↑</span>
      </button>
      <button
        type="button"
        class="quiet square"
        aria-label={`${name} lower`}
        disabled={isLast}
        onClick={() => onMove(-1)}
      >
        <span aria-hidden="true">↓</span>
      </button>
    </li>
  );
}
