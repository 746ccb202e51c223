/** The panes of the viewer that F6 goes through: header, sidebar, controls, stage, and the panel of a tool. */

/** Each with what in it takes the focus: the first of these that there is. */
const PANES: readonly (readonly [pane: string, targets: readonly string[]])[] = [
  [".header", ['[role="tab"][aria-selected="true"]', "button"]],
  [".side", [".tree", '[role="tab"][aria-selected="true"]']],
  [".toolbar", ["select", "button, input"]],
  [".stage-panel", [".pixels", ".grid", ".chart", "button, select, input, [tabindex='0']"]],
  [".tool", ["button, select, input"]],
];

/** Moves the focus to the next pane, or the one before. */
export function toPane(viewer: HTMLElement, step: 1 | -1): void {
  const panes = PANES.flatMap(([selector, targets]) => {
    const pane = viewer.querySelector<HTMLElement>(selector);
    const target = targets
      .map((one) => pane?.querySelector<HTMLElement>(one))
      .find((element) => element?.checkVisibility());
    return pane && target ? [{ pane, target }] : [];
  });
  // Controls and tools are within the stage: the innermost pane counts.
  const around = panes.filter(({ pane }) => pane.matches(":focus-within"));
  const at = panes.findIndex(
    ({ pane }) => around.some((one) => one.pane === pane) && !around.some((one) => isIn(one.pane, pane)),
  );
  const from = at < 0 && step < 0 ? 0 : at;
  panes.at((from + step) % panes.length)?.target.focus();
}

function isIn(inner: HTMLElement, outer: HTMLElement): boolean {
  return inner !== outer && outer.contains(inner);
}
