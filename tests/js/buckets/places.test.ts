/**
 * Places that are no buckets of S3. Their servers are small ones of the test: index pages as nginx 1.22, Python 3.11 and Apache 2.4 write them, lists
 * as the documents of Azure, InvenioRDM and Dataverse describe them.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AsdfError, open } from "asdf-wasm";
import { Bucket, type PlacePage, placeAt } from "asdf-wasm/buckets";
import { expect, onTestFinished, test, vi } from "vitest";
import { startStore } from "../../support/bucketServer.ts";
import { build, ndarray } from "../../support/build.ts";
import { arrayAt, failure } from "../../support/values.ts";

const image = build(`data: ${ndarray(0, "uint8", [3])}`, [{ content: Uint8Array.of(1, 2, 3) }]);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server, and what it was asked. */
async function served(answer: Answer): Promise<{ readonly origin: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { origin: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`, asked };
}

const give = (response: ServerResponse, type: string, body: string | Uint8Array, status = 200) =>
  response.writeHead(status, { "content-type": type }).end(body);

/** Has requests to servers of the web go to one of the test. */
function redirectTo(origin: string): void {
  const real = globalThis.fetch;
  vi.stubGlobal("fetch", (url: URL | string, init?: RequestInit) => {
    const { pathname, search, host } = new URL(url);
    return real(new URL(host.startsWith("127.") ? url : `${origin}/${host}${pathname}${search}`), init);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
}

async function all(pages: AsyncIterable<PlacePage>): Promise<{ files: string[]; folders: string[] }> {
  const [files, folders]: [string[], string[]] = [[], []];
  for await (const page of pages) {
    files.push(...page.files.map(({ key }) => key));
    folders.push(...page.folders);
  }
  return { files, folders };
}

const NGINX = `<html>
<head><title>Index of /data/</title></head>
<body>
<h1>Index of /data/</h1><hr><pre><a href="../">../</a>
<a href="night%201/">night 1/</a>                                           27-Nov-2026 13:27                   -
<a href="a%2Bb%20%281%29.asdf">a+b (1).asdf</a>                                       27-Nov-2026 13:27              123456
<a href="x%26y.fits">x&amp;y.fits</a>                                           27-Nov-2026 13:27                  10
</pre><hr></body>
</html>`;
const APACHE = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">
<html><head><title>Index of /data</title></head><body><h1>Index of /data</h1><table>
<tr><th valign="top"><img src="/icons/blank.gif" alt="[ICO]"></th><th><a href="?C=N;O=D">Name</a></th><th><a href="?C=M;O=A">Last modified</a></th><th><a href="?C=S;O=A">Size</a></th></tr>
<tr><td valign="top"><img src="/icons/back.gif" alt="[PARENTDIR]"></td><td><a href="/">Parent Directory</a></td><td>&nbsp;</td><td align="right">  - </td><td>&nbsp;</td></tr>
<tr><td valign="top"><img src="/icons/folder.gif" alt="[DIR]"></td><td><a href="night%201/">night 1/</a></td><td align="right">2026-11-27 13:27  </td><td align="right">  - </td><td>&nbsp;</td></tr>
<tr><td valign="top"><img src="/icons/unknown.gif" alt="[   ]"></td><td><a href="a+b%20(1).asdf">a+b (1).asdf</a></td><td align="right">2026-11-27 13:27  </td><td align="right">121K</td><td>&nbsp;</td></tr>
<tr><td valign="top"><img src="/icons/unknown.gif" alt="[   ]"></td><td><a href="x&amp;y.fits">x&amp;y.fits</a></td><td align="right">2026-11-27 13:27  </td><td align="right"> 10 </td><td>&nbsp;</td></tr>
</table></body></html>`;
const PYTHON = `<!DOCTYPE HTML><html lang="en"><body><h1>Directory listing for /data/</h1><hr><ul>
<li><a href="night%201/">night 1/</a></li>
<li><a href="a%2Bb%20%281%29.asdf">a+b (1).asdf</a></li>
<li><a href="x%26y.fits">x&amp;y.fits</a></li>
</ul><hr></body></html>`;

test.each([
  ["nginx", NGINX, [123_456, 10], "2026-11-27T13:27:00.000Z"],
  ["Apache", APACHE, [121 * 1024, 10], "2026-11-27T13:27:00.000Z"],
  ["Python", PYTHON, [undefined, undefined], undefined],
])("an index page of %s", async (_, html, sizes, modified) => {
  const { origin, asked } = await served(({ url }, response) => {
    const inner = `<a href="b.asdf">b.asdf</a> <a href="http://elsewhere.example/data/c.asdf">c</a>`;
    const file = decodeURIComponent(url ?? "") === "/data/a+b (1).asdf";
    return file
      ? give(response, "application/octet-stream", image)
      : give(response, "text/html; charset=utf-8", url === "/data/" ? html : inner);
  });
  const { place, root, key, takesKeys, isPrivate } = await placeAt(`${origin}/data/`);
  expect([root, key, takesKeys, isPrivate]).toEqual([`${origin}/`, "data/", false, false]);
  const { value } = await place.list({ prefix: key, delimiter: "/" }).next();
  const [page] = [value as PlacePage];
  expect(page.folders).toEqual(["data/night 1/"]);
  expect(page.files.map((file) => file.key)).toEqual(["data/a+b (1).asdf", "data/x&y.fits"]);
  expect(page.files.map(({ size }) => size)).toEqual(sizes);
  expect(page.files[0]?.modified?.toISOString()).toBe(modified);
  // The page is asked for once.
  expect(asked).toEqual(["/data/"]);
  expect((await all(place.list({ prefix: key }))).files).toEqual([
    "data/a+b (1).asdf",
    "data/x&y.fits",
    "data/night 1/b.asdf",
  ]);
  expect((await all(place.list({ prefix: "data/x", delimiter: "/" }))).files).toEqual(["data/x&y.fits"]);
  const file = await open(place.address("data/a+b (1).asdf"));
  expect([...((await arrayAt(file, "data").read()).data as Uint8Array)]).toEqual([1, 2, 3]);
});

test("folders without end are followed so far", async () => {
  const { origin } = await served((_, response) => give(response, "text/html", `<a href="in/">in/</a>`));
  const { place } = await placeAt(`${origin}/`);
  await all(place.list());
});

test("a bucket at any server is known by its answers, and a file is none", async () => {
  const store = await startStore({
    bucket: "sky",
    names: ["a.asdf"],
    file: () => ({ size: image.length, bytes: (offset, length) => image.subarray(offset, offset + length) }),
  });
  onTestFinished(() => store.stop());
  const { place, root, takesKeys } = await placeAt(`${store.endpoint}/sky/`);
  expect([root, takesKeys, (await all(place.list())).files]).toEqual([
    `${store.endpoint}/sky/`,
    true,
    ["a.asdf"],
  ]);
  const { origin } = await served(({ url }, response) =>
    give(response, "application/octet-stream", image, url === "/none/" ? 404 : 200),
  );
  expect(((await failure(() => placeAt(`${origin}/a.asdf`))) as AsdfError).code).toBe("bad-argument");
  expect(((await failure(() => placeAt(`${origin}/none/`))) as AsdfError).code).toBe("not-found");
  expect((await failure(() => placeAt("no place"))).message).toContain("names no place of files");
});

test("the buckets that keys own are one place", async () => {
  const names = ["a.asdf", "night 1/b.asdf"];
  const store = await startStore({
    bucket: "sky",
    keys: new Map([["AKID", { secret: "SECRET" }]]),
    names,
    file: () => ({ size: image.length, bytes: (offset, length) => image.subarray(offset, offset + length) }),
  });
  onTestFinished(() => store.stop());
  const unknown = await placeAt("s3://", { endpoint: store.endpoint });
  expect(unknown).toMatchObject({ root: "s3://", key: "", takesKeys: true, isPrivate: false });
  expect(await failure(() => unknown.place.list().next())).toMatchObject({ code: "network", status: 401 });
  expect(store.asked).toEqual([]);
  const credentials = { accessKeyId: "AKID", secretAccessKey: "SECRET" };
  for (const address of ["s3://", `${store.endpoint}/`]) {
    const options = { endpoint: store.endpoint, credentials };
    const { place, root } = await placeAt(address, options);
    expect(root).toBe(address);
    expect(await all(place.list({ delimiter: "/" }))).toEqual({ files: [], folders: ["sky/"] });
    expect(await all(place.list({ prefix: "sky/", delimiter: "/" }))).toEqual({
      files: ["sky/a.asdf"],
      folders: ["sky/night 1/"],
    });
    expect((await all(place.list())).files).toEqual(["sky/a.asdf", "sky/night 1/b.asdf"]);
    expect(place.address("sky/night 1/b.asdf").href).toBe(`${store.endpoint}/sky/night%201/b.asdf`);
    using file = await open(await place.source("sky/night 1/b.asdf"));
    expect((await arrayAt(file, "data").read()).data).toEqual(Uint8Array.of(1, 2, 3));
  }
});

test("Google's buckets", async () => {
  const { place, root } = await placeAt("gs://sky/night 1/");
  expect([root, place.address("a b.asdf").href]).toEqual([
    "gs://sky/",
    "https://storage.googleapis.com/sky/a%20b.asdf",
  ]);
});

test.each([
  ["https://sky.s3.eu-west-1.amazonaws.com/a/", "s3://sky/", "https://sky.s3.eu-west-1.amazonaws.com/k"],
  ["https://s3.eu-west-1.amazonaws.com/sky/a/", "https://s3.eu-west-1.amazonaws.com/sky/", undefined],
  ["https://storage.googleapis.com/sky/a/", "https://storage.googleapis.com/sky/", undefined],
])("%s is a bucket without being asked", async (address, root, file = `${root}k`) => {
  const found = await placeAt(address);
  expect([found.root, found.key, found.place.address("k").href]).toEqual([root, "a/", file]);
});

const SIGNATURE = "sv=2026-02-06&sr=c&sig=s%2Becret%3D";

test("a container of Azure: its signature is in each request, and in no address or message", async () => {
  let isRefusing = false;
  const { origin, asked } = await served(({ url, headers }, response) => {
    const { searchParams, pathname } = new URL(url ?? "/", "http://x");
    if (isRefusing || searchParams.get("sig") !== "s+ecret=") {
      const body = "<Error><Code>AuthenticationFailed</Code><Message>not allowed</Message></Error>";
      give(response, "application/xml", body, 403);
    } else if (searchParams.get("comp") === "list") {
      const isFirst = !searchParams.has("marker");
      const blobs = isFirst
        ? `<Blob><Name>a&amp;b.asdf</Name><Properties><Last-Modified>Fri, 27 Nov 2026 09:30:15 GMT</Last-Modified><Content-Length>${image.length}</Content-Length></Properties></Blob>`
        : `<Blob><Name>d</Name><Properties><Content-Length>0</Content-Length><ResourceType>directory</ResourceType></Properties></Blob><BlobPrefix><Name>night 1/</Name></BlobPrefix>`;
      give(
        response,
        "application/xml",
        `<?xml version="1.0"?><EnumerationResults ContainerName="sky"><Blobs>${blobs}</Blobs><NextMarker>${isFirst ? "2" : ""}</NextMarker></EnumerationResults>`,
      );
    } else {
      expect(headers.range).toMatch(/^bytes=/);
      expect(decodeURIComponent(pathname)).toMatch(/\/sky\/a&b\.asdf$/);
      give(response, "application/octet-stream", image);
    }
  });
  redirectTo(origin);
  const { place, root, key, isPrivate } = await placeAt(`https://me.blob.core.windows.net/sky/?${SIGNATURE}`);
  expect([root, key, isPrivate]).toEqual(["https://me.blob.core.windows.net/sky/", "", true]);
  expect(await all(place.list({ delimiter: "/" }))).toEqual({ files: ["a&b.asdf"], folders: ["night 1/"] });
  expect(place.address("a&b.asdf").href).toBe("https://me.blob.core.windows.net/sky/a%26b.asdf");
  const file = await open(await place.source("a&b.asdf"));
  expect(arrayAt(file, "data").shape).toEqual([3]);
  expect(asked.length).toBe(3);
  isRefusing = true;
  vi.stubGlobal("fetch", vi.fn(fetch));
  const refused = await failure(() => place.source("a&b.asdf"));
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("fetch failed");
  });
  const broken = await failure(() => place.source("a&b.asdf", { http: { retries: 0 } } as object));
  for (const { message, stack } of [refused, broken]) {
    expect(`${message} ${stack}`).not.toMatch(/ecret/);
  }
});

const INVENIO = {
  enabled: true,
  entries: [
    { key: "a b.asdf", size: image.length, updated: "2026-11-27T09:30:15+00:00", links: {} },
    { key: "night/c.fits", size: 20 },
  ],
};
const DATAVERSE = {
  status: "OK",
  data: [
    {
      label: "stars.tab",
      directoryLabel: "tables",
      dataFile: { id: 7, filesize: 30, originalFileName: "stars.csv", originalFileSize: 20 },
    },
    { label: "a b.asdf", dataFile: { id: 8, filesize: image.length, creationDate: "2026-11-27" } },
  ],
};

test("records of Zenodo and Dataverse, by DOI and address", async () => {
  const { origin, asked } = await served(({ url }, response) => {
    const { pathname } = new URL(url ?? "/", "http://x");
    const answers: Record<string, unknown> = {
      "/zenodo.org/api/records/1234/files": INVENIO,
      "/doi.org/api/handles/10.7910/DVN/ABC": {
        values: [
          { data: { value: "https://dataverse.example/dataset.xhtml?persistentId=doi:10.7910/DVN/ABC" } },
        ],
      },
      "/doi.org/api/handles/10.1000/182": { values: [{ data: { value: "https://journal.example/182" } }] },
      "/dataverse.example/api/datasets/:persistentId/versions/:latest-published/files": DATAVERSE,
    };
    if (pathname in answers) {
      give(response, "application/json", JSON.stringify(answers[pathname]));
    } else {
      give(response, "application/octet-stream", image, /content$|datafile/.test(pathname) ? 200 : 404);
    }
  });
  redirectTo(origin);
  for (const address of [
    "10.5281/zenodo.1234",
    "https://doi.org/10.5281/zenodo.1234",
    "https://zenodo.org/records/1234",
  ]) {
    const { place, root, isPrivate } = await placeAt(address);
    expect([root, isPrivate]).toEqual(["https://zenodo.org/records/1234/", false]);
    expect(await all(place.list({ delimiter: "/" }))).toEqual({ files: ["a b.asdf"], folders: ["night/"] });
    expect(place.address("a b.asdf").href).toBe(
      "https://zenodo.org/api/records/1234/files/a%20b.asdf/content",
    );
  }
  const { place, root } = await placeAt("doi:10.7910/DVN/ABC");
  expect((await all(place.list())).files).toEqual(["tables/stars.csv", "a b.asdf"]);
  expect(place.address("tables/stars.csv").href).toBe(
    "https://dataverse.example/api/access/datafile/7?format=original",
  );
  expect(arrayAt(await open(await place.source("a b.asdf")), "data").shape).toEqual([3]);
  // What begins the addresses of its files leads to it again.
  await placeAt(root);
  const ids = asked.map((url) => new URL(url, origin).searchParams.get("persistentId")).filter(Boolean);
  expect(ids).toEqual(["doi:10.7910/DVN/ABC", "doi:10.7910/DVN/ABC"]);
  expect((await failure(() => place.source("none"))).message).toContain("has no file `none`");
  expect((await failure(() => placeAt("10.1000/182"))).message).toContain("no record of Zenodo");
  expect((await failure(() => placeAt("https://zenodo.org/records/none"))).message).toContain("zenodo.org");
  expect(asked.some((url) => url.includes("/doi.org/"))).toBe(true);
});

test("a hostile index page neither hangs nor leads out of its folder", async () => {
  const page = `<a href="a.asdf">a</a>${"<".repeat(500_000)}
<a href="/data/b%20(1).asdf">b</a> <a href="..%2Fsecret.asdf">c</a> <a href="%2e%2e/d.asdf">d</a> <a href="#top">top</a>
<a href="javascript:alert(1)">e</a> <a href="//elsewhere.example/data/f.asdf">f</a> <a href="in%2F..%2F/">g</a>`;
  const { origin } = await served((_, response) => give(response, "text/html", page));
  const before = performance.now();
  const { place, key } = await placeAt(`${origin}/data/`);
  expect(await all(place.list({ prefix: key }))).toEqual({
    files: ["data/a.asdf", "data/b (1).asdf"],
    folders: [],
  });
  expect(performance.now() - before).toBeLessThan(10_000);
});

test("slashes in a row lead to no other server", async () => {
  const { origin } = await served((_, response) => give(response, "text/html", '<a href="a.asdf">a</a>'));
  const { place, key } = await placeAt(`${origin}///elsewhere.example/`);
  expect(place.address(`${key}a.asdf`).href).toBe(`${origin}///elsewhere.example/a.asdf`);
});

test("a folder whose answer is no page is not taken for an empty one", async () => {
  const { origin } = await served(({ url }, response) =>
    give(
      response,
      url === "/" ? "text/html" : "application/json",
      url === "/" ? '<a href="in/">in/</a>' : "{}",
    ),
  );
  const { place } = await placeAt(`${origin}/`);
  expect((await failure(() => all(place.list()))).message).toContain("answers no list of files");
});

test("an answer without end is read so far, and a stopped one is said to be stopped", async () => {
  const { origin } = await served((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    const piece = "<a href='x'>".repeat(100_000);
    const more = () => {
      while (!response.destroyed && response.write(piece)) {
        // Until the other side takes no more.
      }
    };
    response.on("drain", more);
    more();
  });
  expect(((await failure(() => placeAt(`${origin}/`))) as AsdfError).code).toBe("limit-exceeded");
  const silent = await served((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).write("<a href=");
  });
  const stopped = await failure(() => placeAt(`${silent.origin}/`, {}, AbortSignal.timeout(100)));
  expect((stopped as AsdfError).code).toBe("aborted");
});

test("a key with dots between slashes is another file's for no address", async () => {
  const bucket = new Bucket("sky", { endpoint: "https://store.example" });
  for (const key of ["../private/a.asdf", "a/../b", "a/./b", ".."]) {
    expect(() => bucket.address(key)).toThrow("cannot be asked for");
  }
  expect(bucket.address("a/..b/c..d/...").href).toBe("https://sky.store.example/a/..b/c..d/...");
});

test("a container of Azure with odd facts, and with a redirection", async () => {
  const blobs = [
    "<Name>a</Name>",
    "<Name>b</Name><Content-Length>x</Content-Length><Last-Modified>x</Last-Modified>",
  ];
  const xml = `<EnumerationResults><Blobs>${blobs.map((blob) => `<Blob>${blob}</Blob>`).join("")}</Blobs><NextMarker/></EnumerationResults>`;
  const { origin } = await served(({ url }, response) => {
    if (url?.includes("comp=list")) {
      give(response, "application/xml", xml);
    } else {
      response.writeHead(302, { location: "ftp://me/a?sig=s%2Becret%3D" }).end();
    }
  });
  redirectTo(origin);
  const { place } = await placeAt(`https://me.blob.core.windows.net/sky/?${SIGNATURE}`);
  const { value } = await place.list().next();
  expect((value as PlacePage).files).toEqual(
    ["a", "b"].map((key) => ({ key, size: undefined, modified: undefined })),
  );
  const { message } = await failure(() => place.source("a"));
  expect(message).toContain("which cannot be fetched");
  expect(message).not.toContain("ecret");
});

test("files of a data set that would have one name keep theirs; a folder may be named as records are", async () => {
  const csv = { originalFileName: "stars.csv", originalFileSize: 20, filesize: 30 };
  const data = [
    { label: "stars.csv", dataFile: { id: 1, filesize: 10 } },
    { label: "stars.tab", dataFile: { id: 2, ...csv } },
    { label: "more.tab", directoryLabel: "in", dataFile: { id: 3, ...csv } },
  ];
  const { origin } = await served(({ url }, response) =>
    url?.includes("/api/datasets/")
      ? give(response, "application/json", JSON.stringify({ data }))
      : give(response, "text/html", '<a href="a.asdf">a</a>'),
  );
  const { place } = await placeAt(`${origin}/dataset.xhtml?persistentId=doi:10.7910/DVN/ABC`);
  const { files } = (await place.list().next()).value as PlacePage;
  expect(files.map(({ key, size }) => [key, size, place.address(key).href.split("/").at(-1)])).toEqual([
    ["stars.csv", 10, "1"],
    ["stars.tab", 30, "2"],
    ["in/stars.csv", 20, "3?format=original"],
  ]);
  const folder = await placeAt(`${origin}/records/2024/`);
  expect((await all(folder.place.list({ prefix: folder.key }))).files).toEqual(["records/2024/a.asdf"]);
});
