/** The tools of the image view: a button in the toolbar for each, and the panel of the one that is open. */
import type { ComponentType, RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { TreeNode } from "../../../protocol/facts.ts";
import { lengthOf, SHARE, toolHeight, toolWidth } from "../../../state/settings/layout.ts";
import type { ViewHost } from "../../../state/view.ts";
import { lazily } from "../../../ui/lazily.tsx";
import { Separator } from "../../../ui/separator/Separator.tsx";
import { CatalogueModel } from "../catalogue/model.ts";
import { REGIONS, ToolsModel } from "./model.ts";

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
  /** Over the image, it opens and closes the panel. */
  readonly key?: string;
  readonly Panel: ComponentType<ToolProps>;
  /** Whether there is something that it can be used for; always, unless it says. */
  readonly suits?: (host: ViewHost) => boolean;
}

/** In the order of their buttons. */
const TOOLS: readonly Tool[] = [
  {
    name: REGIONS,
    label: "Regions",
    title: "Draw regions and measure in them (A)",
    key: "a",
    Panel: lazily(() => import("../regions/RegionsPanel.tsx").then(({ RegionsPanel }) => RegionsPanel)),
  },
  {
    name: "compare",
    label: "Compare",
    title: "Blink, side by side, difference",
    Panel: lazily(() => import("../compare/ComparePanel.tsx").then(({ ComparePanel }) => ComparePanel)),
  },
  {
    name: "catalogue",
    label: "Catalogue",
    title: "Draw the rows of a table at their positions",
    Panel: lazily(() =>
      import("../catalogue/CataloguePanel.tsx").then(({ CataloguePanel }) => CataloguePanel),
    ),
    // A file that waits may have a table.
    suits: (host) =>
      host.waiting.value.length > 0 ||
      host.model(CatalogueModel).tables.value.some(({ table }) => table.positions.length > 0),
  },
];

interface ToolButtonsProps {
  readonly host: ViewHost;
  /** The image itself, which takes the keys. */
  readonly pixels: RefObject<HTMLElement | null>;
}

export function ToolButtons({ host, pixels }: ToolButtonsProps) {
  const tools = host.model(ToolsModel);
  useEffect(() => {
    const listening = new AbortController();
    pixels.current?.addEventListener(
      "keydown",
      (event) => {
        const tool = TOOLS.find(({ key }) => key === event.key);
        if (tool && !event.ctrlKey && !event.metaKey && !event.altKey) {
          event.preventDefault();
          tools.toggle(tool.name);
        }
      },
      { signal: listening.signal },
    );
    return () => listening.abort();
  }, [tools]);
  return (
    <>
      {TOOLS.filter(({ suits }) => suits?.(host) ?? true).map(({ name, label, title, key }) => (
        <button
          key={name}
          type="button"
          class="quiet"
          title={title}
          aria-pressed={tools.shown.value === name}
          aria-keyshortcuts={key}
          onClick={() => tools.toggle(name)}
        >
          {label}
        </button>
      ))}
    </>
  );
}

interface ToolBesideProps extends ToolProps {
  /** The image itself: it gets the focus back. */
  readonly pixels: RefObject<HTMLElement | null>;
}

export function ToolBeside({ host, facts, pixels }: ToolBesideProps) {
  const shown = host.model(ToolsModel).shown.value;
  const tool = TOOLS.find(({ name }) => name === shown);
  return tool ? (
    <div
      class="tool-room"
      style={{ "--tool-width": lengthOf(toolWidth.value), "--tool-height": lengthOf(toolHeight.value) }}
    >
      <aside
        class="tool"
        aria-label={tool.label}
        onClick={({ target }) => requestAnimationFrame(() => keepFocus(target, pixels.current))}
        onKeyDown={(event) => {
          const isOpen = event.target instanceof HTMLSelectElement;
          if (event.key === "Escape" && !event.defaultPrevented && !isOpen) {
            event.stopPropagation();
            pixels.current?.focus();
          }
        }}
      >
        <tool.Panel key={tool.name} {...{ host, facts }} />
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
