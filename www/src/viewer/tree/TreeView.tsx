/**
 * The file's tree: a virtual list that follows the ARIA tree pattern. The list itself holds the focus and names the
 * current row, so rows may come and go.
 */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { CheckModel } from "../state/schemas/checkModel.ts";
import { MeaningModel } from "../state/schemas/meaningModel.ts";
import type { Session } from "../state/session.ts";
import { treeKeys } from "./keys.ts";
import { TreeRow } from "./TreeRow.tsx";
import { useKeptInView, useVirtualRows } from "./virtual.ts";

/** The height of a row, as in the styles: fingers need higher rows than a mouse. */
const rowHeight = (): number => (matchMedia("(pointer: coarse)").matches ? 40 : 26);

export function TreeView({ session }: { session: Session }) {
  const { tree, editing } = session;
  const draft = editing.draft.value;
  const changed = editing.changed.value;
  const scroller = useRef<HTMLDivElement>(null);
  const height = useMemo(rowHeight, []);
  const rows = tree.rows.value;
  const news = tree.news.value;
  const selected = tree.selected.value;
  const meanings = session.model(MeaningModel);
  const problems = session.model(CheckModel).problems.value;
  const pattern = session.search.pattern.value;
  const found = (id: number) => pattern !== undefined && session.search.isFound(id);
  const virtual = useVirtualRows(scroller, rows.length, height);
  const keys = useMemo(() => {
    const page = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1);
    return treeKeys({
      ...{ tree, editing, page },
      select: (id) => session.select(id),
      activate: (id) => session.show(id),
    });
  }, [session, tree, editing]);

  const { known, isWanted } = meanings;
  const [from = 0, to = 0] = [virtual.items[0]?.index, virtual.items.at(-1)?.index];
  useEffect(() => void tree.want(from, to + 1), [tree, rows, news, from, to]);
  const seen = virtual.items.flatMap(({ index }) => rows.at(index)?.id ?? []);
  useEffect(() => void meanings.want(seen), [session, isWanted.value, known.value, seen.join()]);

  const index = tree.indexOf(selected);
  useEffect(() => {
    if (index >= 0) {
      virtual.reveal(index);
    }
  }, [selected, tree.sought.value, index >= 0]);
  useKeptInView(scroller, virtual, index, height);

  return (
    <div
      ref={scroller}
      class="tree"
      part="tree"
      role="tree"
      data-first
      tabIndex={0}
      aria-label="Contents of the file"
      aria-activedescendant={index >= 0 ? `node-${selected}` : undefined}
      onKeyDown={keys}
    >
      <div class="tree-rows" role="presentation" style={{ height: `${virtual.height}px` }}>
        {virtual.items.map((item) => {
          const row = tree.row(item.index);
          return (
            row && (
              <TreeRow
                key={row.node.id}
                row={row}
                top={item.start}
                selected={row.node.id === selected}
                pattern={found(row.node.id) ? pattern : undefined}
                changed={changed.has(row.node.id)}
                meaning={known.value.get(row.node.id)}
                problems={problems.get(row.node.id) ?? []}
                editing={editing}
                draft={draft?.id === row.node.id ? draft : undefined}
                onPick={() => {
                  if (draft?.id === row.node.id) {
                    return;
                  }
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
