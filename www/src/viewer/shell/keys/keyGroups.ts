/** All keys, by where they are pressed. */
import { SEARCH, SEARCH_KEYS, TREE_KEYS } from "../../tree/keys.ts";
import type { KeyGroup } from "../../ui/commands.ts";
import { TAB_KEYS } from "../../ui/Tabs.tsx";
import { GRID_KEYS } from "../../views/grid/keys.ts";
import { LIMIT_KEYS } from "../../views/histogram/LimitHandle.tsx";
import { IMAGE_KEYS } from "../../views/image/keyGroups.ts";
import { CHART_KEYS } from "../../views/line/keys.ts";
import { SLIDER_KEYS } from "../../views/section/keys.ts";
import { PLOT_KEYS } from "../../views/table/plot/keys.ts";
import type { ShellCommands } from "./shellKeys.ts";

/** The shell passes its own commands: if they were imported here, the code that is loaded first would be in more files. */
export const keyGroups = ({ everywhere, tabs }: ShellCommands): readonly KeyGroup[] => [
  { where: "Everywhere", commands: [SEARCH, ...everywhere] },
  { where: "Tabs of files and views", commands: [...TAB_KEYS, ...tabs] },
  { where: "Search", commands: SEARCH_KEYS },
  { where: "Tree", commands: TREE_KEYS },
  ...IMAGE_KEYS,
  { where: "Limits on the histogram", commands: LIMIT_KEYS },
  { where: "Line", commands: CHART_KEYS },
  { where: "Values and tables", commands: GRID_KEYS },
  { where: "Plot of a table", commands: PLOT_KEYS },
  { where: "Axis of a cube, on its slider", commands: SLIDER_KEYS },
];
