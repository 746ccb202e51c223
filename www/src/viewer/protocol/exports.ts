/** What of the open file can be written into another format, and how large that becomes. */
import type { SectionPart } from "@asdf-wasm/science/export/section";
import type { DataFormat, WritingPlan } from "@asdf-wasm/science/export/writing";
import type { MosaicChoice } from "@asdf-wasm/science/mosaic/mosaic";
import type { LeftOut } from "@asdf-wasm/science/mosaic/placing";
import type { Arrangement } from "@asdf-wasm/science/tables/window";
import type { Elsewhere, Progress } from "./facts.ts";

/** An array of the file, a section of it, or a part of a section. */
export interface ArrayPart extends SectionPart {
  readonly node: number;
}

/** Images of this file and of others as one, on a plane of the sky. */
export interface MosaicJob extends MosaicChoice {
  readonly of: "mosaic";
  readonly format: "fits" | "asdf";
  /** The first is on top. */
  readonly images: readonly {
    readonly name: string;
    readonly of: number | Elsewhere;
    /** Of an array of more than two axes. */
    readonly index: readonly number[];
  }[];
  /** Images that are not in it, beside those that have no place there. */
  readonly leftOut: readonly LeftOut[];
  /** The side of a pixel in arcseconds; by default that of the finest. */
  readonly scale?: number | undefined;
  /** Whether pixels with DO_NOT_USE do not count. */
  readonly leavesOut: boolean;
}

/** Something to be written as a file. */
export type ExportJob =
  | {
      readonly of: "array";
      readonly format: DataFormat;
      readonly part: ArrayPart;
      /** The path of the WCS whose keywords a FITS file gets. */
      readonly wcs?: string | undefined;
      /** Whether CSV of a line has a heading, indices, and the coordinate along it by that WCS. */
      readonly isLine?: boolean | undefined;
    }
  /** A table by its node: its rows as they are arranged, or all of them in the order of the file. */
  | {
      readonly of: "table";
      readonly format: DataFormat | "asdf" | "parquet";
      readonly node: number;
      readonly arrangement?: Arrangement | undefined;
    }
  /** A node and everything below it; the whole tree as YAML with the header of the file. */
  | {
      readonly of: "tree";
      readonly format: "yaml" | "json";
      readonly node: number;
      readonly isWhole: boolean;
    }
  | MosaicJob
  /** A block: its stored bytes, or what they decode to. */
  | { readonly of: "block"; readonly format: "stored" | "decoded"; readonly index: number };

/** What an export will be. */
export interface ExportPlan extends WritingPlan {
  /** Bytes to be fetched from a server, at most. */
  readonly fetched?: number | undefined;
}

/** The calls of exporting. */
export interface ExportCalls {
  plan(job: ExportJob, signal: AbortSignal): Promise<ExportPlan>;
  /**
   * Writes a file piece by piece; the next piece is made once `onBytes` has taken the last one. Resolves to what turned out
   * while it was written: sentences beside the remarks of its plan.
   */
  write(
    job: ExportJob,
    signal: AbortSignal,
    onBytes: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
    onProgress: (progress: Progress) => void,
  ): Promise<readonly string[]>;
}

/** A file that the viewer would download. */
export interface Download {
  readonly name: string;
  readonly content: Blob;
}
