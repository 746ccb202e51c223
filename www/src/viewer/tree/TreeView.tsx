/**
 * The file's tree: a virtual list that keeps to the ARIA tree pattern. The list
 * itself holds the focus and names the current row, so rows may come and go.
 */
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { ArrayBadges, NodeKind, TreeNode } from "../engine/protocol.ts";
import { many, shape } from "../format.ts";
import { fromFirst } from "../matching.ts";
import type { Session } from "../session.ts";
import { treeKeys } from "./keyboard.ts";
import { Marked } from "./Marked.tsx";
import type { Row } from "./model.ts";
import { useVirtualRows } from "./virtual.ts";

const ROW_HEIGHT = 26;

const GLYPHS: Record<NodeKind, string> = {
  array: "?",
  map: "{ }",
  sequence: "[ ]",
  string: "“”",
  number: "#",
  boolean: "⊤",
  null: "∅",
  time: "◷",
  bytes: "01",
  tagged: "!",
  reference: "→",
  cycle: "↩",
};

export function TreeView({ session }: { session: Session }) {
  const { tree } = session;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = tree.rows.value;
  const selected = tree.selected.value;
  const pattern = session.search.pattern.value;
  const found = (id: number) => pattern !== undefined && session.search.isFound(id);
  const virtual = useVirtualRows(scroller, rows.length, ROW_HEIGHT);
  const keys = useMemo(() => {
    const page = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    return treeKeys(
      tree,
      page,
      (id) => session.select(id),
      (id) => session.show(id),
    );
  }, [session, tree]);

  const index = tree.indexOf(selected);
  useEffect(() => {
    if (index >= 0) {
      virtual.reveal(index);
    }
  }, [selected, rows.length > 0]);

  return (
    <div
      ref={scroller}
      class="tree"
      role="tree"
      tabIndex={0}
      aria-label="Contents of the file"
      aria-activedescendant={index >= 0 ? `node-${selected}` : undefined}
      onKeyDown={(event) => {
        if (keys.handle(event)) {
          event.preventDefault();
        }
      }}
    >
      <div class="tree-rows" role="presentation" style={{ height: `${virtual.height}px` }}>
        {virtual.items.map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <TreeRow
                key={row.node.id}
                row={row}
                top={item.start}
                selected={row.node.id === selected}
                pattern={found(row.node.id) ? pattern : undefined}
                onPick={() => {
                  session.select(row.node.id);
                  tree.toggle(row);
                  session.show(row.node.id);
                }}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

interface TreeRowProps {
  readonly row: Row;
  readonly top: number;
  readonly selected: boolean;
  /** What a search found in it. */
  readonly pattern: RegExp | undefined;
  readonly onPick: () => void;
}

function TreeRow({ row, top, selected, pattern, onPick }: TreeRowProps) {
  const { node, level, unfolded, position, siblings, state } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the tree, which holds the focus; a row only takes the pointer.
    <div
      id={`node-${node.id}`}
      class={`row kind-${node.kind}${pattern ? " found-here" : ""}`}
      role="treeitem"
      tabIndex={-1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={selected}
      aria-expanded={node.children > 0 ? unfolded : undefined}
      aria-busy={state === "loading" || undefined}
      title={node.tag}
      style={{ transform: `translateY(${top}px)`, "--level": `${level}` }}
      onClick={onPick}
    >
      <span class="twisty" aria-hidden="true" />
      <span class="glyph" aria-hidden="true">
        {node.array ? dimensions(node.array) : GLYPHS[node.kind]}
      </span>
      <span class="key">
        <Marked text={node.key || "(no key)"} pattern={pattern} />
      </span>
      {node.kind === "reference" && state && (
        <span class="badge">{state === "loading" ? "loading…" : "not found"}</span>
      )}
      <Value node={node} pattern={pattern} />
    </div>
  );
}

function dimensions({ shape, unreadable }: ArrayBadges): string {
  return unreadable ? "?" : `${shape.length}D`;
}

function Value({ node, pattern }: { node: TreeNode; pattern: RegExp | undefined }) {
  if (node.array) {
    const { compression, datatype, unreadable } = node.array;
    return unreadable ? (
      <span class="badges">
        <span class="badge">unreadable</span>
      </span>
    ) : (
      <span class="badges">
        <span class="shape">{shape(node.array.shape)}</span> <span class="badge">{datatype}</span>{" "}
        {compression && <span class="badge quiet">{compression}</span>}
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
