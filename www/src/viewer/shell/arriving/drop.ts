/** Files and folders dropped on an element. */
import { type FolderFile, MOST_FILES } from "../../protocol/facts.ts";

export function acceptDrops(
  target: HTMLElement | null,
  onFiles: (files: readonly FolderFile[] | Promise<readonly FolderFile[]>) => void,
  onHover: (hovering: boolean) => void,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let depth = 0;
  const enter = (change: number): void => {
    depth += change;
    onHover(depth > 0);
  };
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

  target?.addEventListener("dragenter", (event) => carriesFiles(event) && enter(1), { signal });
  target?.addEventListener("dragleave", (event) => carriesFiles(event) && enter(-1), { signal });
  target?.addEventListener(
    "dragover",
    (event) => {
      if (carriesFiles(event)) {
        event.preventDefault();
      }
    },
    { signal },
  );
  target?.addEventListener(
    "drop",
    (event) => {
      enter(-depth);
      if (event.dataTransfer && event.dataTransfer.files.length > 0) {
        event.preventDefault();
        onFiles(dropped(event.dataTransfer));
      }
    },
    { signal },
  );
  return () => listening.abort();
}

/** Files chosen in a file dialog; files of a folder have their paths in it. */
export function picked(files: Iterable<File>): FolderFile[] {
  return Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** Whether it may be a schema. */
export function isYaml({ path }: FolderFile): boolean {
  return /\.ya?ml$/i.test(path);
}

/** The dropped files. The browser answers only during the event, so nothing is awaited before. */
function dropped({ items, files }: DataTransfer): readonly FolderFile[] | Promise<readonly FolderFile[]> {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return entries.some((entry) => entry.isDirectory) ? walk(entries) : picked(files);
}

async function walk(entries: FileSystemEntry[]): Promise<FolderFile[]> {
  const found: FileSystemFileEntry[] = [];
  for (const entry of entries) {
    if (isFile(entry)) {
      found.push(entry);
    } else if (isFolder(entry)) {
      // The list grows during the loop.
      entries.push(...(await content(entry)));
    }
    if (found.length >= MOST_FILES) {
      break;
    }
  }
  // All at once: the browser takes its time for each.
  return Promise.all(
    found.map(async (entry) => ({
      path: entry.fullPath.replace(/^\//, ""),
      file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)),
    })),
  );
}

/** The entries of a folder, which the browser lists in batches. */
async function content(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (let some: FileSystemEntry[] | undefined; some?.length !== 0; all.push(...some)) {
    some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  }
  return all;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
