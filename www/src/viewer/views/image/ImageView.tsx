/** The image, its controls, and the line under it. */
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { unitOf } from "../../elements/complex.ts";
import { shape } from "../../format/format.ts";
import { useAnswer } from "../../state/useAnswer.ts";
import { lazily } from "../../ui/lazily.tsx";
import type { ViewProps } from "../registry.ts";
import { AxisControls } from "../section/AxisControls.tsx";
import { PartControl } from "../section/PartControl.tsx";
import { ZoomControls } from "./camera/ZoomControls.tsx";
import { ColorBar } from "./display/ColorBar.tsx";
import { DisplayControls } from "./display/Controls.tsx";
import { Look } from "./display/look.ts";
import { FlagsButton, FlagsOver } from "./flags/FlagsOver.tsx";
import { Overview } from "./Overview.tsx";
import { Picked } from "./readout/Picked.tsx";
import { Readout } from "./readout/Readout.tsx";
import { Remark } from "./readout/Remark.tsx";
import { Shortfall } from "./readout/Shortfall.tsx";
import { Stage } from "./stage.ts";

export { prepareSurface } from "./draw/surface.ts";

const DisplayPanel = lazily(() =>
  import("./display/DisplayPanel.tsx").then(({ DisplayPanel }) => DisplayPanel),
);
const Cuts = lazily(() => import("./cuts/Cuts.tsx").then(({ Cuts }) => Cuts));

/** One for all views that are an image with something over it: going from one to another, it stays as it is. */
export function ImageView({ session, facts }: ViewProps) {
  const pixels = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLCanvasElement>(null);
  const [stage, setStage] = useState<Stage>();
  const panel = useId();
  const look = useMemo(() => new Look(session.image), [session]);
  const plane = session.image.plane.value;
  const slice = session.scene.slice.value;
  const part = session.part.value;
  const { Beside, unmapped } = session.scene.view.value ?? {};
  const flags = useAnswer({ session, facts }, (engine) => engine.flagsBeside(facts.id));

  useLayoutEffect(() => {
    void session.image.show(facts.id, slice, part);
    return () => session.reading.clear();
  }, [session, facts, slice, part]);

  useEffect(() => {
    if (!pixels.current || !above.current) {
      return;
    }
    const made = new Stage(pixels.current, above.current, session, look);
    setStage(made);
    return () => made.destroy();
  }, [session]);

  return (
    <section class="image" aria-label="Image">
      <Shortfall session={session} />
      <div class="toolbar">
        <PartControl session={session} facts={facts} />
        <DisplayControls display={session.image.display} panel={panel} unmapped={unmapped} />
        {!Beside && <FlagsButton session={session} beside={flags} />}
        <ZoomControls viewpoint={session.image.viewpoint} />
      </div>
      {session.image.display.adjusting.value && (
        <DisplayPanel session={session} look={look} id={panel} unmapped={unmapped} />
      )}
      <AxisControls session={session} facts={facts} />
      <div class="beside">
        <div class="sky">
          <div
            ref={pixels}
            class="pixels"
            role="application"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the image takes keys of its own.
            tabIndex={0}
            aria-label={
              plane
                ? `${plane.path}, ${shape([plane.whole.height, plane.whole.width])} ${plane.datatype}. Arrow keys move, plus and minus zoom, 0 fits, 1 is actual size, R turns, X and Y flip, B and C change bias and contrast.`
                : "Image, still to come"
            }
          />
          <canvas ref={above} class="above" />
          <Picked session={session} pixels={pixels} />
          {stage && <Overview session={session} stage={stage} />}
          <Remark session={session} />
        </div>
        {Beside ? <Beside session={session} facts={facts} /> : <FlagsOver session={session} beside={flags} />}
      </div>
      {plane && session.image.viewpoint.cuts.value && <Cuts session={session} facts={facts} />}
      <footer class="status">
        <Readout session={session} plane={plane} unit={facts.array?.unit} />
        <ColorBar session={session} look={look} unit={unitOf(facts.array, part)} unmapped={unmapped} />
      </footer>
    </section>
  );
}
