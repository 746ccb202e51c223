/** The other images of a comparison: over the first one, where they take turns or share the view, or beside it. */

import { cut } from "@asdf-wasm/science/format/format";
import type { Section } from "@asdf-wasm/science/sections/section";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { SkyPlace } from "../../../state/sky/skyMap.ts";
import { placeOf } from "../../../state/skyPlace.ts";
import { adopting } from "../../../styles/sheet.ts";
import { lazily } from "../../../ui/lazily.tsx";
import { toScreen } from "../camera/camera.ts";
import { listen } from "../camera/gestures.ts";
import { ImageModel } from "../model/imageModel.ts";
import type { DrawProps } from "../overlay.ts";
import styles from "./compare.css?inline";
import { type Choice, CompareModel, isComputed } from "./compareModel.ts";
import { ItsValue } from "./ItsValue.tsx";
import { OtherLive } from "./otherLive.ts";

const OtherSky = lazily(() => import("./OtherSky.tsx").then(({ OtherSky }) => OtherSky));

const styled = adopting(styles);
/** How far a key moves the divider. */
const STEP = 0.02;

/** The other images over the first: each while it is its turn, or right of the divider. */
export function CompareOver(props: DrawProps) {
  const compare = props.host.model(CompareModel);
  const way = compare.way.value;
  return (
    <>
      {compare.others.value.map((choice, i) => {
        const from = fromOf(compare, i);
        return (
          <div key={choice.key} class="other-image over" style={{ clipPath: `inset(0 0 0 ${100 * from}%)` }}>
            <OtherPicture {...props} choice={choice} />
          </div>
        );
      })}
      {way === "split" && <Divider compare={compare} />}
    </>
  );
}

/** Where another image begins over the first, as a part of the width. */
export function fromOf({ way, divider, turn }: CompareModel, i: number): number {
  return way.value === "split" ? divider.value : way.value === "blink" && turn.value === i + 1 ? 0 : 1;
}

/** The other images beside the first, where they can be moved and zoomed as well; with what is drawn over all. */
export function CompareBeside(props: DrawProps & { readonly children: ComponentChildren }) {
  const { others } = props.host.model(CompareModel);
  return (
    <>
      {others.value.map((choice) => (
        <Pane key={choice.key} {...props} choice={choice} />
      ))}
    </>
  );
}

function Pane({ children, ...props }: OtherProps & { readonly children: ComponentChildren }) {
  const { choice } = props;
  const element = useRef<HTMLDivElement>(null);
  const image = props.host.model(ImageModel);
  const { viewpoint } = image;
  useEffect(() => {
    const listening = new AbortController();
    const onHover: Parameters<typeof listen>[2]["onHover"] = (at) => {
      const pixel = at && viewpoint.pixelAt(at);
      image.readout.value = pixel && { ...pixel, by: "pointer" };
    };
    if (element.current) {
      listen(element.current, viewpoint, { onHover, onKey: () => {} }, listening.signal);
    }
    return () => listening.abort();
  }, [image]);
  return (
    <div ref={element} class="other-image beside-it">
      <OtherPicture {...props} />
      {isSameGrid(props) && children}
      <Cross image={image} />
      <div class="compare-bar compare-names">
        {nameOf(choice)}
        <ItsValue host={props.host} facts={props.stage} choice={choice} />
      </div>
    </div>
  );
}

/** Marks in one image the pixel that is read out in the other. */
export function Cross({ image }: { image: ImageModel }) {
  const at = image.readout.value;
  const { camera, screen } = image.viewpoint;
  if (!at) {
    return null;
  }
  const { x, y } = toScreen(camera.value, screen.value, { x: at.x + 0.5, y: at.y + 0.5 });
  const scale = devicePixelRatio;
  return (
    <div
      class="compare-cross"
      aria-hidden="true"
      style={{ transform: `translate(${x / scale}px, ${y / scale}px)` }}
    />
  );
}

/** Which images are compared, and which is shown now. */
export function CompareBar({ host, stage }: DrawProps) {
  const compare = host.model(CompareModel);
  const way = compare.way.value;
  const [own, its] = [stage.key, nameOf(compare.choice.value)];
  const others = compare.others.value;
  const problems = others.flatMap((choice) => {
    const problem = compare.imageOf(choice).problem.value;
    return problem === "" ? [] : [`${nameOf(choice)}: ${problem}`];
  });
  const problem = compare.problem.value || problems.join(" ") || compare.remark.value;
  const computed = compare.computedOf(stage);
  const isBlink = way === "blink";
  /** Beside the buttons, the value of the image that is shown, or of the only other one. */
  const shown = others[Math.max(compare.turn.value - 1, 0)];
  const { playing, turn } = compare;
  return (
    <section class="compare-bar" aria-label="Comparison" ref={styled}>
      {isBlink ? (
        <>
          {[own, ...others.map(nameOf)].map((name, i) => (
            <button
              key={others[i - 1]?.key ?? ""}
              type="button"
              class="quiet"
              aria-pressed={turn.value === i}
              onClick={() => compare.show(i)}
            >
              {name}
            </button>
          ))}
          {shown && <ItsValue host={host} facts={stage} choice={shown} />}
          <button
            type="button"
            class="quiet square"
            aria-label={playing.value ? "Stop blinking" : "Blink"}
            title="T over the image; t shows the next one, q the one before"
            onClick={() => {
              playing.value = !playing.value;
            }}
          >
            {playing.value ? "❚❚" : "►"}
          </button>
        </>
      ) : (
        <span class="compare-names">
          {isComputed(way) ? (computed?.key ?? "…") : way === "split" ? `${own} | ${its}` : own}
        </span>
      )}
      {way === "split" && others[0] && <ItsValue host={host} facts={stage} choice={others[0]} />}
      <button
        type="button"
        class="quiet square"
        aria-label="End the comparison"
        onClick={() => compare.end()}
      >
        ×
      </button>
      <span class="compare-problem" role="status">
        {problem}
      </span>
    </section>
  );
}

interface OtherProps extends DrawProps {
  readonly choice: Choice;
}

/** Whether a pixel of one image is the same pixel of the other. */
function isSameGrid({ host, choice }: Pick<OtherProps, "host" | "choice">): boolean {
  const other = host.model(CompareModel).imageOf(choice);
  const [one, two] = [host.model(ImageModel).viewpoint.image.value, other.plane.value?.whole];
  return other.camera.value === undefined && one?.width === two?.width && one?.height === two?.height;
}

export function nameOf(choice: Choice | undefined): string {
  return choice ? (choice.file === undefined ? choice.node.key : `${choice.file}: ${cut(choice.path)}`) : "…";
}

function OtherPicture({ host, stage, look, live, choice }: OtherProps) {
  const pixels = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLCanvasElement>(null);
  const compare = host.model(CompareModel);
  const image = host.model(ImageModel);
  const other = compare.imageOf(choice);
  useEffect(() => {
    if (!pixels.current || !above.current) {
      return;
    }
    const limits = () => {
      const [own, its] = [image.limits.value, other.limits.value];
      return compare.sameLimits.value || image.display.interval.value === "manual"
        ? own && its && { ...its, ...own }
        : its;
    };
    const made = new OtherLive({
      ...{ pixels: pixels.current, above: above.current, image, look, other, limits },
      overview: () =>
        compare.way.value !== "side" && isSameGrid({ host, choice }) ? live.overview.value : undefined,
      cover: () =>
        choice.file === undefined && isSameGrid({ host, choice }) ? image.cover.value : undefined,
    });
    return () => made.destroy();
  }, [image, look, live, stage, other]);
  const isElsewhere = choice.file !== undefined;
  const onSky = useOnSky(choice, other.plane.value?.section);
  return (
    <>
      <div ref={pixels} class="other-pixels" />
      <canvas ref={above} class="above" />
      {isElsewhere && host.skyRegions.all.value.length > 0 && (
        <OtherSky
          regions={host.skyRegions}
          image={onSky}
          camera={other.camera.value ?? image.viewpoint.camera.value}
          device={image.viewpoint.screen.value}
        />
      )}
    </>
  );
}

function Divider({ compare }: { compare: CompareModel }) {
  const { divider } = compare;
  const move = (to: number): void => {
    divider.value = Math.min(Math.max(to, 0), 1);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be dragged.
    <div
      class="compare-divider"
      role="separator"
      tabIndex={0}
      aria-label="Divider between the images"
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(100 * divider.value)}
      style={{ left: `${100 * divider.value}%` }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        const { currentTarget, pointerId, clientX } = event;
        const box = currentTarget.parentElement?.getBoundingClientRect();
        if (box && currentTarget.hasPointerCapture(pointerId)) {
          move((clientX - box.left) / box.width);
        }
      }}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
        if (step !== undefined) {
          event.preventDefault();
          move(divider.value + step);
        }
      }}
    />
  );
}

/** The section of the other image, once its WCS is known. */
function useOnSky(choice: Choice, section: Section | undefined): SkyPlace | undefined {
  const [found, setFound] = useState<SkyPlace>();
  useEffect(() => {
    let isShown = true;
    setFound(undefined);
    if (section) {
      void placeOf({ host: choice.host, node: choice.node.id, section }).then(
        (place) => isShown && setFound(place),
      );
    }
    return () => {
      isShown = false;
    };
  }, [choice.host, choice.node.id, section]);
  return found;
}
