/**
 * The extension: ASDF files open in the viewer, which reads them from the server by range. It has no part on the server: JupyterLab's own
 * handlers of files and contents do.
 */
import {
  ILayoutRestorer,
  IRouter,
  type JupyterFrontEnd,
  type JupyterFrontEndPlugin,
} from "@jupyterlab/application";
import { Clipboard, ICommandPalette, IThemeManager, WidgetTracker } from "@jupyterlab/apputils";
import { PageConfig } from "@jupyterlab/coreutils";
import { AsdfFactory, FACTORY, FILE_TYPE, icon } from "./document/factory.ts";
import { AsdfModelFactory } from "./document/modelFactory.ts";
import { AsdfDocument } from "./document/widget.ts";
import { linkIn, linkTo, withoutLink } from "./links.ts";
import { PlacesTab } from "./places.ts";

const OPEN = "asdf:open";
/** Also in the schema, which puts it into the menu File. */
const OPEN_ADDRESS = "asdf:open-address";
const COPY_LINK = "asdf:copy-link";
const FOLLOW = "asdf:follow";

interface OpenArguments {
  readonly path?: unknown;
  readonly link?: unknown;
}

function activate(
  app: JupyterFrontEnd,
  themes: IThemeManager | null,
  restorer: ILayoutRestorer | null,
  palette: ICommandPalette | null,
  router: IRouter | null,
): void {
  const { commands, docRegistry, serviceManager, shell } = app;
  const tracker = new WidgetTracker<AsdfDocument>({ namespace: "asdf" });
  const factory = new AsdfFactory({ services: serviceManager, themes });
  docRegistry.addFileType(FILE_TYPE);
  docRegistry.addModelFactory(new AsdfModelFactory());
  docRegistry.addWidgetFactory(factory);
  factory.widgetCreated.connect((_, document) => {
    const save = () => void tracker.save(document);
    document.context.pathChanged.connect(save);
    document.content.shown.connect(save);
    void tracker.add(document);
  });

  commands.addCommand(OPEN, {
    label: "Open ASDF File at a Place",
    execute: async ({ path, link }: OpenArguments) => {
      const document: unknown = await commands.execute("docmanager:open", {
        path: String(path),
        factory: FACTORY,
      });
      if (document instanceof AsdfDocument && typeof link === "string" && link !== "") {
        // The viewer says why it cannot go there.
        void document.content.follow(link).catch(() => {});
      }
      return document;
    },
  });
  if (restorer) {
    void restorer.restore(tracker, {
      command: OPEN,
      args: ({ context, content }) => ({ path: context.path, link: content.link }),
      name: ({ context }) => context.path,
    });
  }

  /** The tab whose menu is open, or the one that is shown. */
  const chosen = (): AsdfDocument | undefined => {
    const tab = app.contextMenuHitTest((node) => node.dataset["asdf"] !== undefined);
    const { currentWidget } = shell;
    return tab
      ? tracker.find(({ title }) => title.dataset["id"] === tab.dataset["id"])
      : currentWidget instanceof AsdfDocument
        ? currentWidget
        : undefined;
  };
  commands.addCommand(COPY_LINK, {
    label: "Copy Link to What Is Shown",
    caption: "Copy a link that opens this ASDF file as it is shown now",
    isEnabled: () => chosen() !== undefined,
    execute: () => {
      const document = chosen();
      if (document) {
        const workspace = PageConfig.defaultWorkspace;
        const { context, content } = document;
        const address = PageConfig.getUrl({ workspace, treePath: context.path, toShare: true });
        Clipboard.copyToSystem(linkTo(address, content.link));
      }
    },
  });
  commands.addCommand(OPEN_ADDRESS, {
    label: "Open ASDF Address…",
    caption: "Browse buckets and other places, or open a file at an address",
    icon,
    execute: ({ address = "" }: { readonly address?: unknown }) => {
      const tab = new PlacesTab(String(address), themes);
      shell.add(tab, "main");
      return tab;
    },
  });
  for (const command of [COPY_LINK, OPEN_ADDRESS]) {
    palette?.addItem({ command, category: "ASDF" });
  }
  app.contextMenu.addItem({ command: COPY_LINK, selector: "[data-asdf]", rank: 20 });

  if (router) {
    commands.addCommand(FOLLOW, {
      execute: async () => {
        const link = linkIn(router.current.search ?? "");
        const path = PageConfig.getOption("treePath");
        if (link !== undefined && path) {
          await app.restored;
          await commands.execute(OPEN, { path, link });
          const { pathname, search, hash } = window.location;
          window.history.replaceState({}, "", `${pathname}${withoutLink(search)}${hash}`);
        }
      },
    });
    router.register({ command: FOLLOW, pattern: /[?&]asdf=/ });
  }
}

const plugin: JupyterFrontEndPlugin<void> = {
  id: "jupyterlab-asdf:plugin",
  description: "Opens ASDF files in the viewer of asdf-wasm.",
  autoStart: true,
  optional: [IThemeManager, ILayoutRestorer, ICommandPalette, IRouter],
  activate,
};

export default plugin;
