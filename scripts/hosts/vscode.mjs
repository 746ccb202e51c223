/**
 * Builds the extension for VS Code, hosts/vscode: one source in two scripts, for Node and for browsers, the script of its webview, the
 * viewer's worker as one script, and the WebAssembly modules; and packs it as `target/hosts/asdf-viewer-VERSION.vsix`, which is the same
 * file for the same sources.
 *
 * A `.vsix` is a zip archive with the extension in `extension/`, a manifest, and the types of its files (Open Packaging Conventions).
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { packageOf, writeThirdParty } from "../build/licences.mjs";
import { moduleFiles } from "../build/modules.mjs";
import { Problem, packageCommand, root, run } from "../command/process.mjs";
import { pkg, SCHEMA_LICENCES, schemaFiles, withoutAddresses } from "./addresses.mjs";
import { archive, filesIn } from "./archive.mjs";

const host = join(root, "hosts", "vscode");
const out = join(root, "target", "hosts");
const dist = join(out, "vscode");

/**
 * @param {string} name of the result
 * @param {string} entry
 * @param {"cjs" | "es"} format
 * @param {Record<string, string>} alias of the package's entries
 * @param {Set<string>} packages gets the npm packages inside
 * @returns {import("vite").InlineConfig}
 */
function config(name, entry, format, alias, packages) {
  const folder = name.split("/").slice(0, -1).join("/");
  return {
    root: host,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": '"production"' },
    resolve: {
      alias: Object.entries(alias).map(([from, to]) => ({
        find: new RegExp(`^${from}$`),
        replacement: join(pkg, to),
      })),
    },
    plugins: [withoutAddresses, { name: "modules", moduleParsed: ({ id }) => void packageOf(id, packages) }],
    build: {
      outDir: join(dist, folder),
      emptyOutDir: false,
      target: format === "cjs" ? "es2023" : ["es2023", "chrome123"],
      minify: format === "es",
      lib: { entry, formats: [format] },
      rolldownOptions: {
        checks: { pluginTimings: false },
        external: ["vscode", /^node:/],
        output: {
          entryFileNames: `${name.split("/").at(-1)}.js`,
          chunkFileNames: "[name].js",
          codeSplitting: name === "webview/main",
        },
      },
    },
  };
}

/** The libraries inside the viewer, which is built already. */
function packagesOfViewer() {
  const text = readFileSync(join(pkg, "viewer", "THIRD-PARTY.md"), "utf8");
  return Array.from(text.matchAll(/^## (\S+) /gm), ([, name = ""]) => name);
}

async function buildScripts() {
  const { build } = await import("vite");
  const packages = new Set(packagesOfViewer());
  const source = (/** @type {string[]} */ ...path) => join(host, "src", ...path);
  const slim = { "asdf-wasm": "slim.js" };
  // In the viewer, the entries of the package are beside its folder.
  const viewer = { "asdf-wasm(/slim)?": "slim.js", "\\.\\./(index|static)\\.js": "slim.js" };
  try {
    await build(config("node", source("node.ts"), "cjs", slim, packages));
    await build(config("browser", source("browser.ts"), "cjs", slim, packages));
    await build(config("webview/main", source("webview", "main.ts"), "es", viewer, packages));
    await build(config("webview/worker", source("webview", "workerScript.ts"), "es", viewer, packages));
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    throw new Problem("The extension for VS Code does not build: see vite's message above.", output);
  }
  packages.delete("asdf-wasm");
  writeThirdParty(dist, packages);
}

/**
 * Checks and builds the extension, and packs it. Answers where the package is.
 *
 * @param {string} version of the package, which is that of the extension
 */
export async function buildVscode(version) {
  await run(process.execPath, [packageCommand("typescript", "tsc"), "--noEmit", "-p", host], {
    problem: "The extension for VS Code does not compile: see the compiler's message above.",
  });
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  await buildScripts();
  mkdirSync(join(dist, "schema", "pack"), { recursive: true });
  for (const name of [...moduleFiles, ...schemaFiles(), SCHEMA_LICENCES]) {
    copyFileSync(join(pkg, name), join(dist, name));
  }
  const {
    devDependencies,
    private: _,
    ...manifest
  } = JSON.parse(readFileSync(join(host, "package.json"), "utf8"));
  const file = join(out, `${manifest.name}-${version}.vsix`);
  writeFileSync(file, await packed({ ...manifest, version }));
  return file;
}

/**
 * The page of the extension, whose pictures are in the repository: VS Code shows none of the archive.
 *
 * @param {string} homepage the folder of the extension, `https://github.com/OWNER/NAME/tree/BRANCH/PATH`
 */
function readme(homepage) {
  const raw = homepage.replace("//github.com/", "//raw.githubusercontent.com/").replace("/tree/", "/");
  return readFileSync(join(host, "README.md"), "utf8").replaceAll(
    /(!\[[^\]]*\]\()([\w-]+\.webp\))/g,
    `$1${raw}/$2`,
  );
}

/**
 * The content of a `.vsix`.
 *
 * @param {Record<string, any>} manifest
 */
function packed(manifest) {
  const licence = ["LICENSE-MIT", "LICENSE-APACHE"]
    .map((name) => readFileSync(join(root, name), "utf8").trim())
    .join("\n\n---\n\n");
  const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);
  const files = new Map([
    ["extension/package.json", bytes(`${JSON.stringify(manifest, null, 2)}\n`)],
    ["extension/LICENSE.txt", bytes(`${licence}\n`)],
    ["extension/CHANGELOG.md", readFileSync(join(root, "CHANGELOG.md"))],
    ["extension/README.md", bytes(readme(manifest["homepage"]))],
    ["extension/icon.png", readFileSync(join(host, "icon.png"))],
    ...filesIn(join(host, "walkthrough"), "extension/walkthrough"),
    ...filesIn(dist, "extension/dist"),
  ]);
  return archive(
    new Map([
      ["extension.vsixmanifest", bytes(vsixManifest(manifest))],
      ["[Content_Types].xml", bytes(contentTypes([...files.keys()]))],
      ...files,
    ]),
  );
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/**
 * What the marketplace and VS Code read of a package before they unpack it.
 *
 * @param {Record<string, any>} manifest
 */
function vsixManifest(manifest) {
  const { name, version, publisher, displayName, description, keywords, categories, repository } = manifest;
  const properties = {
    "Microsoft.VisualStudio.Code.Engine": manifest["engines"].vscode,
    "Microsoft.VisualStudio.Code.ExtensionKind": manifest["extensionKind"].join(","),
    "Microsoft.VisualStudio.Services.Links.Source": repository.url,
    "Microsoft.VisualStudio.Services.Links.Getstarted": repository.url,
    "Microsoft.VisualStudio.Services.Links.GitHub": repository.url,
    "Microsoft.VisualStudio.Services.Links.Support": manifest["bugs"],
    "Microsoft.VisualStudio.Services.Links.Learn": manifest["homepage"],
    "Microsoft.VisualStudio.Services.Branding.Color": manifest["galleryBanner"].color,
    "Microsoft.VisualStudio.Services.Branding.Theme": manifest["galleryBanner"].theme,
    "Microsoft.VisualStudio.Services.GitHubFlavoredMarkdown": "true",
  };
  const assets = {
    "Microsoft.VisualStudio.Code.Manifest": "extension/package.json",
    "Microsoft.VisualStudio.Services.Content.Details": "extension/README.md",
    "Microsoft.VisualStudio.Services.Content.Changelog": "extension/CHANGELOG.md",
    "Microsoft.VisualStudio.Services.Content.License": "extension/LICENSE.txt",
    "Microsoft.VisualStudio.Services.Icons.Default": "extension/icon.png",
  };
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Tags>${escaped([...keywords, "__web_extension", "__ext_asdf", "__ext_finf"].join(","))}</Tags>
    <Categories>${escaped(categories.join(","))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/icon.png</Icon>
    <Properties>
${Object.entries(properties)
  .map(([id, value]) => `      <Property Id="${id}" Value="${escaped(value)}"/>`)
  .join("\n")}
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
${Object.entries(assets)
  .map(([type, path]) => `    <Asset Type="${type}" Path="${path}" Addressable="true"/>`)
  .join("\n")}
  </Assets>
</PackageManifest>
`;
}

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  ".json": "application/json",
  ".js": "application/javascript",
  ".md": "text/markdown",
  ".txt": "text/plain",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".asdf": "application/octet-stream",
  ".css": "text/css",
  ".vsixmanifest": "text/xml",
};

/** @param {readonly string[]} files */
function contentTypes(files) {
  const used = [...new Set([...files.map((file) => extname(file)), ".vsixmanifest"])].sort();
  const rows = used.map((extension) => {
    const type = TYPES[extension];
    if (!type) {
      throw new Problem(`The extension for VS Code has a file of an unknown kind: ${extension}`);
    }
    return `  <Default Extension="${extension}" ContentType="${type}"/>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
${rows.join("\n")}
</Types>
`;
}
