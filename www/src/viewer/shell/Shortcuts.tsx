/** The dialog that lists all keys, and helps to report a problem. */

import { useModal } from "../ui/dialog.ts";
import { COMMANDS } from "../views/image/camera/commands.ts";
import { Report } from "./Report.tsx";
import styles from "./shortcuts.css?inline";
import type { Tabs } from "./tabs/model.ts";

/** `ofPage`: it is left to a page that owns the file. */
type Key = readonly [keys: string, what: string, ofPage?: "ofPage"];

const LINK = "Ctrl+Shift+L";

const GROUPS: readonly (readonly [where: string, keys: readonly Key[]])[] = [
  [
    "Everywhere",
    [
      ["/ or Ctrl+F", "Search the tree"],
      ["[ and ]", "Previous and next file", "ofPage"],
      ["Ctrl+S, Ctrl+Shift+S", "Save, save as ASDF", "ofPage"],
      ["Ctrl+E", "Export as picture, FITS, CSV …"],
      [LINK, "Copy a link to what is shown"],
      ["Ctrl+B", "Hide or show the sidebar", "ofPage"],
      ["F6, Shift+F6", "Next pane: tree, controls, image …", "ofPage"],
      ["f", "Fill the window with what is shown"],
      ["Ctrl+Z, Ctrl+Shift+Z", "Undo, redo: display and edits"],
      ["Ctrl+V", "Open a copied address or file", "ofPage"],
      ["?", "These keys"],
    ],
  ],
  [
    "Tabs of files and views",
    [
      ["← → Home End", "Show another tab"],
      ["Delete", "Close the file", "ofPage"],
    ],
  ],
  [
    "Search",
    [
      ["Enter, Shift+Enter", "Next and previous match"],
      ["↓, then Enter", "To the list, to its match"],
      ["Escape", "Clear"],
    ],
  ],
  [
    "Tree",
    [
      ["↑ ↓ Page Up and Down", "Move"],
      ["Home End", "First and last row"],
      ["→ ←", "Unfold and fold"],
      ["a letter", "Next key that starts with it"],
      ["Enter, space", "Show"],
      ["F2, Shift+F2", "Edit value, key"],
      ["Insert, Delete", "Add, remove"],
      ["Ctrl+C", "Copy the path"],
      ["Enter, Escape", "Accept, cancel"],
    ],
  ],
  [
    "Image",
    [
      ["arrows", "Move"],
      ["Enter", "Pick the pixel in the middle"],
      ...COMMANDS.map(({ key, name }): Key => [key, name]),
      ["b B", "More and less bias"],
      ["c C", "More and less contrast"],
      ["n", "Reset contrast and bias"],
      ["p", "Copy the position on the sky"],
      ["P", "Copy all that is known of the pixel"],
      ["t T", "Compare: show the other image, blink"],
      ["right button", "Drag bias across, contrast upwards"],
    ],
  ],
  [
    "Regions, over the image",
    [
      ["a", "Open and close"],
      ["Enter", "Add the chosen shape, end a polygon"],
      ["arrows", "Move the selected one (Shift: by 10)"],
      ["Tab, Shift+Tab", "Next and previous"],
      ["Delete", "Remove"],
      ["Escape", "Cancel, let go; from the panel: back"],
      ["Ctrl+Z, Ctrl+Shift+Z", "Undo, redo"],
    ],
  ],
  [
    "Limits on the histogram",
    [
      ["← →", "Move"],
      ["Page Up and Down", "In larger steps"],
      ["Home End", "To the ends"],
    ],
  ],
  [
    "Line",
    [
      ["← → Home End", "From point to point"],
      ["+ −", "Zoom"],
      ["0", "Whole line"],
    ],
  ],
  [
    "Values and tables",
    [
      ["arrows, Page Up and Down", "Move"],
      ["Home End", "Ends of the row (Ctrl: grid)"],
      ["Shift with these", "Select"],
      ["Ctrl+A", "Select all"],
      ["Ctrl+C", "Copy"],
      ["< >", "Narrow and widen the column"],
      ["=", "Fit the column to its content"],
      ["Enter", "On a column's name: sort"],
      ["space", "Select the row, or let it go"],
    ],
  ],
  [
    "Plot of a table",
    [
      ["← →, ↑ ↓", "Next point along x, along y"],
      ["Home End", "First and last point"],
      ["Enter", "Select its row, or let it go"],
      ["+ − 0", "Zoom, all points"],
      ["Shift, Alt", "Dragging adds, removes"],
      ["Escape", "Deselect"],
    ],
  ],
  [
    "Axis of a cube, on its slider",
    [
      ["← →", "Previous and next section"],
      ["space", "Play and pause"],
    ],
  ],
];

interface ShortcutsProps {
  readonly onClose: () => void;
  readonly tabs: Tabs;
}

export function Shortcuts({ onClose, tabs }: ShortcutsProps) {
  const [linked, hosted] = [tabs.linked.value, tabs.hosted.value];
  const dialog = useModal(styles);
  return (
    <dialog ref={dialog} class="shortcuts" aria-labelledby="shortcuts" onClose={onClose} closedby="any">
      <header>
        <h2 id="shortcuts">Keys</h2>
        <button type="button" class="quiet square" aria-label="Close" onClick={() => dialog.current?.close()}>
          ×
        </button>
      </header>
      <div class="groups">
        {GROUPS.map(([where, keys]) => (
          <section key={where} aria-label={where}>
            <h3>{where}</h3>
            <dl>
              {keys
                .filter(([key, , ofPage]) => (linked || key !== LINK) && !(hosted && ofPage))
                .map(([key, what]) => (
                  <div key={key} class="shortcut-row">
                    <dt>{key}</dt>
                    <dd>{what}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <Report tabs={tabs} />
    </dialog>
  );
}
