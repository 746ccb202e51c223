/** The tools of the image view: a button in the toolbar for each, and the panel of the one that is open. */
import type { ComponentType } from "preact";
import type { TreeNode } from "../../../protocol/facts.ts";
import type { ViewHost } from "../../../state/view.ts";
import { ToolsModel } from "./model.ts";

export interface ToolProps {
  readonly host: ViewHost;
  /** The array on the stage. */
  readonly facts: TreeNode;
}

/** What is done with an image beyond looking: its panel is loaded when first opened. */
interface Tool {
  readonly name: string;
  readonly label: string;
  readonly title: string;
  readonly Panel: ComponentType<ToolProps>;
}

/** In the order of their buttons. */
const TOOLS: readonly Tool[] = [];

export function ToolButtons({ host }: { host: ViewHost }) {
  const tools = host.model(ToolsModel);
  return (
    <>
      {TOOLS.map(({ name, label, title }) => (
        <button
          key={name}
          type="button"
          class="quiet"
          title={title}
          aria-pressed={tools.shown.value === name}
          onClick={() => tools.toggle(name)}
        >
          {label}
        </button>
      ))}
    </>
  );
}

export function ToolBeside(props: ToolProps) {
  const shown = props.host.model(ToolsModel).shown.value;
  const tool = TOOLS.find(({ name }) => name === shown);
  return tool ? (
    <aside class="tool" aria-label={tool.label}>
      <tool.Panel key={tool.name} {...props} />
    </aside>
  ) : null;
}
