/** The search over the tree: the field, the number of matches, going from one to the next, and their list. */

import { many } from "@asdf-wasm/science/format/format";
import { useRef } from "preact/hooks";
import type { TreeSearch } from "../state/search.ts";
import { SearchBox } from "./SearchBox.tsx";
import { SearchHits } from "./SearchHits.tsx";

export function SearchField({ search }: { search: TreeSearch }) {
  const field = useRef<HTMLInputElement>(null);
  const text = search.text.value;
  const none = search.count.value === 0;

  const focus = (role: "tree" | "listbox") =>
    field.current
      ?.closest(".side")
      ?.querySelector<HTMLElement>(`[role="${role}"]`)
      ?.focus({ preventScroll: true });
  const toTree = () => focus("tree");

  return (
    <>
      <SearchBox
        field={field}
        label="Search keys and values"
        placeholder="Search keys and values"
        text={text}
        tally={text === "" ? "" : tally(search)}
        onLook={(typed) => void search.look(typed)}
        onClear={() => search.clear()}
        keys={{
          next: (step) => void search.next(step),
          toList: () => focus(none ? "tree" : "listbox"),
          clear: () => {
            search.clear();
            toTree();
          },
        }}
      >
        <button
          type="button"
          class="quiet square"
          aria-label="Previous match"
          title="Previous match (Shift+Enter)"
          disabled={none}
          onClick={() => void search.next(-1)}
        >
          <span aria-hidden="true">↑</span>
        </button>
        <button
          type="button"
          class="quiet square"
          aria-label="Next match"
          title="Next match (Enter)"
          disabled={none}
          onClick={() => void search.next(1)}
        >
          <span aria-hidden="true">↓</span>
        </button>
      </SearchBox>
      {!none && <SearchHits search={search} onBack={() => field.current?.select()} onGone={toTree} />}
    </>
  );
}

function tally({ count, at, searching }: TreeSearch): string {
  const total = count.value;
  if (total === 0) {
    return searching.value ? "Searching…" : "No matches";
  }
  return at.value < 0
    ? many(total, "match", "matches")
    : `${at.value + 1} of ${total}${searching.value ? "…" : ""}`;
}
