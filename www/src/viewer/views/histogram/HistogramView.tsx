/** The histogram of a whole array, and the bin under the pointer. */
import { proxy } from "comlink";
import { useEffect, useState } from "preact/hooks";
import { unitOf } from "../../elements/complex.ts";
import { many, ordinal, rounded, withUnit } from "../../format/format.ts";
import type { ArrayHistogram, PlaneHistogram } from "../../protocol/plane.ts";
import type { ViewProps } from "../../state/view.ts";
import { adopting } from "../../styles/sheet.ts";
import { PartControl } from "../section/PartControl.tsx";
import { binsInWords, HistogramPlot } from "./HistogramPlot.tsx";
import styles from "./histogram.css?inline";

const styled = adopting(styles);

export function HistogramView({ host, facts }: ViewProps) {
  const [found, setFound] = useState<ArrayHistogram>();
  const [bin, setBin] = useState<number>();
  const part = host.part.value;
  const unit = unitOf(facts.array, part);

  useEffect(() => {
    setFound(undefined);
    const read = async (): Promise<void> => {
      const failure = await host.read(async ({ request, onProgress }) => {
        setFound(
          await request((worker, task) => worker.histogramOf(task, facts.id, part, proxy(onProgress))),
        );
      });
      if (failure) {
        host.fail(failure);
      }
    };
    void read();
    return () => host.reading.clear();
  }, [host, facts, part]);

  const histogram = found?.histogram;
  return (
    <section class="histogram-view" ref={styled} aria-label="Histogram">
      <div class="toolbar" part="toolbar">
        <PartControl host={host} facts={facts} />
      </div>
      {histogram && (
        <div
          class="histogram-room"
          onPointerMove={(event) => setBin(binUnder(event, histogram))}
          onPointerLeave={() => setBin(undefined)}
        >
          <HistogramPlot histogram={histogram} unit={unit} />
        </div>
      )}
      <footer class="status" part="status">
        <output aria-live="off">
          {histogram && bin !== undefined ? binInWords(histogram, bin, unit) : ""}
        </output>
        <p class="hint" role="status">
          {found ? summary(found, unit) : ""}
        </p>
      </footer>
    </section>
  );
}

function binUnder(event: PointerEvent, { counts }: PlaneHistogram): number | undefined {
  const room = event.currentTarget;
  const box = room instanceof Element ? room.querySelector("svg")?.getBoundingClientRect() : undefined;
  const bin = box ? Math.floor(((event.clientX - box.left) / box.width) * counts.length) : -1;
  return bin >= 0 && bin < counts.length ? bin : undefined;
}

function binInWords(histogram: PlaneHistogram, bin: number, unit: string | undefined): string {
  const [from, to] = binsInWords(histogram, bin, bin + 1);
  const range = from === to ? from : `${from} to ${to}`;
  return `${withUnit(range, unit)}: ${many(histogram.counts[bin] ?? 0, "value")}`;
}

function summary({ histogram, mean, std, count, sampled }: ArrayHistogram, unit: string | undefined): string {
  if (!histogram) {
    return "No value is a finite number";
  }
  const rows = sampled === 1 ? "" : `, of every ${ordinal(sampled)} row`;
  const [middle, spread] = [mean, std].map((value) => withUnit(rounded(value, 6), unit));
  return `${many(count, "value")}${rows}, mean ${middle}, standard deviation ${spread}; counts on a logarithmic scale`;
}
