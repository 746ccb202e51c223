/** When two numbers count as equal, and what a comparison reports. */

export interface Tolerance {
  /** Numbers a and b are equal if |a − b| ≤ atol + rtol · |b|, as in `numpy.isclose`. */
  readonly rtol: number;
  readonly atol: number;
}

export type Report = (progress: { readonly loaded: number; readonly total: number }) => void;

export function isClose(one: number, other: number, { rtol, atol }: Tolerance): boolean {
  return (
    one === other ||
    (Number.isNaN(one) && Number.isNaN(other)) ||
    (Number.isFinite(one) && Number.isFinite(other) && Math.abs(one - other) <= atol + rtol * Math.abs(other))
  );
}
