/** The save dialog: name and compression, progress, and the outcome. */

import { bytes } from "@asdf-wasm/science/format/format";
import type { CompressionName } from "asdf-wasm";
import { useEffect, useState } from "preact/hooks";
import { problemOf } from "../../protocol/notices.ts";
import type { SaveJob } from "../../state/saveJob.ts";
import type { Session } from "../../state/session.ts";
import { Select } from "../../ui/Choice.tsx";
import { asks, isTooLate, keep } from "./destination.ts";
import { FileDialog, nameWith, useWriting } from "./FileDialog.tsx";
import { NameField } from "./NameField.tsx";

const COMPRESSIONS: readonly (readonly [name: CompressionName | "stored", label: string])[] = [
  ["stored", "As stored"],
  ["none", "None"],
  ["lz4", "lz4: fast"],
  ["zlib", "zlib: read everywhere"],
  ["zstd", "zstd"],
  ["bzp2", "bzp2"],
  ["xz", "xz: small and slow"],
  ["blsc", "blsc: Blosc"],
  ["bls2", "bls2: Blosc2"],
];

export function SaveDialog({ session, job }: { session: Session; job: SaveJob }) {
  const writing = useWriting(job.put ? "writing" : "choosing");
  const { setState } = writing;
  const [name, setName] = useState(job.name);
  const [compression, setCompression] = useState<CompressionName | "stored">("stored");

  useEffect(() => {
    if (job.put) {
      void write();
    }
  }, []);

  const put = async (content: Blob): Promise<void> => {
    if (isTooLate() && !job.put) {
      setState({ is: "written", content });
      return;
    }
    try {
      if (job.put) {
        await job.put(content);
        return;
      }
      const kept = await keep(content, nameWith(name, job.kind.extension), job.kind);
      if (!kept) {
        setState({ is: "written", content });
        return;
      }
      const done = kept.file ? "Saved" : "Downloaded";
      setState({ is: "saved", sentence: `${done} as ${kept.name}, ${bytes(content.size)}.` });
      if (job.whole) {
        await session.saving.done();
      }
      if (kept.file) {
        await session.saving.reopenReplaced(kept.file);
      }
    } catch (cause) {
      setState({
        is: "written",
        content,
        problem: `This location cannot be written to: ${problemOf(cause)}`,
      });
    }
  };

  const write = async (): Promise<void> => {
    const { signal, onProgress } = writing.next();
    setState({ is: "writing" });
    const options = {
      compression: compression === "stored" ? undefined : compression,
      apart: job.put !== undefined || asks(),
    };
    try {
      const content = await session.request(signal, (worker, signal) =>
        job.write(worker, options, signal, onProgress),
      );
      await put(content);
    } catch (cause) {
      setState({ is: "choosing", problem: problemOf(cause) });
    }
  };

  return (
    <FileDialog
      title={job.title}
      name={name}
      writing={writing}
      action="Save"
      again={job.put ? "Save again" : "Choose where…"}
      onWrite={() => void write()}
      onPut={(content) => void put(content)}
      onClose={() => {
        session.saving.job.value = undefined;
      }}
    >
      {!job.put && <NameField value={name} onChange={setName} />}
      <label>
        <span>Compression</span>
        <Select choices={COMPRESSIONS} value={compression} onPick={setCompression} />
      </label>
    </FileDialog>
  );
}
