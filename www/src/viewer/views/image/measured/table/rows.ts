/** What was measured, in words and numbers: the rows of tables, as they are shown and as they are copied. */
import { grouped, many, real, rounded } from "@asdf-wasm/science/format/format";
import type { Excluded, Extreme, Flux, Measured, Photometry } from "@asdf-wasm/science/measure/results";

export interface Row {
  readonly label: string;
  /** As it is shown. */
  readonly text: string;
  readonly unit?: string | undefined;
  /** With all digits, for other programs; a position takes more. */
  readonly value: string;
  /** What is shown after the value. */
  readonly note?: string | undefined;
}

/** Rows under a heading. */
export interface Rows {
  readonly heading?: string;
  readonly rows: readonly Row[];
}

export function statisticsRows(measured: Measured, datatype: string): readonly Rows[] {
  const { unit, count, excluded, sum, mean, median, std, clipped, min, max, skyArea } = measured;
  const center = std / Math.sqrt(Math.max(count, 1));
  const extreme = (label: string, at: Extreme | undefined): Row => ({
    ...{ label, unit, value: at ? String(at.value) : "" },
    text: at ? (typeof at.value === "bigint" ? String(at.value) : real(at.value, datatype)) : "–",
    note: at && `at ${at.x}, ${at.y}`,
  });
  return [
    {
      rows: [
        { ...whole("Pixels", count), note: leftOut(excluded) || undefined },
        ...(skyArea === undefined ? [] : [number("Area", skyArea, "arcsec²")]),
        typeof sum === "bigint"
          ? { label: "Sum", text: String(sum), value: String(sum), unit }
          : number("Sum", sum, unit, std),
        number("Mean", mean, unit, center),
        number("Median", median, unit, center),
        number("σ", std, unit),
        extreme("Minimum", min),
        extreme("Maximum", max),
      ],
    },
    {
      heading: "Clipped at 3 σ",
      rows: [
        whole("Pixels", clipped.count),
        number("Mean", clipped.mean, unit, clipped.std / Math.sqrt(Math.max(clipped.count, 1))),
        number("Median", clipped.median, unit, clipped.std / Math.sqrt(Math.max(clipped.count, 1))),
        number("σ", clipped.std, unit),
      ],
    },
  ];
}

/** "12 not finite, 3 masked, 4 flagged left out"; empty if none is. */
export function leftOut({ notFinite, masked, flagged }: Excluded): string {
  const parts = [
    notFinite > 0 && many(notFinite, "not finite", "not finite"),
    masked > 0 && many(masked, "masked", "masked"),
    flagged > 0 && many(flagged, "flagged", "flagged"),
  ].filter((part) => part !== false);
  return parts.length > 0 ? `${parts.join(", ")} left out` : "";
}

interface Sky {
  /** A pixel's side in arcseconds. */
  readonly scale: number | undefined;
  /** A position as text. */
  readonly position: (x: number, y: number) => string | undefined;
}

export function photometryRows(found: Photometry, { scale, position }: Sky): readonly Rows[] {
  const { unit, area, missing, sum, net, error, errorOf, flux, background, moments, fit } = found;
  const scatter = error ?? (background && background.std * Math.sqrt(area));
  const perPixel = background && background.std / Math.sqrt(background.count);
  const width = (label: string, pixels: number): Row => ({
    ...number(label, pixels, "px"),
    note: scale === undefined ? undefined : `${rounded(pixels * scale, 4)}″`,
  });
  const centre = (x: number, y: number): Row => ({
    ...{ label: "Centre", text: `${x.toFixed(3)}, ${y.toFixed(3)}`, unit: "px", value: `${x} ${y}` },
    note: position(x, y),
  });
  return [
    {
      rows: [
        {
          ...number("Area", area, "px"),
          note: missing > 0.01 ? `${rounded(missing, 3)} px left out` : undefined,
        },
        number("Sum", sum, unit, scatter),
        ...(background
          ? [
              {
                ...number("Background", background.perPixel, unit, perPixel),
                note: `a pixel, from ${many(background.count, "pixel")}`,
              },
              number("Net sum", net, unit, scatter),
            ]
          : []),
        ...(error === undefined ? [] : [{ ...number("Error", error, unit), note: `from ${errorOf}` }]),
        ...(error ? [number("Net / error", net / error, undefined)] : []),
        ...(flux ? fluxRows(flux) : []),
      ],
    },
    ...(moments
      ? [
          {
            heading: "Moments",
            rows: [
              centre(moments.x, moments.y),
              width("FWHM", Math.hypot(moments.major, moments.minor) / Math.SQRT2),
              number("Axis ratio", moments.minor / moments.major, undefined),
            ],
          },
        ]
      : []),
    {
      heading: "Gaussian fit",
      rows: fit
        ? [
            centre(fit.x, fit.y),
            width("FWHM, long", fit.major),
            width("FWHM, short", fit.minor),
            { label: "Angle", text: `${rounded(fit.angle, 4)}`, unit: "°", value: String(fit.angle) },
            number("Peak", fit.amplitude, unit),
          ]
        : [{ label: "Gaussian", text: "none fits", value: "" }],
    },
  ];
}

function fluxRows({ jansky, error, magnitude, magnitudeError, by }: Flux): Row[] {
  const decimals = magnitudeError ? Math.min(Math.max(1 - Math.floor(Math.log10(magnitudeError)), 0), 6) : 4;
  return [
    { ...number("Flux density", jansky, "Jy", error), note: `by ${by}` },
    ...(error === undefined ? [] : [number("Error of flux density", error, "Jy")]),
    ...(magnitude === undefined
      ? [{ label: "AB magnitude", text: "none: the net sum is not positive", value: "" }]
      : [
          { label: "AB magnitude", text: magnitude.toFixed(decimals), unit: "mag", value: String(magnitude) },
        ]),
    ...(magnitudeError === undefined ? [] : [number("Error of AB magnitude", magnitudeError, "mag")]),
  ];
}

function whole(label: string, count: number): Row {
  return { label, text: grouped(count), value: String(count) };
}

/** With digits that suit the uncertainty: two or three of it, or six. */
function number(label: string, value: number, unit: string | undefined, uncertainty?: number): Row {
  return { label, text: inDigits(value, uncertainty), unit, value: String(value) };
}

export function inDigits(value: number, uncertainty = 0): string {
  if (!Number.isFinite(value)) {
    return "–";
  }
  const digits = uncertainty > 0 ? Math.ceil(Math.log10(Math.abs(value) / uncertainty)) + 2 : 6;
  return String(rounded(value, Math.min(Math.max(Number.isFinite(digits) ? digits : 6, 4), 15)));
}
