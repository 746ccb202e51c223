/**
 * Which modules of the viewer share a script. Left alone, the bundler makes a script of all modules that the same places import: more than
 * a hundred until an image is shown, most of them smaller than the request for them. Here, each row is a script: the modules that it names
 * and all that they import, but for what is in a row above. What is loaded at another time is in a row of its own, and what several rows
 * need is named in an early one, as they would otherwise load each other. What is in no row is loaded when it is first used, as before.
 */

/** @typedef {{ readonly name: string, readonly test: RegExp }} Group */

/**
 * @param {string} name
 * @param {...RegExp} modules
 * @returns {Group}
 */
const group = (name, ...modules) => ({
  name,
  test: new RegExp(modules.map(({ source }) => source).join("|")),
});

/** @type {Group[]} */
export const pageGroups = [
  group("viewer", /\/www\/src\/viewer\/index\.ts$/),
  // What every file needs: loaded while the start page is idle, at the latest with the first file. The image has what its panels, tables,
  // charts and dialogs share, too: it is small, and always there before them.
  group("workspace", /\/shell\/Workspace\.tsx$/),
  group(
    "image",
    /\/views\/image\/(ImageView|PaintedCanvas|camera\/holes|catalogue\/draw\/symbols|measured\/measuredModel)\.tsx?$/,
    /\/views\/(table\/tableModel|line\/lineChoice|histogram\/LimitHandle|section\/AddFile)\.tsx?$/,
    /\/views\/(grid|line|table\/plot)\/keys\.ts$/,
    /\/viewer\/chart\/ticks\.ts$/,
    /\/shell\/saving\/(cutout|FileDialog)\.tsx?$/,
    /\/science\/tables\/(positions|window)\.ts$/,
  ),
  group("chart", /\/viewer\/chart\/(inks|picture)\.ts$/),
  group("grid", /\/views\/grid\/(Grid|GoTo|copying|windows)\.tsx?$/),
  group("histogram", /\/views\/histogram\/(Histogram\.tsx|histogram\.css)/),
  group("line", /\/views\/line\/Line(Chart|Readout)\.tsx$/),
  group("table", /\/views\/table\/TableView\.tsx$/),
  group("catalogue", /\/image\/catalogue\/Catalogue(Over|Panel)\.tsx$/),
  group("regions", /\/image\/regions\/Regions(Over|Panel)\.tsx$/),
];

/** @type {Group[]} */
export const workerGroups = [
  // Nothing may import the script that a worker starts with (see worker/start.ts): what it does is in a script of its own.
  group("viewer-worker", /\/viewer\/worker\/worker\.ts$/, /\/science\/export\/streams\.ts$/),
  // Asked for with every image.
  group(
    "catalogue",
    /\/worker\/table\/catalogues\.ts$/,
    /\/science\/tables\/(beside|errors|motion|rows)\.ts$/,
    // The keywords of a WCS, which its positions and what is written of an image need.
    /\/wcs\/(header\/header|fits\/(axes|matrix))\.[jt]s$/,
  ),
  // Tables of other formats, but for what reads each of these.
  group(
    "tables",
    /\/catalogues\/(open|sniff)\.ts$/,
    /\/catalogues\/(delimited|memory)\//,
    /\/formats\/(ecsv\/mixins|yaml)\.ts$/,
  ),
  group("parquet", /\/formats\/parquet\/parquet\.ts$/),
];
