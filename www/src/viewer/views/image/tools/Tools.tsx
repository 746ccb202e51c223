/** The panels of overlays: a button in the toolbar for each, and the panel that is open. */
import type { ComponentType, RefObject } from "preact";
import { useMemo } from "preact/hooks";
import type { TreeNode } from "../../../protocol/facts.ts";
import { lengthOf, SHARE, toolHeight, toolWidth } from "../../../state/settings/layout.ts";
import type { ViewHost } from "../../../state/view.ts";
import { type Command, useCommands } from "../../../ui/commands.ts";
import { Separator } from "../../../ui/separator/Separator.tsx";
import { OpenTool } from "./openTool.ts";

/** The panel of an overlay: loaded when it is first opened. */
export interface Panel {
  readonly label: string;
  readonly title: string;
  /** Over the image, they open and close the panel. */
  readonly keys?: readonly string[];
  readonly Panel: ComponentType<PanelProps>;
  /** Whether there is something that it can be used for; always, unless it says. */
  readonly suits?: (host: ViewHost) => boolean;
}

interface PanelProps {
  readonly host: ViewHost;
  /** The array that is drawn. */
  readonly facts: TreeNode;
}

interface Tool {
  readonly name: string;
  readonly panel?: Panel;
}

interface ToolsProps extends PanelProps {
  readonly tools: readonly Tool[];
  /** The image itself, which takes the keys, and gets the focus back. */
  readonly pixels: RefObject<HTMLElement | null>;
}

/** The command that opens and closes the panel of an overlay, if there is one. */
export function panelCommands({ name, panel }: Tool): readonly Command<OpenTool>[] {
  const { keys } = panel ?? {};
  return keys ? [{ label: "Open and close", keys, run: (open) => open.toggle(name) }] : [];
}

export function ToolButtons({ host, tools, pixels }: ToolsProps) {
  const open = host.model(OpenTool);
  const commands = useMemo(() => tools.flatMap(panelCommands), [tools]);
  useCommands(pixels, commands, open);
  return (
    <>
      {tools.map(
        ({ name, panel }) =>
          panel &&
          (panel.suits?.(host) ?? true) && (
            <button
              key={name}
              type="button"
              class="quiet"
              title={panel.title}
              aria-pressed={open.shown.value === name}
              aria-keyshortcuts={panel.keys?.[0]}
              onClick={() => open.toggle(name)}
            >
              {panel.label}
            </button>
          ),
      )}
    </>
  );
}

export function ToolBeside({ host, facts, tools, pixels }: ToolsProps) {
  const shown = host.model(OpenTool).shown.value;
  const panel = tools.find(({ name }) => name === shown)?.panel;
  return panel ? (
    <div
      class="tool-room"
      style={{ "--tool-width": lengthOf(toolWidth.value), "--tool-height": lengthOf(toolHeight.value) }}
    >
      <aside
        class="tool"
        aria-label={panel.label}
        onClick={({ target }) => requestAnimationFrame(() => keepFocus(target, pixels.current))}
        onKeyDown={(event) => {
          const isOpen = event.target instanceof HTMLSelectElement;
          if (event.key === "Escape" && !event.defaultPrevented && !isOpen) {
            event.stopPropagation();
            pixels.current?.focus();
          }
        }}
      >
        <panel.Panel key={shown} {...{ host, facts }} />
      </aside>
      <Separator
        label="Size of the panel"
        edge="left"
        sizes={{ width: toolWidth, height: toolHeight, range: SHARE }}
      />
    </div>
  ) : null;
}

/** A button that removes itself, such as "Add in the middle", leaves the focus to the image, where keys go on. */
function keepFocus(clicked: EventTarget | null, image: HTMLElement | null): void {
  const isGone = clicked instanceof Element && !clicked.isConnected;
  if (isGone && document.activeElement === document.body) {
    image?.focus();
  }
}
