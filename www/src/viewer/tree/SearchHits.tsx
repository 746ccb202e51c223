/**
 * The matches of the search as a list: each with its text, the part that matches marked, and its path. A virtual list
 * that follows the ARIA listbox pattern: the list holds the focus and names the current match.
 */

import { cut, many } from "@asdf-wasm/science/format/format";
import { useEffect, useRef } from "preact/hooks";
import type { Hit } from "../protocol/edits.ts";
import type { TreeSearch } from "../state/search.ts";
import { Marked } from "../ui/Marked.tsx";
import { Icon } from "./Icon.tsx";
import { Value } from "./TreeRow.tsx";
import { useVirtualRows } from "./virtual.ts";

const ROW_HEIGHT = 40;
/** Of a path, the end that is laid out. */
const LONGEST_PATH = 500;

interface SearchHitsProps {
  readonly search: TreeSearch;
  /** Returns the focus to the field. */
  readonly onBack: () => void;
  /** Takes the focus to the tree. */
  readonly onGone: () => void;
}

export function SearchHits({ search, onBack, onGone }: SearchHitsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const counts = search.counts.value;
  const count = search.count.value;
  const at = search.at.value;
  const hits = search.hits.value;
  const pattern = search.pattern.value;
  const virtual = useVirtualRows(scroller, count, ROW_HEIGHT);
  const start = virtual.items[0]?.index ?? 0;
  const stop = (virtual.items.at(-1)?.index ?? -1) + 1;

  // More matches may have come in front of those that are seen, and an edit outdates all.
  useEffect(() => void search.want(start, stop), [search, start, stop, counts, hits.size === 0]);
  useEffect(() => {
    if (at >= 0) {
      virtual.reveal(at);
    }
  }, [at]);

  const go = (index: number): void => {
    void search.choose(index);
    onGone();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const to = virtual.step(key, at);
    if (ctrlKey || metaKey || altKey || (to === undefined && !["Enter", " ", "Escape"].includes(key))) {
      return;
    }
    event.preventDefault();
    if (key === "Escape" || (key === "ArrowUp" && at <= 0)) {
      onBack();
    } else if (to === undefined) {
      go(Math.max(0, at));
    } else {
      search.point(to);
    }
  };

  return (
    <div class="hits">
      <p class="hint hits-count">{summary(counts)}</p>
      <div
        ref={scroller}
        class="hits-list"
        role="listbox"
        tabIndex={0}
        aria-label={`Matches: ${summary(counts)}`}
        aria-activedescendant={at >= start && at < stop ? `hit-${at}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div class="tree-rows" role="presentation" style={{ height: `${virtual.height}px` }}>
          {virtual.items.map(({ index, start: top }) => {
            const id = search.nodeAt(index);
            const hit = id === undefined ? undefined : hits.get(id);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the list, which holds the focus.
              <div
                key={id ?? index}
                id={`hit-${index}`}
                class={`hit kind-${hit?.node.kind ?? "none"}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                aria-posinset={index + 1}
                aria-setsize={count}
                aria-busy={hit === undefined || undefined}
                style={{ transform: `translateY(${top}px)` }}
                title={hit && cut(pathOf(hit))}
                onClick={() => go(index)}
              >
                {hit && <Match hit={hit} pattern={pattern} />}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Match({ hit, pattern }: { hit: Hit; pattern: RegExp | undefined }) {
  const { node, isIndex, path, meaning } = hit;
  return (
    <>
      <span class="hit-line">
        <Icon node={node} />
        {!isIndex && (
          <span class="key">
            <Marked text={node.key || "(no key)"} pattern={pattern} />
          </span>
        )}
        <Value node={node} pattern={pattern} />
      </span>
      {meaning === undefined ? (
        // Cut at its beginning: what is near says more.
        <span class="hit-path">
          <bdi>{path.slice(-LONGEST_PATH) || "top level"}</bdi>
        </span>
      ) : (
        <span class="hit-meaning">
          <Marked text={meaning} pattern={pattern} />
        </span>
      )}
    </>
  );
}

function pathOf({ node, isIndex, path }: Hit): string {
  return isIndex ? path : [path, node.key].filter((part) => part !== "").join("/");
}

/** The numbers of matches in keys, values, what schemas say, and logs. */
function summary([keys = 0, values = 0, meanings = 0, logs = 0]: readonly number[]): string {
  const parts = [
    keys > 0 && many(keys, "key"),
    values > 0 && many(values, "value"),
    meanings > 0 && many(meanings, "description"),
    logs > 0 && many(logs, "log entry", "log entries"),
  ];
  return parts.filter(Boolean).join(", ");
}
