/**
 * An open file, and all that is derived from it. An edit makes a new one from it, which keeps what the edit leaves true: what it
 * may have changed is not taken over.
 */

import type { KeptReader } from "@asdf-wasm/science/measure/reading";
import type { AsdfFile, ByteSource, NdArray, OpenOptions } from "asdf-wasm";
import type { Elsewhere } from "../protocol/facts.ts";
import { Arrays } from "./arrays.ts";
import { Verifier } from "./files/blocks.ts";
import type { AnyFile } from "./files/inMemory.ts";
import { Warnings } from "./files/warnings.ts";
import { Guests } from "./guests.ts";
import { Composites } from "./image/composite.ts";
import type { KeptMeans } from "./image/contouring.ts";
import { FlagPlanes } from "./image/flags.ts";
import type { KeptFindings, KeptSample } from "./image/histogram.ts";
import type { Feeds } from "./image/image.ts";
import { KeptPlanes } from "./image/keptPlanes.ts";
import { Lines } from "./line/lines.ts";
import { Schemas } from "./schemas/schemas.ts";
import { Tables } from "./table/tables.ts";
import type { Editing } from "./tree/editing.ts";
import type { Nodes } from "./tree/nodes.ts";
import type { Search } from "./tree/search.ts";
import { World } from "./world.ts";

/** A file as it was opened, or as an edit of its text made it. Edits of its tree change it in place. */
export interface Version extends AnyFile {
  readonly nodes: Nodes;
  readonly editing: Editing;
  /** How external files are found. */
  readonly found: OpenOptions;
  /** The version before its text was edited, and the one that editing this text produced. */
  readonly before?: Version | undefined;
  after?: Version | undefined;
  readonly isRemote: boolean;
  /** What it was opened from; undefined once its text was edited. */
  readonly source?: Blob | ByteSource | string | undefined;
}

/** What was read last, for the next call that needs the same. What is loaded only when it is needed makes its own. */
interface Kept extends KeptFindings, KeptMeans, KeptReader, KeptSample {}

export class OpenFile {
  readonly version: Version;
  readonly file: AsdfFile;
  readonly nodes: Nodes;
  readonly editing: Editing;
  readonly isRemote: boolean;

  // What an edit of the tree leaves as it is: bytes and arrays are not edited.
  readonly arrays: Arrays;
  readonly feeds: Feeds;
  readonly planes: KeptPlanes;
  readonly flags: FlagPlanes;
  readonly composites: Composites;
  readonly kept: Kept;
  readonly guests: Guests;
  readonly warnings: Warnings;
  readonly verifier: Verifier;
  readonly schemas: Schemas;
  search: Search | undefined;

  // What it may change: a WCS, the columns of a table, coordinates and errors of a line.
  readonly world: World;
  readonly tables: Tables;
  readonly lines: Lines;

  /** `old`: the same version before an edit of its tree. */
  constructor(version: Version, old?: OpenFile) {
    const { file, nodes, editing, isRemote } = version;
    this.version = version;
    this.file = file;
    this.nodes = nodes;
    this.editing = editing;
    this.isRemote = isRemote;

    this.arrays = old?.arrays ?? new Arrays(nodes);
    this.feeds = old?.feeds ?? {};
    this.planes = old?.planes ?? new KeptPlanes((rest) => file.limitCache(rest));
    this.flags = old?.flags ?? new FlagPlanes(file);
    this.composites = old?.composites ?? new Composites();
    this.kept = old?.kept ?? {};
    this.guests = old?.guests ?? new Guests();
    this.warnings = old?.warnings ?? new Warnings(version);
    this.verifier = old?.verifier ?? new Verifier(file);
    this.schemas = old?.schemas ?? new Schemas(file, nodes);
    this.search = old?.search;

    const world = new World(file, nodes, this.arrays);
    this.world = world;
    this.tables = new Tables(nodes);
    this.lines = new Lines(this.arrays, (request, indices) => world.along(request, indices));
  }

  /** The file after its tree was edited. */
  edited(): OpenFile {
    return new OpenFile(this.version, this);
  }

  /** Ends all reading, also of what it was before and after edits of its text. */
  close(): void {
    this.guests.close();
    this.file.close();
    for (const table of this.version.tables ?? []) {
      table.close();
    }
    for (const way of ["before", "after"] as const) {
      for (let other = this.version[way]; other; other = other[way]) {
        other.file.close();
      }
    }
  }

  /** The array of a node, or one of another file, with its path and its file. */
  async anyArrayAt(node: number | Elsewhere): Promise<[path: string, array: NdArray, file: AsdfFile]> {
    if (typeof node === "number") {
      return [...this.arrays.arrayAt(node), this.file];
    }
    const file = await this.guests.fileOf(node);
    return [node.path, file.array(node.path), file];
  }
}
