/** The images of all open files where they are on the sky: the picture, its controls, the list of layers, and the line below. */

import { bytes, many } from "@asdf-wasm/science/format/format";
import { effect } from "@preact/signals";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { problemOf } from "../../protocol/notices.ts";
import type { ViewProps } from "../../state/view.ts";
import { adopting } from "../../styles/sheet.ts";
import { Choice } from "../../ui/Choice.tsx";
import { lazily } from "../../ui/lazily.tsx";
import { Toggle } from "../../ui/Toggle.tsx";
import type { Point } from "../image/camera/camera.ts";
import { ZoomControls } from "../image/camera/ZoomControls.tsx";
import { barOf, ColorBar } from "../image/display/ColorBar.tsx";
import { DisplayControls } from "../image/display/Controls.tsx";
import { Look } from "../image/display/look.ts";
import { PictureModel } from "../image/picture/pictureModel.ts";
import { Toolbar } from "../image/Toolbar.tsx";
import { ToolBeside, ToolButtons } from "../image/tools/Tools.tsx";
import { LayerList } from "./LayerList.tsx";
import { LiveSky } from "./liveSky.ts";
import { areRegionsOpen, SkyRegions, skyRegions } from "./regions/skyRegionsTool.tsx";
import { SkyMarks, sightRemark } from "./SkyMarks.tsx";
import { SkyReadout } from "./SkyReadout.tsx";
import { SkyCatalogue, SkyCatalogueModel, skyCatalogue } from "./skyCatalogue.tsx";
import styles from "./together.css?inline";
import { TogetherModel } from "./togetherModel.ts";

const styled = adopting(styles);
/** Whose panels are beside the picture; what they draw is over it. */
const TOOLS = [skyRegions, skyCatalogue];
const OVERLAPS = [
  ["order", "Order"],
  ["nearest", "Nearest middle"],
  ["mean", "Mean"],
] as const;
const BACKGROUNDS = [
  ["none", "Background kept"],
  ["meta", "Background off"],
  ["match", "Background matched"],
] as const;

const FlagBits = lazily(() => import("../image/flags/FlagPanel.tsx").then(({ FlagBits }) => FlagBits));

const DisplayPanel = lazily(() =>
  import("../image/display/DisplayPanel.tsx").then(({ DisplayPanel }) => DisplayPanel),
);

export function TogetherView({ host, facts }: ViewProps) {
  const together = host.model(TogetherModel);
  const catalogue = host.model(SkyCatalogueModel);
  const { display, flags, image, leavesOut, limits, placed, values, viewpoint } = together;
  const look = useMemo(() => new Look(image), [image]);
  const pixels = useRef<HTMLDivElement>(null);
  const panel = useId();
  const [live, setLive] = useState<LiveSky>();
  const [problem, setProblem] = useState("");

  useEffect(() => {
    if (pixels.current) {
      try {
        const isTaken = (at: Point) => areRegionsOpen(host) || catalogue.near(at) !== undefined;
        const made = new LiveSky(pixels.current, together, look, isTaken);
        setLive(made);
        return () => made.destroy();
      } catch (cause) {
        setProblem(problemOf(cause));
      }
    }
    return undefined;
  }, [together, look]);
  const unit = values.unit.value || undefined;
  useEffect(() => {
    const { live: picture, painters } = host.model(PictureModel);
    const area = pixels.current?.parentElement;
    const bar = () => barOf(image, look, { name: facts.key, unit, unmapped: false });
    picture.value = live && area ? { drawn: () => live.drawn(), area, painters, bar } : undefined;
    return () => {
      picture.value = undefined;
    };
  }, [host, live, image, look, facts, unit]);
  const shown = placed.value.filter(({ isShown }) => isShown.value);
  useEffect(() => effect(() => together.gather(facts)), [together, facts]);
  useEffect(() => effect(() => void together.opening.open()), [together, host]);
  useEffect(() => {
    void limits.renew(together.layers.peek());
  }, [together, display.automatic.value, limits.own.value, values.of.value, shown.length]);

  const remote = shown.filter(({ whole }) => whole.value?.isDecimated);
  const hasFlags = placed.value.some(({ flags }) => flags !== undefined);

  return (
    <section class="image together" part="image" aria-label="Together on the sky" ref={styled}>
      <Toolbar>
        <DisplayControls display={display} panel={panel} unmapped={false} />
        <fieldset class="controls">
          <legend class="sr-only">Images</legend>
          <Choice label="Overlaps" choices={OVERLAPS} value={together.overlaps} />
          <Choice label="Background" choices={BACKGROUNDS} value={values.background} />
          <Toggle label="Own limits" title="Limits of each image by itself" value={limits.own} />
          {hasFlags && (
            <>
              <Toggle label="Flags" title="Show the flags of each image over it" value={flags.over} />
              <Toggle
                label="No DO_NOT_USE"
                title="Leave out pixels with the flag DO_NOT_USE"
                value={leavesOut}
              />
            </>
          )}
          <button type="button" class="quiet" aria-keyshortcuts="Shift+N" onClick={() => viewpoint.upright()}>
            North up
          </button>
        </fieldset>
        <ToolButtons {...{ host, facts, pixels }} tools={TOOLS} />
        <ZoomControls viewpoint={viewpoint} />
      </Toolbar>
      {display.adjusting.value && (
        <DisplayPanel image={image} look={look} id={panel} unit={unit} unmapped={false} />
      )}
      <div class="beside">
        <div class="pictures">
          <div class="sky">
            <div
              ref={pixels}
              class="pixels"
              role="application"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture takes keys of its own.
              tabIndex={0}
              aria-label={`${many(placed.value.length, "image")} on the sky. Arrow keys move, plus and minus zoom, 0 fits, 1 is actual size, R rotates, Shift+N turns north up, Enter opens the file of the image in the middle.`}
            />
            <SkyCatalogue host={host} pixels={pixels} />
            <SkyRegions host={host} pixels={pixels} />
            <SkyMarks together={together} />
            <Remarks
              together={together}
              texts={[
                problem,
                together.opening.state.value,
                remote.length > 0
                  ? "Provisional: some pixels of files on a server, between which stars may be lost"
                  : "",
                ...values.remarks.value,
              ]}
            />
          </div>
        </div>
        {hasFlags && flags.over.value && (
          <FlagBits flags={flags} isRead={(live?.pointed.value?.hits.length ?? 0) > 0} />
        )}
        <ToolBeside {...{ host, facts, pixels }} tools={TOOLS} />
        <LayerList together={together}>
          {remote.length > 0 && (
            <button type="button" onClick={() => together.reading.readAll()}>
              Read every pixel ({bytes(remote.reduce((sum, { cost }) => sum + cost.bytes, 0))})
            </button>
          )}
        </LayerList>
      </div>
      <footer class="status" part="status" data-whole>
        {live && <SkyReadout live={live} />}
        <ColorBar image={image} look={look} unit={unit} unmapped={false} />
      </footer>
    </section>
  );
}

function Remarks({ together, texts }: { together: TogetherModel; texts: readonly string[] }) {
  const said = [sightRemark(together), ...texts].filter((text) => text !== "");
  return said.length > 0 ? (
    <p class="remark" role="status">
      {said.join(". ")}.
    </p>
  ) : null;
}
