/** Offers charts for export: whoever shows charts provides the model, and each chart offers itself. */
import { createContext, type RefObject } from "preact";
import { useContext, useEffect, useRef } from "preact/hooks";
import type { Figure } from "./figure.ts";
import type { ChartsModel } from "./liveCharts.ts";

export const Charts = createContext<ChartsModel | undefined>(undefined);

/** Offers the chart in an element for as long as it is shown. */
export function useOffer(
  element: RefObject<HTMLElement | null>,
  label: string,
  figure: () => Figure | undefined,
): void {
  const charts = useContext(Charts);
  const newest = useRef(figure);
  newest.current = figure;
  useEffect(
    () =>
      element.current
        ? charts?.offer({ label, element: element.current, figure: () => newest.current() })
        : undefined,
    [charts, label],
  );
}
