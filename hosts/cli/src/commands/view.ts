/** `view`: the viewer in the browser, on files of this machine. */
import { once } from "node:events";
import type { Context } from "../context.ts";
import { EXIT, misuse } from "../exit.ts";
import { isRemote, pathOf, STANDARD } from "../reading/open.ts";
import { opener } from "../server/browser.ts";
import { filesOf } from "../server/files.ts";
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
  const urls = sources.filter(isRemote);
  const files = filesOf(sources.filter((source) => !isRemote(source)).map(pathOf));
  const { server, address } = await viewerServer(files, urls, options.port);
  const stopped = once(server, "close");
  const ending = () => process.exit(EXIT.done);
  if (context.json) {
    process.stdout.write(
      `${visibleJson(JSON.stringify({ address, files: files.map(({ name }) => name) }))}\n`,
    );
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
