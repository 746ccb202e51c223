/** The list of regions: arrows move through it, Delete removes the selected one. */

import { rounded } from "@asdf-wasm/science/format/format";
import { centreOf } from "@asdf-wasm/science/regions/geometry";
import type { Region } from "@asdf-wasm/science/regions/region";
import { useComputed } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { isOfSky, nameOf } from "../../../regions/names.ts";
import type { RegionsModel } from "../../../state/regions.ts";
import type { RegionTool } from "./regionTool.ts";

interface ListProps {
  readonly regions: RegionsModel;
  readonly tool: RegionTool;
  /** Where a region is, where all are of the sky; without it, in pixels. */
  readonly where?: (region: Region) => string;
}

export function RegionList({ regions, tool, where = inPixels }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  const all = regions.all.value;
  const selected = regions.selectedId.value;
  // Rows of regions that stay the same are not drawn again while one of a thousand is dragged.
  const rows = useMemo(() => new WeakMap<Region, VNode>(), [where]);
  const row = (region: Region): VNode => {
    const known = rows.get(region) ?? <Row key={region.id} {...{ region, regions, tool, where }} />;
    rows.set(region, known);
    return known;
  };

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [selected]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const at = all.findIndex(({ id }) => id === selected);
    if (event.key === "Delete" || event.key === "Backspace") {
      regions.remove(selected === undefined ? [] : [selected]);
    } else if (event.key === "Escape") {
      regions.select(undefined);
    } else if (event.key === "Enter" && all[at]) {
      tool.lookAt(all[at].shape);
    } else {
      const next = all[destination(event.key, at, all.length) ?? -1];
      if (!next) {
        return;
      }
      regions.select(next.id);
    }
    event.preventDefault();
  };

  return (
    <div
      ref={list}
      class="region-list"
      role="listbox"
      tabIndex={0}
      aria-label="Regions"
      aria-activedescendant={selected === undefined ? undefined : rowId(selected)}
      onKeyDown={onKeyDown}
    >
      {all.map(row)}
    </div>
  );
}

function Row({ region, regions, tool, where }: Required<ListProps> & { readonly region: Region }) {
  const isSelected = useComputed(() => regions.selectedId.value === region.id);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys.
    <div
      class="region"
      tabIndex={-1}
      id={rowId(region.id)}
      role="option"
      aria-selected={isSelected.value}
      onClick={() => regions.select(region.id)}
      onDblClick={() => tool.lookAt(region.shape)}
    >
      <span class="dot" style={{ background: region.color }} />
      <span class="name">{nameOf(region)}</span>
      {where === inPixels && isOfSky(region.id) && (
        <span class="kind" title="Follows the sky, in every open image">
          sky
        </span>
      )}
      <span class="where">{where(region)}</span>
    </div>
  );
}

function inPixels({ shape }: Region): string {
  const { x, y } = centreOf(shape);
  return `${rounded(x, 6)}, ${rounded(y, 6)}`;
}

function rowId(region: number): string {
  return `region-${region}`;
}

/** The row that a key moves to. */
function destination(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return Math.min(at + 1, count - 1);
    case "ArrowUp":
      return at < 0 ? count - 1 : Math.max(at - 1, 0);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
