/** What of the open file can be exported now, and into which formats. */

import type { DataFormat } from "@asdf-wasm/science/export/writing";
import { quoted } from "@asdf-wasm/science/format/csvCell";
import { cut, grouped, shape as inWords, many, rounded } from "@asdf-wasm/science/format/format";
import type { PlaneHistogram } from "@asdf-wasm/science/measure/bins";
import type { Section, Span } from "@asdf-wasm/science/sections/section";
import type { Arrangement, TableFacts } from "@asdf-wasm/science/tables/window";
import { isTable } from "@asdf-wasm/science/tree/kinds";
import { ChartsModel, type LiveChart } from "../../chart/liveCharts.ts";
import { HAS_CATALOGUES } from "../../protocol/catalogues.ts";
import type { ArrayPart, ExportJob } from "../../protocol/exports.ts";
import { RowsModel } from "../../state/rows.ts";
import { ExportModel, type FileKind } from "../../state/saveJob.ts";
import type { Session } from "../../state/session.ts";
import { remembered } from "../../state/settings/remembered.ts";
import { stemOf } from "../../state/source.ts";
import { WorldModel } from "../../state/world.ts";
import { HistogramModel } from "../../views/histogram/histogramModel.ts";
import type { BesideHistogram } from "../../views/histogram/together.ts";
import { visiblePixels } from "../../views/image/camera/camera.ts";
import { ImageModel } from "../../views/image/model/imageModel.ts";
import { type LivePicture, PictureModel } from "../../views/image/picture/pictureModel.ts";
import { chartText } from "../../views/line/chartText.ts";
import { LineModel } from "../../views/line/lineModel.ts";
import { TableModel } from "../../views/table/tableModel.ts";
import { mosaicJob } from "../../views/together/mosaicJob.ts";
import { TogetherModel } from "../../views/together/togetherModel.ts";
import { cutTo, regionIn } from "./cutout.ts";
import { seenOn, showsImage } from "./jobs.ts";

export type ExportFormat =
  | DataFormat
  | PictureFormat
  | "asdf"
  | "parquet"
  | "ecsv"
  | "yaml"
  | "json"
  | "stored"
  | "decoded";
export type PictureFormat = "png" | "svg";

/** Something that can be exported. */
export interface Exportable {
  readonly name: string;
  readonly label: string;
  /** What it is, in a few words. */
  readonly detail: string;
  /** The name of the file without its extension. */
  readonly stem: string;
  readonly formats: readonly ExportFormat[];
  /** Undefined for pictures, and for ASDF, which `spans` are cut for. */
  readonly job: (format: ExportFormat) => ExportJob | undefined;
  readonly picture?: LivePicture | undefined;
  /** The usual title of a picture. */
  readonly title?: string;
  readonly chart?: LiveChart | undefined;
  /** The file itself, if the page knows it. */
  readonly text?: ((format: ExportFormat) => string) | undefined;
  /** Whose choices there are beside the format. */
  readonly together?: TogetherModel | undefined;
  /** The node and the part of it on each axis. */
  readonly cut?: { readonly node: number; readonly spans: readonly (Span | null)[] } | undefined;
}

/** Whether a format is a picture. */
export function isPicture(format: ExportFormat): format is PictureFormat {
  return format === "png" || format === "svg";
}

export const FORMATS: Readonly<Record<ExportFormat, FileKind & { readonly label: string }>> = {
  png: { label: "PNG", description: "PNG picture", mime: "image/png", extension: ".png" },
  svg: { label: "SVG", description: "SVG picture", mime: "image/svg+xml", extension: ".svg" },
  fits: { label: "FITS", description: "FITS file", mime: "application/fits", extension: ".fits" },
  npy: {
    label: "NumPy .npy",
    description: "NumPy array",
    mime: "application/octet-stream",
    extension: ".npy",
  },
  csv: { label: "CSV", description: "Comma-separated values", mime: "text/csv", extension: ".csv" },
  ecsv: { label: "ECSV", description: "ECSV table", mime: "text/plain", extension: ".ecsv" },
  asdf: { label: "ASDF", description: "ASDF file", mime: "application/asdf", extension: ".asdf" },
  parquet: {
    label: "Parquet",
    description: "Parquet table",
    mime: "application/vnd.apache.parquet",
    extension: ".parquet",
  },
  decoded: {
    label: "Decoded",
    description: "Bytes of a block",
    mime: "application/octet-stream",
    extension: ".bin",
  },
  stored: {
    label: "As stored",
    description: "Stored bytes of a block",
    mime: "application/octet-stream",
    extension: ".stored",
  },
  yaml: { label: "YAML", description: "YAML", mime: "application/yaml", extension: ".yaml" },
  json: { label: "JSON", description: "JSON", mime: "application/json", extension: ".json" },
};

/** What was exported last, and into which formats, the newest first: of each kind of content the next time. */
export const lastExport = remembered("asdf-viewer:export", (stored) => stored, "");
export const lastFormats = remembered("asdf-viewer:export-formats", (stored) => stored, "");

/** The likeliest first. */
export function exportables(session: Session): readonly Exportable[] {
  return [
    ...blocks(session),
    ...mosaics(session),
    ...pictures(session),
    ...partsOfArray(session),
    ...tables(session),
    ...charts(session),
    ...texts(session),
  ];
}

/** The block for which the dialog was opened. */
function blocks(session: Session): Exportable[] {
  const wish = session.model(ExportModel).wish.peek();
  if (wish === undefined || wish === "shown") {
    return [];
  }
  const { block: index } = wish;
  const block: Exportable = {
    ...{ name: "block", label: `Block ${index}`, stem: `${stemOf(session.name.value)}-block-${index}` },
    detail: "its bytes, without the header",
    formats: ["decoded", "stored"],
    job: (format) =>
      format === "decoded" || format === "stored" ? { of: "block", format, index } : undefined,
  };
  return [block];
}

/** The images that are seen together on the sky. */
function mosaics(session: Session): Exportable[] {
  const together = session.scene.view.value?.name === "together" && session.model(TogetherModel);
  const shown = together ? (mosaicJob(together, "fits")?.images.length ?? 0) : 0;
  const mosaic: Exportable | false = together &&
    shown > 0 && {
      ...{ name: "mosaic", label: "Images together", stem: `${stemOf(session.name.value)}-mosaic` },
      detail: `${many(shown, "image")} on a tangent plane, north up, overlaps and backgrounds as chosen in the view`,
      formats: ["fits", "asdf"],
      job: (format) => (format === "fits" || format === "asdf" ? mosaicJob(together, format) : undefined),
      together,
    };
  return mosaic ? [mosaic] : [];
}

function pictures(session: Session): Exportable[] {
  const facts = seenOn(session);
  const picture = session.model(PictureModel).live.value;
  if (!facts || !picture) {
    return [];
  }
  const place = cut(picture.drawn()?.name ?? facts.key);
  const index = indexText(session.section.current.value, facts.array?.shape.length ?? 0);
  const view: Exportable = {
    ...{ name: "view", label: "Picture of the view", picture },
    title: `${session.name.value} · ${place}${index}`,
    stem: `${stemOf(session.name.value)}-${leafOf(facts.key)}`,
    detail: "what is seen, with its colours and what is drawn over it",
    formats: ["png", "svg"],
    job: () => undefined,
  };
  return [view];
}

/** All charts that are on the page. */
function charts(session: Session): Exportable[] {
  const facts = seenOn(session);
  const stem = `${stemOf(session.name.value)}-${leafOf(facts?.key ?? "")}`;
  return session.model(ChartsModel).live.value.map((chart, i) => ({
    ...{ name: i === 0 ? "chart" : `chart ${i}`, label: `Chart: ${chart.label}`, chart },
    stem: `${stem}-${leafOf(chart.label.toLowerCase())}`,
    detail: "what is seen, with axes, units and legend",
    formats: ["svg", "png"] as const,
    job: () => undefined,
  }));
}

function partsOfArray(session: Session): Exportable[] {
  const { scene, name } = session;
  const facts = seenOn(session);
  const array = facts?.array;
  if (!facts || !array || array.elements === "records" || array.unreadable) {
    return [];
  }
  const section = session.section.current.value;
  const stem = `${stemOf(name.value)}-${leafOf(facts.key)}`;
  const wcs = session.model(WorldModel).path.value;
  const isText = array.elements === "texts";
  const offered = (axes: number): DataFormat[] => [
    ...(isText ? [] : (["fits"] as const)),
    "npy",
    ...(axes <= 2 ? (["csv"] as const) : []),
  ];
  const jobOf =
    (part: ArrayPart) =>
    (format: ExportFormat): ExportJob | undefined =>
      format === "npy" || format === "fits" || format === "csv"
        ? { of: "array", format, part, wcs: array.shape.length > 1 ? wcs : undefined }
        : undefined;
  const found: Exportable[] = [];
  const [rows, columns] = section.axes;
  const of = `${facts.key}${indexText(section, array.shape.length)}`;
  if (array.elements === "numbers" && rows !== undefined && columns !== undefined) {
    const size = { width: array.shape[columns] ?? 0, height: array.shape[rows] ?? 0 };
    const { camera, screen } = session.model(ImageModel).viewpoint;
    const region = regionIn(session, size);
    const places = [
      region && { name: "region", label: "Box of the selected region", pixels: region.pixels },
      showsImage(scene) && {
        ...{ name: "visible", label: "Visible part" },
        pixels: visiblePixels(camera.value, size, screen.value),
      },
    ];
    for (const place of places) {
      if (place && place.pixels.width > 0 && place.pixels.height > 0) {
        const { x, y, width, height } = place.pixels;
        const part = {
          ...{ node: facts.id, section },
          ...{ rows: { start: y, stop: y + height }, columns: { start: x, stop: x + width } },
        };
        found.push({
          ...{
            name: place.name,
            label: place.label,
            stem: `${stem}-${place.name === "region" ? "region" : "cutout"}`,
          },
          detail: `${width} × ${height} pixels of ${of}, from x ${x} and y ${y} on`,
          // A cutout is of the arrays of the file.
          formats: [...offered(2), ...(facts.of === undefined ? (["asdf"] as const) : [])],
          job: jobOf(part),
          cut: { node: facts.id, spans: cutTo(array.shape, section, place.pixels) },
        });
      }
    }
  }
  if (array.shape.length > section.axes.length && section.axes.length > 0) {
    found.push({
      ...{
        name: "section",
        label: "Section shown",
        stem: `${stem}-${section.index.filter((_, axis) => !section.axes.includes(axis)).join("-")}`,
      },
      detail: `${of}, ${inWords(section.axes.map((axis) => array.shape[axis] ?? 0))} ${array.datatype}`,
      formats: offered(section.axes.length),
      job: jobOf({ node: facts.id, section }),
    });
  }
  const whole: Exportable = {
    ...{ name: "array", label: "Whole array", stem },
    detail: `${facts.key}, ${inWords(array.shape)} ${array.datatype}`,
    formats: offered(array.shape.length),
    job: jobOf({ node: facts.id }),
  };
  const view = scene.view.value?.name;
  if (view === "line" && array.shape.length > 0) {
    const { lines } = session.model(LineModel);
    const chart: Exportable = {
      ...{ name: "chart-lines", label: "Lines of the chart", stem: `${stem}-lines` },
      detail: `${many(lines.value.length, "line")} as drawn: the name, coordinate and value of each point`,
      ...{ formats: ["csv", "ecsv"], job: () => undefined },
      text: (format) => chartText(lines.value, format === "ecsv"),
    };
    const axis = session.model(LineModel).axis.value ?? array.shape.length - 1;
    const line = { axes: [axis], index: session.section.at.value };
    const part = { node: facts.id, section: line };
    const job = jobOf(part);
    const isLine: Exportable = {
      ...{ name: "line", label: "Line shown", stem: `${stem}-line` },
      detail: `${facts.key}${indexText(line, array.shape.length + 1)}, all its ${array.shape[axis] ?? 0} points`,
      formats: ["csv", ...offered(1).filter((format) => format !== "csv")],
      job: (format) => (format === "csv" ? { of: "array", format, part, wcs, isLine: true } : job(format)),
    };
    return [isLine, ...(lines.value.length > 1 ? [chart] : []), whole, ...found];
  }
  const counting = session.model(HistogramModel);
  const histogram = view === "histogram" ? counting.found.value?.histogram : undefined;
  const counted: Exportable[] = histogram
    ? [
        {
          ...{ name: "histogram", label: "Histogram", stem: `${stem}-histogram`, formats: ["csv"] },
          detail: `${histogram.counts.length} bins: from, to, count`,
          job: () => undefined,
          text: () => histogramText(histogram, counting.beside.value),
        },
      ]
    : [];
  // On the stage, the whole is what most want.
  return [...counted, whole, ...found];
}

function tables(session: Session): Exportable[] {
  const facts = session.scene.facts.value;
  const isRecords = facts?.array?.elements === "records" && !facts.array.unreadable;
  if (!facts || !(isRecords || isTable(facts.tag) || facts.columns !== undefined)) {
    return [];
  }
  const jobOf =
    (arrangement?: Arrangement) =>
    (format: ExportFormat): ExportJob | undefined =>
      format === "npy" || format === "fits" || format === "csv" || format === "asdf" || format === "parquet"
        ? { of: "table", format, node: facts.id, arrangement }
        : undefined;
  const stem = `${stemOf(session.name.value)}-${leafOf(facts.key)}`;
  const formats = ["csv", "fits", "npy", "asdf", ...(HAS_CATALOGUES ? (["parquet"] as const) : [])] as const;
  const found: Exportable[] = [
    {
      ...{ name: "table", label: "Table", stem, formats, job: jobOf() },
      detail: `${facts.key}, all rows in the order of the file`,
    },
  ];
  const shown = session.model(TableModel).arrangementOn(facts.id);
  if (!shown) {
    return found;
  }
  const { table, arrangement } = shown;
  const rows = session.model(RowsModel);
  const ways = waysOf(arrangement, table);
  if (ways.length > 0) {
    found.push({
      ...{ name: "table-shown", label: "Table as shown", stem: `${stem}-shown`, formats },
      detail: `${facts.key}, ${ways.join(", ")}`,
      job: jobOf(arrangement),
    });
  }
  const chosen = rows.chosenOf(table.id);
  if (chosen) {
    found.push({
      ...{ name: "table-selected", label: "Selected rows", stem: `${stem}-selected`, formats },
      detail: `${facts.key}, ${many(chosen.length, "row")} of ${grouped(table.rows)}`,
      job: jobOf({ sort: arrangement.sort, filters: [], only: rows.choiceOf(table.id) }),
    });
  }
  return found;
}

/** How what is shown of a table differs from all its rows in the order of the file. */
function waysOf({ sort, filters, only }: Arrangement, { columns }: TableFacts): string[] {
  const name = (column: number) => columns[column]?.name ?? "";
  const filtered = filters.map(({ column, text }) => `${name(column)} ${text}`).join(" and ");
  return [
    ...(only ? ["selected rows only"] : []),
    ...(filtered ? [`filtered by ${filtered}`] : []),
    ...(sort ? [`sorted by ${name(sort.column)}${sort.descending ? " downwards" : ""}`] : []),
  ];
}

function texts(session: Session): Exportable[] {
  const { detail, name } = session;
  const node = detail.value;
  const stem = stemOf(name.value);
  const jobOf =
    (id: number, isWhole: boolean) =>
    (format: ExportFormat): ExportJob | undefined =>
      format === "yaml" || format === "json" ? { of: "tree", format, node: id, isWhole } : undefined;
  return [
    ...(node
      ? [
          {
            ...{
              name: "node",
              label: "Selected node",
              stem: `${stem}-${leafOf(node.path.split("/").at(-1) ?? "")}`,
            },
            detail: node.path || "the root",
            formats: ["yaml", "json"] as const,
            job: jobOf(node.id, false),
          },
        ]
      : []),
    {
      ...{ name: "tree", label: "Whole tree", stem },
      detail: "without the elements of arrays in blocks",
      formats: ["yaml", "json"],
      job: jobOf(0, true),
    },
  ];
}

function histogramText({ min, max, counts }: PlaneHistogram, beside: readonly BesideHistogram[]): string {
  const edge = (bin: number): number => rounded(min + (bin * (max - min)) / counts.length, 12);
  const others = beside.flatMap(({ source, found }) =>
    found?.histogram ? [{ name: `count of ${source.name}`, counts: found.histogram.counts }] : [],
  );
  const head = ["from", "to", "count", ...others.map(({ name }) => quoted(name))].join();
  const lines = Array.from(counts, (count, bin) =>
    [edge(bin), edge(bin + 1), count, ...others.map(({ counts }) => counts[bin])].join(),
  );
  return [head, ...lines].map((line) => `${line}\r\n`).join("");
}

/** "[3, :, :]", if there are axes besides the axes of the section. */
function indexText({ axes, index, collapse }: Section, count: number): string {
  const word = (at: number, axis: number) => (axis === collapse?.axis ? collapse.by : at);
  return count > axes.length
    ? `[${index.map((at, axis) => (axes.includes(axis) ? ":" : word(at, axis))).join(", ")}]`
    : "";
}

/** A key, or the name of a computed array, as a part of a file's name. */
function leafOf(key: string): string {
  const spelt = key.replace("−", "minus").replace("÷", "over");
  return spelt.replace(/[^\w.-]+/g, "_").replace(/^[_.]+|_+$/g, "") || "node";
}
