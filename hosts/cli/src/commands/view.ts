/** `view`: the viewer in the browser, on files of this machine and in buckets. */
import { once } from "node:events";
import type { Context } from "../context.ts";
import { EXIT, misuse } from "../exit.ts";
import { isInBucket, isRemote, pathOf, STANDARD } from "../reading/open.ts";
import { opener } from "../server/browser.ts";
import { filesOf } from "../server/files.ts";
import { TABS } from "../server/page.ts";
import { filesInBucket, type RemoteFile } from "../server/remote.ts";
import { viewerServer } from "../server/server.ts";
import { whenInterrupted } from "../terminal/interrupt.ts";
import { visibleJson } from "../terminal/visible.ts";

export interface ViewOptions {
  readonly port: number;
  readonly open: boolean;
}

export async function run(
  context: Context,
  sources: readonly string[],
  options: ViewOptions,
): Promise<number> {
  if (sources.includes(STANDARD)) {
    throw misuse("the viewer reads parts of files: name a file, a folder or a URL, not the standard input");
  }
  const urls = sources.filter((source) => isRemote(source) && !isInBucket(source));
  const remote: RemoteFile[] = [];
  for (const source of sources.filter(isInBucket)) {
    remote.push(...(await filesInBucket(source, TABS + 1)));
  }
  const files = filesOf(sources.filter((source) => !isRemote(source)).map(pathOf));
  const { server, address } = await viewerServer(files, remote, urls, options.port);
  const stopped = once(server, "close");
  const names = [...files.map(({ name }) => name), ...remote.map((file) => file.address)];
  if (names.length + urls.length > TABS) {
    context.note(`Only the first ${TABS} files are opened: name others to see them.`);
  }
  const ending = () => process.exit(EXIT.done);
  if (context.json) {
    process.stdout.write(`${visibleJson(JSON.stringify({ address, files: names }))}\n`);
  } else {
    process.stdout.write(`${context.style.heading(address)}  (Ctrl-C ends it)\n`);
  }
  if (options.open) {
    const remove = opener(address, () =>
      context.note("No browser could be started: open the address yourself."),
    );
    whenInterrupted(remove);
  }
  whenInterrupted(ending);
  await stopped;
  return EXIT.done;
}
