import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readFetches } from "#application/exports/fetches.ts";
import { createFileUrl } from "#application/exports/file-link.ts";
import { scriptHash } from "#application/text/script-hash.ts";
import { ExportStatus, FileType } from "#domain/enumerations.ts";
import { rowSearchScript } from "#domain/html/row-search.ts";
import { collections, type ExportDocument } from "#domain/read-models/documents.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { givenFinishedRun } from "#tests/support/delivering.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { byteRange, contentDisposition } from "./headers.ts";

const exportId = "0f8fad5b-d9cb-469f-a165-70867728950e";
const content = "OrderNum,Quantity\r\n#1001,2\r\n";
let web: WebForTests;
let shop: { tenant: string; token: string };
let link = "";

const givenFile = async (changes: Partial<ExportDocument> = {}) => {
  const document: ExportDocument = {
    tenant: shop.tenant,
    exportId,
    trigger: "manual",
    createdAt: "2026-11-20T11:00:00.000Z",
    title: "Πωλήσεις",
    fileName: "Πωλήσεις 2026-11-20 130000.csv",
    fileType: FileType.Csv,
    status: ExportStatus.Finished,
    attempt: 1,
    ended: true,
    failedReason: null,
    failedCode: null,
    fileKey: `${exportId}.csv`,
    bytes: content.length,
    orders: 1,
    expiresAt: "2026-11-27T12:00:00.000Z",
    expired: false,
    erased: null,
    endedAt: "2026-11-20T11:01:00.000Z",
    repeats: null,
    compared: null,
    emptyExpected: false,
    asked: null,
    rows: 1,
    testOrders: 0,
    period: null,
    formulaFaults: [],
    ...changes,
  };
  await web.readStore.apply([
    { collection: collections.exports.name, kind: "put", id: exportId, document, position: "1" },
  ]);
};

const publicUrl = async () => {
  const reply = await web.ask("POST", "reporting/pollExportList", { token: shop.token, body: [exportId] });
  return (reply.envelope.Data as unknown as ExportJob[])[0]?.PublicUrl ?? null;
};

beforeEach(async () => {
  web = await startWebForTests();
  await web.readStore.ensureCollections(Object.values(collections));
  shop = await web.givenShop("aurora-demo");
  const part = await web.files.createPart("p");
  await part.write(Buffer.from(content));
  await part.publish(`${exportId}.csv`);
  await givenFile();
  link = (await publicUrl())?.replace("http://localhost:3000", "") ?? "";
});
afterEach(() => web.close());

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  web.fetchRaw(method, path, { headers });

describe("a file's link", () => {
  it("downloads the file under its own name, without a login", async () => {
    const response = await get(`${link}?down=1`);
    expect(await response.text()).toBe(content);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/csv",
      "content-length": String(content.length),
      "content-disposition": `attachment; filename="________ 2026-11-20 130000.csv"; filename*=UTF-8''%CE%A0%CF%89%CE%BB%CE%AE%CF%83%CE%B5%CE%B9%CF%82%202026-11-20%20130000.csv`,
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
    });
    expect((await get(link)).headers.get("content-disposition")).toMatch(/^inline;/);
  });

  it("works as soon as the file exists, even before the list of exports has it", async () => {
    const ports = { runner: web.runner, vault: web.vault, files: web.files, eventStore: web.eventStore };
    const run = await givenFinishedRun(ports, { tenant: shop.tenant, automationId: "a" }, { text: "fresh" });
    const fresh = createFileUrl("", web.vault, run.exportId, run.fileName);
    expect(await (await get(fresh)).text()).toBe("fresh");
    web.seen.standing = "none";
    expect((await get(fresh)).status).toBe(200);
  });

  it("serves an HTML report in a sandbox, with only the search script allowed", async () => {
    await web.readStore.apply([
      { collection: "exports", kind: "merge", id: exportId, fields: { fileType: FileType.Html }, position: "2" },
    ]);
    const response = await get(link);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; default-src 'none';/);
    expect(policy).not.toMatch(/allow-same-origin|allow-forms|allow-top-navigation/);
    const [, scripts] = /script-src ([^;]*)/.exec(policy) ?? [];
    expect(scripts).toBe(scriptHash(rowSearchScript));
  });

  const served: Record<keyof typeof FileType, [mediaType: string, shown: "inline" | "attachment"]> = {
    Html: ["text/html; charset=utf-8", "inline"],
    Excel: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "attachment"],
    Xml: ["application/xml", "attachment"],
    Csv: ["text/csv", "attachment"],
  };
  it.each(Object.entries(FileType))(
    "has the content type of an %s report, to be viewed or downloaded",
    async (name, fileType) => {
      const [kind, shown] = served[name as keyof typeof FileType];
      await web.readStore.apply([
        { collection: collections.exports.name, kind: "merge", id: exportId, fields: { fileType }, position: "2" },
      ]);
      const { headers } = await get(shown === "attachment" ? `${link}?down=1` : link);
      expect(headers.get("content-type")).toBe(kind);
      expect(headers.get("content-disposition")).toMatch(new RegExp(`^${shown}; filename=`));
    },
  );

  it("serves ranges of the file, and refuses a range beyond its end", async () => {
    const part = await get(link, { range: "bytes=0-7" });
    expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([
      206,
      "OrderNum",
      `bytes 0-7/${content.length}`,
    ]);
    const tail = await get(link, { range: "bytes=-2" });
    expect([tail.status, await tail.text()]).toEqual([206, "\r\n"]);
    expect((await get(link, { range: "bytes=900-" })).status).toBe(416);
    const changed = await get(link, { range: "bytes=0-7", "if-range": '"other"' });
    expect([changed.status, await changed.text()]).toEqual([200, content]);
    const known = await get(link, { "if-none-match": part.headers.get("etag") ?? "" });
    expect(known.status).toBe(304);
    const head = await get(link, { range: "bytes=0-7" }, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      String(content.length),
      "",
    ]);
  });

  it("is a 404 if it is cut or extended", async () => {
    const [, , token] = link.split("/");
    for (const path of ["/files", "/files/", `/files/${token}`, `${link}/x`]) {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("This file doesn't exist");
    }
  });

  it("can't be guessed from an export's id", async () => {
    const [, , token = "", name] = link.split("/");
    const [, signature = ""] = token.split(".");
    const other = signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    const guesses = [
      exportId,
      `${exportId}.`,
      `${exportId}.${other}`,
      `${exportId}.${"A".repeat(43)}`,
      `1f8fad5b-d9cb-469f-a165-70867728950e.${signature}`,
      `${exportId}.${signature}x`,
      "..%2f..%2fmaster.key",
    ];
    for (const guess of guesses) {
      const response = await get(`/files/${guess}/${name}`);
      expect([guess, response.status]).toEqual([guess, 404]);
      expect(await response.text()).toContain("This file doesn't exist");
    }
  });

  it.each([
    ["it has expired", { expiresAt: "2026-11-20T12:00:00.000Z" }],
    ["it was removed", { expired: true }],
    ["the file is missing", { fileKey: "gone.csv" }],
  ])("says that the file was removed when %s", async (_name, changes) => {
    await web.readStore.apply([
      { collection: collections.exports.name, kind: "merge", id: exportId, fields: changes, position: "2" },
    ]);
    const response = await get(link);
    expect([response.status, await response.text()]).toEqual([
      410,
      expect.stringContaining("Generate the report again."),
    ]);
  });

  it("works until the file expires by the trusted clock, even if the machine's clock is ahead", async () => {
    const kept = new Date("2026-11-20T12:00:00.000Z");
    web.clock.jump(30 * 24 * 3_600_000);
    web.seen.trustedNow = () => kept;
    expect((await get(link)).status).toBe(200);
    // Logins go by the machine's clock, so the merchant logs in again.
    const { tenant } = shop;
    const epoch = await web.sessions.readEpoch(tenant);
    shop.token = await web.sessions.issue({ tenant, shop: "aurora-demo", epoch });
    expect(await publicUrl()).not.toBeNull();
  });

  it("says that a file deleted too early is missing, not that it has expired", async () => {
    await web.files.delete(`${exportId}.csv`);
    const response = await get(link);
    const text = await response.text();
    expect(response.status).toBe(410);
    expect(text).toContain("The file is missing, although it should still be here.");
    expect(text).not.toContain("limited time");
  });

  it.each(["", "Order", `${content}more`])("sends an error, not the file, if the disk holds %j", async (stored) => {
    const part = await web.files.createPart("other");
    await part.write(Buffer.from(stored));
    await part.publish(`${exportId}.csv`);
    const headers: Record<string, string>[] = [{}, { range: "bytes=0-2" }];
    for (const header of headers) {
      const response = await get(link, header);
      expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
        500,
        "text/html; charset=utf-8",
        expect.stringContaining("It has changed since it was made. Generate the report again."),
      ]);
    }
    await web.close();
    expect(web.logged()).toContain("A report's file is damaged.");
    web = await startWebForTests();
  });

  it("reports a damaged file if it can't be opened", async () => {
    web.files.open = () => Promise.reject(new Error("EISDIR"));
    const response = await get(link);
    expect([response.status, await response.text()]).toEqual([500, expect.stringContaining("The file is damaged")]);
  });

  it("says that the file was removed because a customer's data had to be erased", async () => {
    const fields = { expired: true, erased: "customer" };
    await web.readStore.apply([
      { collection: collections.exports.name, kind: "merge", id: exportId, fields, position: "2" },
    ]);
    const response = await get(link);
    expect([response.status, await response.text()]).toEqual([
      410,
      expect.stringContaining("A customer's data had to be erased, and this file may have held some of it."),
    ]);
  });

  it("is not shown once the file has expired", async () => {
    web.clock.advance(8 * 24 * 3_600_000);
    const fresh = await web.sessions.issue({
      tenant: shop.tenant,
      shop: "aurora-demo",
      epoch: await web.sessions.readEpoch(shop.tenant),
    });
    shop = { ...shop, token: fresh };
    expect(await publicUrl()).toBeNull();
  });

  it("asks the browser to retry while the list of exports is rebuilt", async () => {
    await web.readStore.clear(collections.exports.name);
    const response = await get(link);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  });

  it("asks the browser to retry if another version of the list may not have the file yet", async () => {
    web.seen.standing = "other";
    expect((await get(link)).status).toBe(200);
    const unfinished = { fileKey: null };
    await web.readStore.apply([
      { collection: collections.exports.name, kind: "merge", id: exportId, fields: unfinished, position: "2" },
    ]);
    expect((await get(link)).status).toBe(503);
    web.seen.standing = "own";
    expect((await get(link)).status).toBe(404);
    web.seen.standing = "none";
    expect((await get(link)).status).toBe(503);
  });

  it("records a fetch if the file or a part of it is sent, but not if nothing is", async () => {
    await get(link, {}, "HEAD");
    const { headers } = await get(link, { range: "bytes=900-" });
    await get(link, { "if-none-match": headers.get("etag") ?? "" });
    expect(await readFetches(web.state, exportId)).toEqual([]);
    await get(link);
    const now = web.clock.now().toISOString();
    expect(await readFetches(web.state, exportId)).toEqual([{ from: now, to: now, way: "link" }]);
    web.clock.advance(600_000);
    await get(link, { range: "bytes=8-" });
    const to = web.clock.now().toISOString();
    expect(await readFetches(web.state, exportId)).toEqual([{ from: now, to, way: "link" }]);
  });

  it("serves the file even if the fetch can't be recorded, and logs that", async () => {
    web.state.put = () => Promise.reject(new Error("The disk is full."));
    expect((await get(link)).status).toBe(200);
    await web.close();
    expect(web.logged()).toContain("A report's file was fetched, but that could not be recorded.");
    web = await startWebForTests();
  });

  it("appears in no log", async () => {
    await get(`${link}?down=1`);
    await web.close();
    expect(web.logged()).toContain("/files/{token}/{name}");
    expect(web.logged()).not.toContain(link.split("/")[2]);
    web = await startWebForTests();
  });
});

describe("a Range header", () => {
  it.each([
    [undefined, undefined],
    ["bytes=0-", { start: 0, end: 9 }],
    ["bytes=3-5", { start: 3, end: 5 }],
    ["bytes=3-500", { start: 3, end: 9 }],
    ["bytes=-3", { start: 7, end: 9 }],
    ["bytes=-30", { start: 0, end: 9 }],
    ["bytes=10-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=5-3", undefined],
    ["bytes=-", undefined],
    ["bytes=0-1,3-4", undefined],
    ["lines=1-2", undefined],
  ])("%j of ten bytes means %j", (header, range) => {
    expect(byteRange(header, 10)).toEqual(range);
  });
});

describe("a file name in a header", () => {
  it("can't break it by quotes, percent signs or line breaks", () => {
    expect(contentDisposition("inline", 'a"b%\r\n;ü')).toBe(
      `inline; filename="a_b___;_"; filename*=UTF-8''a%22b%25%0D%0A%3B%C3%BC`,
    );
  });
});
