/** Tables of an open file as files of other formats. */
import { sizeOfCell } from "@asdf-wasm/science/export/records";
import { tableAs } from "@asdf-wasm/science/export/tables";
import { grouped, many } from "@asdf-wasm/science/format/format";
import { arrangedTable } from "@asdf-wasm/science/tables/arranged";
import { tableOf } from "@asdf-wasm/science/tables/columns";
import type { ExportJob } from "../../protocol/exports.ts";
import type { OpenFile } from "../opened.ts";
import type { ExportWriting } from "./writing.ts";

type TableJob = Extract<ExportJob, { of: "table" }>;

export async function tableWriting(
  { nodes, isRemote }: OpenFile,
  { node, format, arrangement }: TableJob,
  signal: AbortSignal,
): Promise<ExportWriting> {
  const id = nodes.tableNode(node);
  const whole = tableOf(nodes.path(id), nodes.value(id), nodes.hdus);
  const source = arrangement ? await arrangedTable(whole, arrangement, signal) : whole;
  const name = nodes.name(id);
  const { columns, ...writing } =
    format === "asdf"
      ? await (await import("@asdf-wasm/science/export/asdfTable")).asdfTable(source, name, signal)
      : format === "parquet"
        ? await (await import("@asdf-wasm/catalogues/writing/parquet")).parquetWriting(source, signal)
        : await tableAs(format, source, name, signal);
  const size = columns.reduce((sum, column) => sum + sizeOfCell(column), 0) * whole.rows;
  const part = source.rows < whole.rows ? [`${grouped(source.rows)} of ${many(whole.rows, "row")}.`] : [];
  return { ...writing, remarks: [...part, ...writing.remarks], fetched: isRemote ? size : undefined };
}
