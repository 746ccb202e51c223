/**
 * The image as a map of segments, tied to the rows of the catalogue by their labels: the row of a segment, the outline of the segment of the
 * selected row, and which of both have no counterpart.
 */
import { numbersNamed } from "@asdf-wasm/science/tables/positions";
import { computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import type { TreeNode } from "../../../../protocol/facts.ts";
import { ABORTED } from "../../../../protocol/notices.ts";
import type { CatalogueTable } from "../../../../protocol/over/catalogue.ts";
import type { LabelsRequest } from "../../../../protocol/over/segments.ts";
import type { ViewHost, ViewModel } from "../../../../state/view.ts";
import type { CoverPicture } from "../../draw/cover.ts";
import { CatalogueModel } from "../catalogueModel.ts";
import type { Shades } from "../draw/shades.ts";
import { read } from "../reading.ts";
import { ColumnValues } from "../values.ts";

/** What Roman and photutils call the column of labels: looked for beside any image of integers. */
const LABEL = "label";
/** What others call it: looked for beside an image with the name of a map of segments. */
const NAMES: readonly string[] = [LABEL, "number", "segment", "segment_id", "seg_id", "source_id", "id"];
const MAP = /segm|label/i;

/** In place of a column: the image has no segments of this table. */
export const NONE = -1;

/** Of a larger image, the picture of its segments has every second pixel, and so on. */
const LONGEST_SIDE = 4096;

interface Known<T> {
  readonly of: TreeNode;
  readonly value: T;
}

export class SegmentsModel implements ViewModel {
  /** The image of labels that is drawn. */
  readonly image = signal<TreeNode | undefined>(undefined);
  /** What a person has chosen for a table: the column of labels, or none. */
  readonly picked = signal<{ readonly table: CatalogueTable; readonly column: number } | undefined>(
    undefined,
  );
  readonly problem = signal("");
  readonly column: ReadonlySignal<number | undefined>;
  /** The edges of the selected row's segment. */
  readonly outline: ReadonlySignal<Float64Array | undefined>;
  /** How many rows have no segment, and how many segments no row. */
  readonly apart: ReadonlySignal<{ readonly rows: number; readonly segments: number } | undefined>;
  /** The segments in the colours of their rows, where these have colours by a column. */
  readonly picture: ReadonlySignal<CoverPicture | undefined>;
  readonly #host: ViewHost;
  readonly #labels: ColumnValues;
  readonly #there = signal<Known<Float64Array> | undefined>(undefined);
  readonly #edges = signal<Known<{ readonly label: number; readonly edges: Float64Array }> | undefined>(
    undefined,
  );
  #selecting = new AbortController();
  readonly #painted = signal<Known<CoverPicture & { readonly by: Shades }> | undefined>(undefined);
  readonly #stop: readonly (() => void)[];

  constructor(host: ViewHost) {
    this.#host = host;
    const { chosen, selected, look } = host.model(CatalogueModel);
    this.column = computed(() => {
      const { table, spans } = chosen.value ?? {};
      // Of a table of which only rows in view are read, not every segment would have its row.
      if (!table || spans || !this.image.value) {
        return undefined;
      }
      const picked = this.picked.value;
      const isMap = MAP.test(this.image.value.key) || MAP.test(host.name.value);
      const column = picked?.table === table ? picked.column : labelColumn(table, isMap ? NAMES : [LABEL]);
      return column === NONE ? undefined : column;
    });
    this.#labels = new ColumnValues(chosen, () => this.column.value, this.problem);
    const label = computed(() => {
      const [row, labels] = [selected.value, this.#labels.values.value];
      const found = row === undefined ? undefined : labels?.[row];
      return found === undefined || Number.isNaN(found) || found === 0 ? undefined : found;
    });
    this.outline = computed(() => {
      const known = this.#edges.value;
      return known && known.of === this.image.value && known.value.label === label.value
        ? known.value.edges
        : undefined;
    });
    this.picture = computed(() => {
      const painted = this.#painted.value;
      const isNow = painted && painted.of === this.image.value && painted.value.by === look.shades.value;
      return isNow && this.column.value !== undefined ? painted.value : undefined;
    });
    this.apart = computed(() => {
      const [there, labels] = [this.#there.value, this.#labels.values.value];
      if (!labels || !there || there.of !== this.image.value) {
        return undefined;
      }
      const [known, own] = [new Set(there.value), new Set(labels)];
      return {
        rows: labels.reduce((sum, value) => sum + Number(!known.has(value)), 0),
        segments: there.value.reduce((sum, value) => sum + Number(!own.has(value)), 0),
      };
    });
    this.#stop = [
      () => this.#labels.dispose(),
      this.#reading(
        () => this.column.value !== undefined,
        async (of, request, signal) => {
          this.#there.value = {
            of,
            value: await host.request(signal, (worker, signal) => worker.segments.labels(request, signal)),
          };
        },
      ),
      this.#reading(
        () => look.shades.value !== undefined && this.#labels.values.value !== undefined,
        async (of, request, signal) => {
          const [by, labels] = [look.shades.peek(), this.#labels.values.peek()];
          if (by && labels) {
            const colors = Uint32Array.from(labels, (_, row) =>
              Number.parseInt(by.colorOf(row).slice(1), 16),
            );
            const [height = 0, width = 0] = host.section.lengths.peek();
            const step = Math.max(1, Math.ceil(Math.max(height, width) / LONGEST_SIDE));
            const bitmap = await host.request(signal, (worker, signal) =>
              worker.segments.picture({ ...request, labels, colors, step }, signal),
            );
            this.#painted.peek()?.value.bitmap.close();
            this.#painted.value = { of, value: { bitmap, excerpt: { x: 0, y: 0, width, height, step }, by } };
          }
        },
      ),
      this.#reading(
        () => label.value !== undefined,
        async (of, request, signal) => {
          const own = label.peek() ?? 0;
          const edges = await host.request(signal, (worker, signal) =>
            worker.segments.outline({ ...request, label: own }, signal),
          );
          this.#edges.value = { of, value: { label: own, edges } };
        },
      ),
    ];
  }

  /** Selects the row of the segment at a pixel. Resolves with whether there is one, or the pixel no longer counts. */
  async select(x: number, y: number): Promise<boolean> {
    this.#selecting.abort(ABORTED);
    this.#selecting = new AbortController();
    const { signal } = this.#selecting;
    const [image, labels] = [this.image.peek(), this.#labels.values.peek()];
    const [height = 0, width = 0] = this.#host.section.lengths.peek();
    if (!image || !labels || !(x >= 0 && x < width && y >= 0 && y < height)) {
      return false;
    }
    const section = this.#host.section.current.peek();
    const label = await read(this.problem, signal, () =>
      this.#host.request(signal, (worker, signal) =>
        worker.segments.at({ node: image.id, section, x, y }, signal),
      ),
    );
    if (signal.aborted || labels !== this.#labels.values.peek()) {
      return true;
    }
    const row = label ? labels.indexOf(label) : -1;
    if (row >= 0) {
      this.#host.model(CatalogueModel).select(row);
    }
    return row >= 0;
  }

  forgetNeighbour(): void {
    for (const computed of [this.column, this.outline, this.picture, this.apart]) {
      computed.peek();
    }
  }

  clear(): void {
    this.image.value = undefined;
    this.picked.value = undefined;
    this.problem.value = "";
    this.#there.value = undefined;
    this.#edges.value = undefined;
    this.#painted.peek()?.value.bitmap.close();
    this.#painted.value = undefined;
    this.#labels.clear();
  }

  dispose(): void {
    for (const stop of this.#stop) {
      stop();
    }
  }

  /** Reads what is wanted of the image, and again for another section. */
  #reading(
    isWanted: () => boolean,
    reading: (of: TreeNode, request: LabelsRequest, signal: AbortSignal) => Promise<void>,
  ): () => void {
    return effect(() => {
      const section = this.#host.section.current.value;
      const of = isWanted() ? this.image.value : undefined;
      const stopping = new AbortController();
      if (of) {
        untracked(
          () =>
            void read(this.problem, stopping.signal, () =>
              reading(of, { node: of.id, section }, stopping.signal),
            ),
        );
      }
      return () => stopping.abort(ABORTED);
    });
  }
}

/** Whether an array may be a map of segments. */
export function mayHaveSegments({ array }: TreeNode): boolean {
  return array !== undefined && /^u?int\d+$/.test(array.datatype);
}

/** The first of some names that a column of numbers has. */
function labelColumn({ columns }: CatalogueTable, names: readonly string[]): number {
  return names.map((name) => numbersNamed(columns, name)).find((column) => column >= 0) ?? NONE;
}
