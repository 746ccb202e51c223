/** The export dialog: what, as which format, how large that becomes; then progress and the outcome. */

import { bytes } from "@asdf-wasm/science/format/format";
import { useEffect, useId, useMemo, useState } from "preact/hooks";
import type { ExportPlan } from "../../protocol/exports.ts";
import type { Progress } from "../../protocol/facts.ts";
import { ABORTED, problemOf } from "../../protocol/notices.ts";
import { ExportModel } from "../../state/saveJob.ts";
import type { Session } from "../../state/session.ts";
import { Select } from "../../ui/Choice.tsx";
import { asks } from "./destination.ts";
import {
  type Exportable,
  type ExportFormat,
  exportables,
  FORMATS,
  isPicture,
  lastExport,
  lastFormats,
} from "./exports.ts";
import { FileDialog, nameWith, useWriting } from "./FileDialog.tsx";
import { MosaicFields } from "./MosaicFields.tsx";
import { NameField } from "./NameField.tsx";
import { PictureFields, SizeFields } from "./PictureFields.tsx";
import { makePicture, sizeOfPicture } from "./pictures.ts";
import { openSink, type Sink, tooLarge } from "./sink.ts";

export function ExportDialog({ session }: { session: Session }) {
  const id = useId();
  const writing = useWriting();
  const { setState } = writing;
  const all = useMemo(() => exportables(session), [session]);
  const [chosen, setChosen] = useState(
    () => all.find(({ name }) => name === "block" || name === lastExport.value) ?? all[0],
  );
  const [format, setFormat] = useState(() => formatFor(chosen));
  const [name, setName] = useState<string>();
  const plan = usePlan(session, chosen, format);
  const { wish } = session.model(ExportModel);

  if (!chosen || !format) {
    return null;
  }
  const kind = FORMATS[format];
  const shownName = name ?? `${chosen.stem}${kind.extension}`;
  const isDrawn = chosen.picture !== undefined || chosen.chart !== undefined;
  const refused = isDrawn ? sizeOfPicture(chosen).problem : problemIn(plan);

  const write = async (): Promise<void> => {
    const { signal, onProgress } = writing.next();
    lastExport.value = chosen.name;
    lastFormats.value = [format, ...formats().filter((other) => other !== format)].join(" ");
    let sink: Sink | undefined;
    try {
      sink = await openSink(nameWith(shownName, kind.extension), kind);
      if (!sink) {
        return;
      }
      setState({ is: "writing" });
      const { size, remarks } = await writeTo(sink, session, chosen, format, signal, onProgress);
      const saved = `${await sink.close()}, ${bytes(size)}.`;
      setState({ is: "saved", sentence: [saved, ...remarks].join(" ") });
    } catch (cause) {
      await sink?.abort().catch(() => {});
      setState({ is: "choosing", problem: problemOf(cause) });
    }
  };

  /** The browser takes a promise of the picture: making it would outlast the permission of the click. */
  const copy = async (): Promise<void> => {
    const { signal } = writing.next();
    setState({ is: "writing" });
    try {
      const picture = makePicture(chosen, "png", signal);
      await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
      setState({ is: "saved", sentence: `Copied a picture of ${bytes((await picture).size)}.` });
    } catch (cause) {
      setState({
        is: "choosing",
        problem: problemOf(cause) || "The browser does not allow this page to copy",
      });
    }
  };

  return (
    <FileDialog
      title="Export"
      look="exporting"
      name={shownName}
      writing={writing}
      refused={refused}
      action="Export"
      onWrite={() => void write()}
      onClose={() => {
        wish.value = undefined;
      }}
      buttons={
        isDrawn &&
        "ClipboardItem" in window && (
          <button type="button" disabled={refused !== undefined} onClick={() => void copy()}>
            Copy
          </button>
        )
      }
    >
      <label>
        <span>What</span>
        <Select
          choices={all.map(({ name, label }) => [name, label] as const)}
          value={chosen.name}
          onPick={(picked) => {
            const next = all.find(({ name }) => name === picked);
            setChosen(next);
            setFormat(formatFor(next));
            setName(undefined);
            setState({ is: "choosing" });
          }}
        />
        <p class="note">{chosen.detail}</p>
      </label>
      <fieldset class="formats">
        <legend>Format</legend>
        {chosen.formats.map((other) => (
          <label key={other}>
            <input
              type="radio"
              name={`${id}-format`}
              checked={other === format}
              onChange={() => {
                setFormat(other);
                setName(undefined);
                setState({ is: "choosing" });
              }}
            />
            {FORMATS[other].label}
          </label>
        ))}
      </fieldset>
      {chosen.picture && <PictureFields live={chosen.picture} title={chosen.title ?? ""} />}
      {chosen.chart && <SizeFields />}
      {chosen.together && <MosaicFields together={chosen.together} />}
      <NameField value={shownName} onChange={setName} />
      {isDrawn ? <p class="note">{sizeOfPicture(chosen).sentence}</p> : <Planned plan={plan} />}
    </FileDialog>
  );
}

/** Size and remarks of what would be written. */
function Planned({ plan }: { plan: Plan }) {
  if (plan === "asking" || plan.problem !== undefined) {
    return <p class="note">{plan === "asking" ? "…" : ""}</p>;
  }
  const { bytes: size, isEstimate, fetched, remarks } = plan;
  const sentences = [
    ...(size === undefined ? [] : [`${isEstimate ? "About " : ""}${bytes(size)}.`]),
    ...(fetched === undefined ? [] : [`Up to ${bytes(fetched)} are fetched for it.`]),
    ...remarks,
  ];
  return (
    <p class="note" role="status">
      {sentences.join(" ")}
    </p>
  );
}

type Plan = ExportPlan | "asking";

function problemIn(plan: Plan): string | undefined {
  return plan === "asking"
    ? undefined
    : (plan.problem ?? (plan.bytes === undefined ? undefined : tooLarge(plan.bytes, asks())));
}

/** Asks the worker what would be written. */
function usePlan(session: Session, chosen: Exportable | undefined, format: ExportFormat | undefined): Plan {
  const [plan, setPlan] = useState<Plan>("asking");
  const job = format && chosen?.job(format);
  useEffect(() => {
    setPlan("asking");
    if (chosen?.picture || chosen?.chart) {
      return;
    }
    if (chosen?.text !== undefined) {
      setPlan({ bytes: format && chosen.text(format).length, isEstimate: false, remarks: [] });
      return;
    }
    if (!job) {
      setPlan({
        isEstimate: true,
        remarks: ["With the rest of the tree; arrays beside it are cut the same way."],
      });
      return;
    }
    const controller = new AbortController();
    session
      .request(controller.signal, (worker, signal) => worker.export.plan(job, signal))
      .then(setPlan, (cause) => {
        const problem = problemOf(cause);
        if (problem) {
          setPlan({ isEstimate: true, remarks: [], problem });
        }
      });
    return () => controller.abort(ABORTED);
  }, [chosen, format, chosen?.together && JSON.stringify(job)]);
  return plan;
}

/** Writes it; resolves to its size, and what a person should know of it. */
async function writeTo(
  sink: Sink,
  session: Session,
  chosen: Exportable,
  format: ExportFormat,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<{ readonly size: number; readonly remarks: readonly string[] }> {
  const { cut, picture, chart, text, job: jobOf } = chosen;
  let size = 0;
  const onBytes = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    size += bytes.length;
    await sink.write(bytes);
  };
  const job = jobOf(format);
  if (job) {
    const remarks = await session.request(signal, (worker, signal) =>
      worker.export.write(job, signal, onBytes, onProgress),
    );
    return { size, remarks };
  } else if (text !== undefined) {
    await onBytes(new TextEncoder().encode(text(format)));
  } else if ((picture || chart) && isPicture(format)) {
    await pour(await makePicture(chosen, format, signal), onBytes, signal);
  } else if (cut) {
    const options = { compression: undefined, apart: asks() };
    const content = await session.request(signal, (worker, signal) =>
      worker.file.cut({ ...cut, ...options }, signal, onProgress),
    );
    await pour(content, onBytes, signal);
  }
  return { size, remarks: [] };
}

async function pour(
  content: Blob,
  onBytes: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const reader = content.stream().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    signal.throwIfAborted();
    await onBytes(part.value);
  }
}

/** The formats that were chosen before, the newest first. */
function formats(): string[] {
  return lastFormats.value.split(" ");
}

/** The format that was last chosen of those that there are. */
function formatFor(chosen: Exportable | undefined): ExportFormat | undefined {
  const known = formats().flatMap((name) => chosen?.formats.filter((format) => format === name) ?? []);
  return known[0] ?? chosen?.formats[0];
}
