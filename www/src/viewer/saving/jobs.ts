/** What can be taken out of the open file. */
import type { Remote } from "comlink";
import type { Engine, Progress, SaveAsked } from "../engine/protocol.ts";
import type { Session } from "../session.ts";
import { ASDF, type FileKind, ZIP } from "./place.ts";

/** Something to be saved, as the dialog offers it. */
export interface SaveJob {
  readonly title: string;
  /** The name that is offered. */
  readonly name: string;
  readonly kind: FileKind;
  /** Whether the compression can be chosen. */
  readonly compressed: boolean;
  readonly write: (
    engine: Remote<Engine>,
    task: number,
    asked: SaveAsked,
    onProgress: (progress: Progress) => void,
  ) => Promise<Blob>;
}

/** The whole file, as it is now. */
export function asAsdf({ name }: Session): SaveJob {
  return {
    title: "Save as ASDF",
    name: `${stemOf(name.value)}-copy.asdf`,
    kind: ASDF,
    compressed: true,
    write: (engine, ...asked) => engine.save(...asked),
  };
}

/** The tree and a file for each block, which refer to each other. */
export function asZip({ name }: Session): SaveJob {
  return {
    title: "Save exploded",
    name: `${stemOf(name.value)}.zip`,
    kind: ZIP,
    compressed: true,
    write: (engine, ...asked) => engine.zip(...asked),
  };
}

function stemOf(name: string): string {
  return name.replace(/\.(asdf|finf)$/i, "") || "file";
}
