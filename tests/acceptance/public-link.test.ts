import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { publicToken } from "#application/deliveries/public-address.ts";
import { isPublished } from "#application/exports/publications.ts";
import { DestinationKind, ExportStatus, FileType } from "#domain/enumerations.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { Destination } from "#domain/workspace/automations/destination.ts";
import { setUpDeliverer, tenant } from "#tests/support/deliverer-for-tests.ts";
import type { GivenRun } from "#tests/support/delivering.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

const publicly: Destination = { kind: DestinationKind.PublicUrl, reportName: "Orders of the day" };
let web: WebForTests;
let sheaf: Awaited<ReturnType<typeof setUpDeliverer>>;
let automationId = "";
let address = "";
let position = 0;

const project = (collection: string, id: string, document: object) => {
  position += 1;
  const put = { collection, kind: "put", id, document: document as never, position: `${position}` } as const;
  return web.readStore.apply([put]);
};
const shownAs = (destination: Destination) =>
  project(collections.automations.name, automationId, { tenant, automationId, destination });

beforeEach(async () => {
  web = await startWebForTests();
  await web.readStore.ensureCollections(Object.values(collections));
  sheaf = await setUpDeliverer({ beside: web });
  automationId = await sheaf.givenReport(publicly);
  await shownAs(publicly);
  address = `/public/${publicToken(web.vault, automationId)}/Orders%20of%20the%20day`;
});
afterEach(() => web.close());

/** A report that was delivered, as the list of exports has it. */
const delivered = async (more: GivenRun = {}) => {
  const run = await sheaf.givenRun(automationId, more);
  await sheaf.work();
  await sheaf.hear();
  await project(collections.exports.name, run.exportId, {
    tenant,
    exportId: run.exportId,
    fileName: run.fileName,
    fileType: FileType.Csv,
    status: ExportStatus.Finished,
    attempt: 1,
    fileKey: run.fileKey,
    bytes: run.bytes.length,
    expiresAt: "2026-11-27T12:00:00.000Z",
    expired: false,
    erased: null,
  });
  return run;
};
const get = (path = address, headers: Record<string, string> = {}, method = "GET") =>
  web.fetchRaw(method, path, { headers });
const shown = async (path = address) => (await get(path)).text();
const day = (n: number) => `2026-11-${n}T22:00:00.000Z`;

describe("A public link", () => {
  it("shows a page that nothing is published yet, for invalid links too", async () => {
    for (const path of [address, "/public/guessed/x", "/public", `/public/${"a".repeat(43)}/x`]) {
      const response = await get(path);
      expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
      expect(await response.text()).toContain("Nothing was published at this address yet");
    }
  });

  it("returns the newest file to everybody, with the headers of a file link, at a permanent address", async () => {
    await delivered({ text: "first", until: day(18) });
    expect(await shown()).toBe("first");
    await delivered({ text: "second", until: day(19) });
    const response = await get();
    expect(await response.text()).toBe("second");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/csv",
      "cache-control": "private, no-cache, no-transform",
      "x-robots-tag": "noindex",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
    const etag = response.headers.get("etag") ?? "";
    expect((await get(address, { "if-none-match": etag })).status).toBe(304);
    expect((await get(address, { range: "bytes=0-2" })).status).toBe(206);
    expect((await get(address, {}, "HEAD")).headers.get("content-length")).toBe("6");
    expect(await shown(address.replace(/[^/]+$/, "An%20older%20name"))).toBe("second");
  });

  it("is not changed by a test run, an empty report or one of an earlier period, in any order", async () => {
    await delivered({ text: "newest", until: day(19) });
    await delivered({ text: "test", until: day(20), cause: "test" });
    await delivered({ text: "empty", until: day(20), rows: 0 });
    await delivered({ text: "catch-up", until: day(12), cause: "catch-up" });
    expect(await shown()).toBe("newest");
    await sheaf.hear();
    expect(await shown()).toBe("newest");
  });

  it("records in the run whether the file was published", async () => {
    const real = await delivered();
    const test = await delivered({ cause: "test" });
    const confirmed = async (runId: string) => (await sheaf.deliveries(runId)).at(-1);
    expect(await confirmed(real.runId)).toMatchObject({
      data: { receipt: { to: "the public link", published: true } },
    });
    expect(await confirmed(test.runId)).toMatchObject({
      data: { receipt: { answer: "This was a test, so the link wasn't changed." } },
    });
  });

  it("keeps its file beyond the usual retention until another replaces it", async () => {
    const needs = { stateStore: web.state, runner: web.runner };
    const first = await delivered({ text: "first", until: day(18) });
    web.clock.advance(30 * 24 * 3_600_000);
    expect([await shown(), await isPublished(needs, first.exportId)]).toEqual(["first", true]);
    const second = await delivered({ text: "second", until: day(19) });
    expect(await isPublished(needs, first.exportId)).toBe(false);
    expect(await isPublished(needs, second.exportId)).toBe(true);
  });

  it("returns 404 if its file was erased, or if the report no longer has a public link", async () => {
    const run = await delivered();
    await project(collections.exports.name, run.exportId, { tenant, fileKey: null, expired: true, erased: "customer" });
    expect((await get()).status).toBe(404);
    const other = await delivered({ until: day(20) });
    expect((await get()).status).toBe(200);
    const webhook: Destination = { kind: DestinationKind.Webhook, method: 0, url: "https://partner.example" };
    await sheaf.edit(automationId, webhook);
    await shownAs(webhook);
    expect((await get()).status).toBe(404);
    expect(await isPublished({ stateStore: web.state, runner: web.runner }, other.exportId)).toBe(false);
  });

  it("returns 503 while the lists are being rebuilt", async () => {
    await delivered();
    web.seen.standing = "none";
    expect((await get()).status).toBe(503);
  });
});
