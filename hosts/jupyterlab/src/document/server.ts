/** The file of a document on its Jupyter server: reading it by range, and writing it. */
import { Dialog, showDialog } from "@jupyterlab/apputils";
import { PathExt } from "@jupyterlab/coreutils";
import {
  type Contents,
  ContentsManager,
  Drive,
  ServerConnection,
  type ServiceManager,
} from "@jupyterlab/services";
import { Signal } from "@lumino/signaling";
import { AsdfError, type ByteSource } from "asdf-wasm";
import type { HostFile } from "asdf-wasm/viewer";
import { openRanges } from "../files/ranges.ts";
import type { Request } from "../files/request.ts";
import { type Folder, LIMITS, replace, upload } from "../files/upload.ts";
import { type Ask, inMemory, loadContent, loadResponse } from "../files/whole.ts";

export class ServerFile {
  readonly #services: ServiceManager.IManager;
  readonly #path: () => string;

  /** `path` may change: files are renamed. It names a drive if that is not the default one. */
  constructor(services: ServiceManager.IManager, path: () => string) {
    this.#services = services;
    this.#path = path;
  }

  get name(): string {
    return PathExt.basename(this.#services.contents.localPath(this.#path()));
  }

  /** The file as the viewer opens it: by range if the server allows that, else whole. */
  async open(): Promise<HostFile> {
    const { name } = this;
    const source = await this.#source();
    return { name, source, beside: (path) => this.#beside(path) };
  }

  async #source(): Promise<ByteSource> {
    const { name } = this;
    try {
      const opened = await openRanges(this.#request, name);
      return opened instanceof Response ? inMemory(await loadResponse(opened, name, this.#ask)) : opened;
    } catch (cause) {
      // Drives of other extensions, and JupyterLite, may have no addresses for their files.
      if (cause instanceof AsdfError && cause.code === "not-found") {
        return inMemory(await loadContent(this.#content, name, this.#ask));
      }
      throw cause;
    }
  }

  /** A file that this one refers to, in its folder or a folder inside it. */
  async #beside(path: string): Promise<ByteSource> {
    const { contents } = this.#services;
    const own = this.#path();
    const drive = contents.driveName(own);
    const local = PathExt.join(PathExt.dirname(contents.localPath(own)), path);
    const other = drive === "" ? local : `${drive}:${local}`;
    if (!(await this.facts(other))) {
      throw new AsdfError("not-found", `it is not on the server: upload it as ${local}`);
    }
    return new ServerFile(this.#services, () => other).#source();
  }

  /** What the server says of the file, or of another one, without its content; undefined if there is none. */
  async facts(path = this.#path()): Promise<Contents.IModel | undefined> {
    try {
      return await this.#services.contents.get(path, { content: false });
    } catch (cause) {
      if (cause instanceof ServerConnection.ResponseError && cause.response.status === 404) {
        return undefined;
      }
      throw cause;
    }
  }

  /** Writes a file at this path, or at another one of the same drive. */
  async write(
    content: Blob,
    onProgress: (written: number) => void,
    path = this.#path(),
  ): Promise<Contents.IModel> {
    const { contents, serverSettings } = this.#services;
    const isServers = contents instanceof ContentsManager && contents.defaultDrive instanceof Drive;
    if (!isServers || contents.driveName(path) !== "" || content.size <= LIMITS.whole) {
      // Drives of other extensions may know neither chunks nor names: one message is whole or not at all.
      const limits = { ...LIMITS, whole: Number.POSITIVE_INFINITY };
      return upload(content, (message) => contents.save(path, message), onProgress, limits);
    }
    // The manager would announce each step, and tabs would follow the old file to its other name.
    const quiet = new Drive({ serverSettings });
    try {
      const folder: Folder<Contents.IModel> = {
        has: async (path) => (await this.facts(path)) !== undefined,
        send: (path, message) => quiet.save(path, message),
        rename: (from, to) => quiet.rename(from, to),
        remove: (path) => quiet.delete(path),
      };
      const model = await replace(content, path, folder, onProgress);
      if (contents.fileChanged instanceof Signal) {
        contents.fileChanged.emit({ type: "save", oldValue: null, newValue: model });
      }
      return model;
    } finally {
      quiet.dispose();
    }
  }

  readonly #request: Request = async (headers, signal) => {
    const { contents, serverSettings } = this.#services;
    const url = await contents.getDownloadUrl(this.#path());
    const init: RequestInit = { headers, signal: signal ?? null };
    // The server's own files need its token or cookie, which others must not get.
    return url.startsWith(serverSettings.baseUrl)
      ? ServerConnection.makeRequest(url, init, serverSettings)
      : fetch(url, init);
  };

  readonly #content = (withContent: boolean): Promise<Contents.IModel> =>
    this.#services.contents.get(
      this.#path(),
      withContent ? { type: "file", format: "base64", content: true } : { content: false },
    );

  readonly #ask: Ask = async (size) => {
    const much = size === undefined ? "Its size is unknown." : `It has ${megabytes(size)}.`;
    const { button } = await showDialog({
      title: `Load all of ${this.name}?`,
      body: `This server does not give parts of files, so the browser has to load the whole file. ${much}`,
      buttons: [Dialog.cancelButton(), Dialog.okButton({ label: "Load" })],
    });
    return button.accept;
  };
}

/** A size in whole megabytes, at least one. */
function megabytes(size: number): string {
  return `${Math.max(1, Math.round(size / 1e6)).toLocaleString("en")} MB`;
}
