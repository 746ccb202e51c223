/** One row of the tree: the node's kind, its key, and a summary on one line. */

import { bytes, cut, many, shape } from "@asdf-wasm/science/format/format";
import { fromFirst } from "@asdf-wasm/science/format/matching";
import type { Meaning } from "asdf-wasm";
import type { ArrayBadges, TreeNode } from "../protocol/facts.ts";
import type { Draft, TreeEditing } from "../state/editing/treeEditing.ts";
import { isUnknown, sayings } from "../state/schemas/meaningModel.ts";
import type { Row } from "../state/treeRows.ts";
import { Marked } from "../ui/Marked.tsx";
import { Icon } from "./Icon.tsx";
import { InlineEdit } from "./InlineEdit.tsx";

interface TreeRowProps {
  readonly row: Row;
  readonly top: number;
  readonly selected: boolean;
  /** The search's pattern, if the node matches. */
  readonly pattern: RegExp | undefined;
  /** Whether it was edited. */
  readonly changed: boolean;
  readonly editing: TreeEditing;
  /** What schemas say of it, and what is wrong with it. */
  readonly meaning: Meaning | undefined;
  readonly problems: readonly string[];
  /** Its key or value being edited. */
  readonly draft: Draft | undefined;
  readonly onPick: () => void;
}

export function TreeRow(props: TreeRowProps) {
  const { row, top, selected, pattern, changed, meaning, problems, editing, draft, onPick } = props;
  const { node, isKnown, level, unfolded, position, siblings, state } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the tree, which holds the focus; a row only takes the pointer.
    <div
      id={`node-${node.id}`}
      class={`row kind-${node.kind}${pattern ? " found-here" : ""}${changed ? " changed" : ""}${isUnknown(meaning, node.text) ? " unknown" : ""}`}
      role="treeitem"
      tabIndex={-1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={selected}
      aria-expanded={node.children > 0 ? unfolded : undefined}
      aria-busy={state === "loading" || !isKnown || undefined}
      title={[...problems, tooltip(node), ...sayings(meaning, node.text)].join("\n")}
      style={{ transform: `translateY(${top}px)`, "--level": `${level}` }}
      onClick={onPick}
      onDblClick={({ target }) => {
        const onKey = target instanceof Element && target.closest(".key") !== null;
        void editing.begin(node.id, onKey ? "key" : undefined);
      }}
    >
      <span class="twisty" aria-hidden="true" />
      <Icon node={node} />
      {draft?.part === "key" ? (
        <InlineEdit key={draft.text} editing={editing} draft={draft} />
      ) : (
        <Key text={node.key} pattern={pattern} />
      )}
      {changed && <span class="sr-only">changed</span>}
      {problems.length > 0 && (
        <span class="fault">
          <span aria-hidden="true">!</span>
          <span class="sr-only">not valid: {problems.join(", ")}</span>
        </span>
      )}
      {node.kind === "reference" && state && (
        <span class="badge">{state === "loading" ? "loading…" : "not found"}</span>
      )}
      {draft?.part === "value" ? (
        <InlineEdit key={draft.text} editing={editing} draft={draft} />
      ) : (
        <Value node={node} pattern={pattern} />
      )}
    </div>
  );
}

/** Characters of a key's end that stay visible when the middle does not fit; shorter keys are cut at the end. */
const TAIL = 9;

/** Shows beginning and end of a long key: names that start alike differ at the end. */
function Key({ text, pattern }: { text: string; pattern: RegExp | undefined }) {
  if (pattern || text.length < 2 * TAIL) {
    return (
      <span class="key">
        <Marked text={text || "(no key)"} pattern={pattern} />
      </span>
    );
  }
  return (
    <span class="key cut">
      <span class="head">{text.slice(0, -TAIL)}</span>
      <span class="tail">{text.slice(-TAIL)}</span>
    </span>
  );
}

/** What a row says of a node's value. */
export function Value({ node, pattern }: { node: TreeNode; pattern: RegExp | undefined }) {
  if (node.array) {
    return (
      <span class="badges">
        <Badges {...node.array} />
      </span>
    );
  }
  if (node.kind === "map") {
    return <span class="count">{many(node.children, "key")}</span>;
  }
  if (node.kind === "sequence") {
    return <span class="count">{many(node.children, "item")}</span>;
  }
  return (
    <span class="value">
      <Marked text={pattern ? fromFirst(node.text, pattern) : node.text} pattern={pattern} />
    </span>
  );
}

/** In order of importance: narrow trees leave out the last ones. */
function Badges({ shape: lengths, datatype, compression, stored, unreadable }: ArrayBadges) {
  if (unreadable) {
    return <span class="badge">unreadable</span>;
  }
  return (
    <>
      <span class="shape">{shape(lengths)}</span> <span class="badge datatype">{datatype}</span>{" "}
      {compression && <span class="badge compression">{compression}</span>}{" "}
      {stored !== undefined && <span class="size">{bytes(stored)}</span>}
    </>
  );
}

/** Details for the tooltip, one per line. */
function tooltip({ key, tag, array }: TreeNode): string {
  const { compression, stored } = array ?? {};
  const badges = [
    array && `${shape(array.shape)} ${array.datatype}`,
    compression && `compressed by ${compression}`,
    stored !== undefined && `${bytes(stored)} stored`,
  ];
  const known = array?.unreadable ? "" : badges.filter((badge) => badge).join(", ");
  return [key, known, cut(tag ?? "")].filter((line) => line).join("\n");
}
