/** The stage: a node in the chosen view, and the tabs to choose another. */
import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { ChartsModel } from "../chart/liveCharts.ts";
import { Charts } from "../chart/offering.ts";
import { noticeOf } from "../protocol/notices.ts";
import type { Session } from "../state/session.ts";
import { seenIn, type View, type ViewProps } from "../state/view.ts";
import { WorldModel } from "../state/world.ts";
import { NoticeText } from "../ui/NoticeText.tsx";
import { LongReading } from "../ui/ProgressBar.tsx";
import { Tabs } from "../ui/Tabs.tsx";

interface Loaded {
  readonly load: View["load"];
  readonly Component: ComponentType<ViewProps>;
}

export function StageView({ session }: { session: Session }) {
  const { scene, reading } = session;
  const facts = scene.facts.value;
  const views = scene.views.value;
  const view = scene.view.value;
  const given = view?.standIn === "given" ? seenIn(view, facts, session.standIn.value) : facts;
  const failure = scene.failure.value;
  const [loaded, setLoaded] = useState<Loaded>();
  const Component = loaded?.load === view?.load ? loaded?.Component : undefined;

  const world = session.model(WorldModel);
  const section = session.section.current.value;
  const array = facts?.array?.elements === "numbers" && !failure ? facts : undefined;
  useEffect(() => {
    if (array) {
      void world.show(array.id, section);
    } else {
      world.hide();
    }
  }, [world, array, section]);

  // Before the page is painted: a view that is loaded begins to read.
  useLayoutEffect(() => {
    let wanted = true;
    view
      ?.load()
      .then((Component) => wanted && setLoaded({ load: view.load, Component }))
      .catch((cause: unknown) => wanted && session.fail(noticeOf(cause)));
    return () => {
      wanted = false;
    };
  }, [view, failure]);

  return (
    <div
      class="stage"
      part="stage"
      aria-busy={reading.busy.value || (view !== undefined && !Component && !failure)}
    >
      {views.length > 1 && view && (
        <Tabs
          label="Views"
          tabs={views}
          shown={view.name}
          onShow={(name) => scene.choose(name)}
          panel="stage-panel"
        />
      )}
      <div id="stage-panel" class="stage-panel" role={views.length > 1 ? "tabpanel" : undefined}>
        {!facts && <p class="stage-note">Choose an array in the tree to see it here.</p>}
        {failure && (
          <div class="stage-note">
            <h2>{failure.severity === "error" ? "This array cannot be shown" : "This array was not read"}</h2>
            <NoticeText notice={failure} />
            <button type="button" onClick={() => scene.tryAgain()}>
              Try again
            </button>
          </div>
        )}
        {given && given !== facts && (
          <p class="hint stand-in">{given.key}, as compared in the view "Image"</p>
        )}
        {given && view && Component && !failure && (
          <Charts.Provider value={session.model(ChartsModel)}>
            <Component host={session} facts={given} view={view} />
          </Charts.Provider>
        )}
      </div>
      {reading.busy.value && <LongReading progress={reading.progress} onCancel={() => reading.stop()} />}
    </div>
  );
}
