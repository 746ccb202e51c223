/** Opening files of regions and saving them, and what came of it. */

import { cut, many } from "@asdf-wasm/science/format/format";
import type { FigureSystem } from "@asdf-wasm/science/regions/files/figure";
import { systemLabel, systemOf } from "@asdf-wasm/science/wcs/world";
import { useRef } from "preact/hooks";
import type { TreeNode } from "../../../protocol/facts.ts";
import { RegionsModel } from "../../../state/regions.ts";
import { skyFrame } from "../../../state/settings/skySettings.ts";
import { nameFor } from "../../../state/source.ts";
import type { ViewHost } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";
import { save } from "../../../ui/download.ts";
import { MenuButton, type MenuItem } from "../../../ui/MenuButton.tsx";
import { RegionTool } from "./regionTool.ts";

/** The systems that files of DS9 have, in the order in which they are offered. */
const SYSTEMS = ["icrs", "fk5", "galactic", "ecliptic"] as const;
/** The most problems that are listed. */
const MOST = 8;

export function FileBar({ host, facts }: { host: ViewHost; facts: TreeNode }) {
  const picker = useRef<HTMLInputElement>(null);
  const [regions, tool] = [host.model(RegionsModel), host.model(RegionTool)];
  const all = regions.all.value;
  const report = tool.report.value;
  const further = report ? Math.max(0, report.problems.length - MOST) + report.more : 0;
  const items: readonly MenuItem[] = [
    item(host, facts, "pixel", "DS9, in pixels"),
    ...systemsOf(host).map((system) => item(host, facts, system, `DS9, in ${systemLabel(system)}`)),
    item(host, facts, "pixel", "CASA, in pixels", true),
    ...systemsOf(host)
      .filter((system) => system !== "ecliptic")
      .map((system) => item(host, facts, system, `CASA, in ${systemLabel(system)}`, true)),
    {
      name: "JSON",
      note: ".json",
      action: () =>
        void import("./files.ts").then(({ jsonText }) =>
          save(
            new Blob([jsonText(host)], { type: "application/json" }),
            `${nameFor(host.name.value, facts.key, "regions")}.json`,
          ),
        ),
    },
  ];
  return (
    <div class="region-files">
      <input
        ref={picker}
        type="file"
        hidden
        accept=".reg,.crtf,.json,.txt"
        aria-label="File of regions"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = "";
          if (file) {
            void import("./files.ts").then(({ openAll }) => openAll(host, [{ path: file.name, file }]));
          }
        }}
      />
      <div class="commands">
        <button type="button" class="quiet" onClick={() => picker.current?.click()}>
          Open regions…
        </button>
        {all.length > 0 && (
          <>
            <MenuButton label="Save as" items={items} />
            <button
              type="button"
              class="quiet"
              title="Ctrl+Z brings them back"
              onClick={() => regions.remove([...all, ...regions.sky.unplaced.peek()].map(({ id }) => id))}
            >
              Delete all
            </button>
          </>
        )}
      </div>
      {report && (
        <div class="report" role="status">
          <p>{report.text}</p>
          <ul>
            {report.problems.slice(0, MOST).map((problem) => (
              <li key={problem}>{cut(problem)}</li>
            ))}
          </ul>
          {further > 0 && <p>and {many(further, "more", "more")}</p>}
          <button
            type="button"
            class="quiet"
            onClick={() => {
              tool.report.value = undefined;
            }}
          >
            OK
          </button>
        </div>
      )}
      {regions.isUnlinked.value && (
        <p class="hint">Too many regions for a link: save them, and send the file along.</p>
      )}
    </div>
  );
}

function item(
  host: ViewHost,
  facts: TreeNode,
  system: FigureSystem,
  name: string,
  isOfCasa = false,
): MenuItem {
  const suffix = isOfCasa ? ".crtf" : ".reg";
  const action = async (): Promise<void> => {
    const { regText } = await import("./files.ts");
    const write = isOfCasa ? (await import("@asdf-wasm/science/regions/files/crtf")).writeCrtf : undefined;
    const { text, missing } = await regText(host, system, write);
    save(new Blob([text], { type: "text/plain" }), `${nameFor(host.name.value, facts.key, system)}${suffix}`);
    if (missing > 0) {
      const where = system === "pixel" ? "in this image" : `in ${systemLabel(system)}`;
      const lost = `${many(missing, "region")} left out: without a position ${where}`;
      host.model(RegionTool).report.value = { text: lost, problems: [], more: 0 };
    }
  };
  return { name, note: suffix, action: () => void action() };
}

/** Those in which the positions of the array can be written, the one that is read out first. */
function systemsOf(host: ViewHost): readonly FigureSystem[] {
  const facts = host.model(WorldModel).facts.value;
  if (!facts?.sky?.isOnStage) {
    return [];
  }
  const shown = systemOf(facts, skyFrame.value);
  const own = systemOf(facts, "own");
  const offered = SYSTEMS.filter((system) => facts.sky?.frames.includes(system) || own === system);
  return offered.toSorted((one, other) => Number(other === shown) - Number(one === shown));
}
