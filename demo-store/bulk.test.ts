import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "#tests/support/until.ts";
import type { CreateDemoStoreOptions } from "./create-demo-store.ts";
import { startTestClient, type TestClient } from "./testing/test-client.ts";

/** Bulk operations by raw requests, as the platform documents them (P-4.6). */

const shop = "aurora-demo";
let hand: TestClient;
let token = "";
const begin = async (options: CreateDemoStoreOptions = {}) => {
  hand = await startTestClient(options);
  token = (await hand.install(shop)).access_token;
};
beforeEach(() => begin());
afterEach(() => hand.close());

type Operation = {
  id: string;
  status: string;
  errorCode: string | null;
  objectCount: string;
  rootObjectCount: string;
  fileSize: string | null;
  url: string | null;
  partialDataUrl: string | null;
  completedAt: string | null;
  query: string;
};
type Line = Record<string, unknown> & { id: string; __parentId?: string };

const ALL = "id status errorCode objectCount rootObjectCount fileSize url partialDataUrl completedAt query type";
const ask = async (query: string, variables: Record<string, unknown> = {}) =>
  (await hand.ask(shop, token, query, variables)).body.data;
const run = async (query: string, groupObjects = false) => {
  const document = `mutation ($query: String!, $groupObjects: Boolean!) {
    bulkOperationRunQuery(query: $query, groupObjects: $groupObjects) { bulkOperation { ${ALL} } userErrors { field message code } }
  }`;
  return (await ask(document, { query, groupObjects })).bulkOperationRunQuery;
};
const find = async (id: string): Promise<Operation> =>
  (await ask(`query ($id: ID!) { bulkOperation(id: $id) { ${ALL} } }`, { id })).bulkOperation;
const ended = ({ status }: Operation) => !["CREATED", "RUNNING", "CANCELING"].includes(status);
const finished = (id: string): Promise<Operation> =>
  until(`${id} has ended`, async () => {
    const operation = await find(id);
    return ended(operation) ? operation : undefined;
  });
const fault = (fields: Record<string, unknown>) => hand.post(`/_control/${shop}/faults`, fields);
const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const linesAt = async (url: string | null) => linesOf(await (await fetch(url ?? "")).text());

const QUERY =
  "{ orders(sortKey: CREATED_AT, reverse: true) { edges { node { id createdAt lineItems { edges { node { id title } } } } } } }";

describe("an operation", () => {
  it("runs to completion, and its file has each order and line, children after their parents", async () => {
    const { bulkOperation, userErrors } = await run(QUERY);
    expect(userErrors).toEqual([]);
    expect(bulkOperation).toMatchObject({
      status: "CREATED",
      objectCount: "0",
      url: null,
      type: "QUERY",
      query: QUERY,
    });
    const operation = await finished(bulkOperation.id);
    expect(operation).toMatchObject({ status: "COMPLETED", errorCode: null, partialDataUrl: null });
    const lines = await linesAt(operation.url);
    const orders = lines.filter((line) => line.__parentId === undefined);
    expect(orders).toHaveLength(300);
    expect([operation.rootObjectCount, operation.objectCount]).toEqual(["300", String(lines.length)]);
    // Only the id tells a line's type.
    expect(Object.keys(orders[0] ?? {})).toEqual(["id", "createdAt"]);
    const seen = new Set<unknown>();
    let apart = 0;
    for (const [at, line] of lines.entries()) {
      if (line.__parentId === undefined) seen.add(line.id);
      else {
        expect(seen.has(line.__parentId), `${line.id} stands behind ${line.__parentId}`).toBe(true);
        const before = lines[at - 1];
        if (before?.id !== line.__parentId && before?.__parentId !== line.__parentId) apart += 1;
      }
    }
    expect(apart, "lines that are not next to those of their order").toBeGreaterThan(100);
    // The orders equal those of pages.
    const paged = await ask("{ orders(first: 250, sortKey: CREATED_AT, reverse: true) { nodes { id } } }");
    expect(orders.slice(0, 250).map(({ id }) => ({ id }))).toEqual(paged.orders.nodes);
  });

  it("puts children right after their parents if grouping is requested", async () => {
    const { bulkOperation } = await run(QUERY, true);
    const lines = await linesAt((await finished(bulkOperation.id)).url);
    let order = "";
    for (const line of lines) {
      if (line.__parentId === undefined) order = line.id;
      else expect(line.__parentId).toBe(order);
    }
  });

  it("has no file address if it found nothing", async () => {
    const { bulkOperation } = await run("{ orders(query: \"name:'#none'\") { edges { node { id } } } }");
    expect(await finished(bulkOperation.id)).toMatchObject({ status: "COMPLETED", objectCount: "0", url: null });
  });

  it("counts while it runs, and can be canceled", async () => {
    await fault({ kind: "bulk-slow", delayMs: 60 });
    const { bulkOperation } = await run(QUERY);
    await until("it has counted orders", async () => Number((await find(bulkOperation.id)).rootObjectCount) > 0);
    const document = `mutation ($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { id status } userErrors { message } } }`;
    const { bulkOperationCancel: canceled } = await ask(document, { id: bulkOperation.id });
    expect(canceled).toEqual({ bulkOperation: { id: bulkOperation.id, status: "CANCELING" }, userErrors: [] });
    expect(await finished(bulkOperation.id)).toMatchObject({ status: "CANCELED", url: null });
    const again = (await ask(document, { id: bulkOperation.id })).bulkOperationCancel;
    expect(again.userErrors).toHaveLength(1);
    const other = (await ask(document, { id: "gid://shopify/BulkOperation/1" })).bulkOperationCancel;
    expect(other).toMatchObject({ bulkOperation: null, userErrors: [{ message: "Bulk operation does not exist" }] });
  });

  it("is listed by its status, newest first", async () => {
    const first = (await run(QUERY)).bulkOperation.id;
    await finished(first);
    await fault({ kind: "bulk-slow", delayMs: 5_000 });
    const second = (await run(QUERY)).bulkOperation.id;
    await until("the second runs", async () => (await find(second)).status === "RUNNING");
    const listed = async (query: string) =>
      (await ask(`{ bulkOperations(first: 10, query: "${query}") { nodes { id } } }`)).bulkOperations.nodes;
    expect(await listed("status:running")).toEqual([{ id: second }]);
    expect(await listed("status:completed")).toEqual([{ id: first }]);
    expect(await listed("")).toEqual([{ id: second }, { id: first }]);
  });
});

it("five operations run at the same time, and a sixth is refused with their ids", async () => {
  await fault({ kind: "bulk-slow", delayMs: 5_000, times: 5 });
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push((await run(QUERY)).bulkOperation.id);
  const sixth = await run(QUERY);
  expect(sixth).toEqual({
    bulkOperation: null,
    userErrors: [
      {
        field: null,
        code: "OPERATION_IN_PROGRESS",
        message: `A bulk query operation for this app and shop is already in progress: ${ids.join(", ")}`,
      },
    ],
  });
});

describe("the file of an operation", () => {
  it("is served compressed or in parts, at a signed address that works for seven days", async () => {
    let wall = Date.parse("2026-11-20T11:00:00Z");
    await hand.close();
    await begin({ wall: () => new Date(wall) });
    const { bulkOperation } = await run(QUERY);
    const { url, fileSize } = await finished(bulkOperation.id);
    const whole = Buffer.from(
      await (await fetch(url ?? "", { headers: { "accept-encoding": "identity" } })).arrayBuffer(),
    );
    expect(String(whole.length)).toBe(fileSize);
    const { origin, pathname, search } = new URL(url ?? "");
    const packed = await rawGet(`${origin}${pathname}${search}`, { "accept-encoding": "gzip" });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(packed.body).equals(whole)).toBe(true);
    const part = await rawGet(url ?? "", { range: "bytes=100-" });
    expect(part.status).toBe(206);
    expect(part.headers["content-range"]).toBe(`bytes 100-${whole.length - 1}/${whole.length}`);
    expect(part.body.equals(whole.subarray(100))).toBe(true);
    expect((await fetch(`${url}0`)).status).toBe(403);
    wall += 7 * 86_400_000 - 1_000;
    // The token has expired by then; the address needs none.
    expect((await fetch(url ?? "")).status).toBe(200);
    wall += 1_000;
    expect((await fetch(url ?? "")).status).toBe(403);
  });

  it("survives a restart of the platform, and an interrupted operation continues", async () => {
    const folder = await mkdtemp(join(tmpdir(), "demo-bulk-"));
    const statePath = join(folder, "demo-store.json");
    await hand.close();
    await begin({ statePath });
    const done = await finished((await run(QUERY)).bulkOperation.id);
    const before = await linesAt(done.url);
    await fault({ kind: "bulk-slow", delayMs: 200 });
    const cutOff = (await run(QUERY)).bulkOperation.id;
    await hand.close();
    hand = await startTestClient({ statePath });
    expect(await linesAt((await find(done.id)).url)).toEqual(before);
    expect(await linesAt((await finished(cutOff)).url)).toEqual(before);
    await rm(folder, { recursive: true });
  });
});

describe("faults on request", () => {
  const ending = async (kind: string) => {
    await fault({ kind });
    return finished((await run(QUERY)).bulkOperation.id);
  };

  it("make an operation fail with a partial file, be refused or canceled, or expire", async () => {
    const failed = await ending("bulk-fails");
    expect(failed).toMatchObject({ status: "FAILED", errorCode: "INTERNAL_SERVER_ERROR", url: null });
    expect((await linesAt(failed.partialDataUrl)).length).toBeGreaterThan(0);
    expect(await ending("bulk-denied")).toMatchObject({ status: "FAILED", errorCode: "ACCESS_DENIED" });
    expect(await ending("bulk-cancels")).toMatchObject({ status: "CANCELED", url: null });
    expect(await ending("bulk-expires")).toMatchObject({ status: "EXPIRED", url: null });
    expect(await finished((await run(QUERY)).bulkOperation.id)).toMatchObject({ status: "COMPLETED" });
  });

  it("cut off a line, remove its parent, duplicate, drop or lengthen a line, or shuffle the orders", async () => {
    const good = await linesAt((await finished((await run(QUERY)).bulkOperation.id)).url);
    const ids = (lines: Line[]) => lines.map(({ id }) => id);
    const textOf = async (kind: string) => (await fetch((await ending(kind)).url ?? "")).text();
    expect(() => linesOf("{")).toThrow();
    const malformed = await textOf("bulk-malformed");
    expect(() => linesOf(malformed)).toThrow();
    const orphan = linesOf(await textOf("bulk-orphan")).find(({ id }) => id === "gid://shopify/LineItem/1");
    expect(orphan?.__parentId).toBe("gid://shopify/Order/1");
    const twice = ids(linesOf(await textOf("bulk-duplicate")));
    expect(twice.length - new Set(twice).size).toBe(1);
    expect(ids(linesOf(await textOf("bulk-short")))).toHaveLength(good.length - 1);
    const [long] = linesOf(await textOf("bulk-long-note"));
    expect(long?.note).toHaveLength(10_000_000);
    const unordered = ids(linesOf(await textOf("bulk-unordered")));
    expect(unordered).not.toEqual(ids(good));
    expect(unordered.toSorted()).toEqual(ids(good).toSorted());
  });

  it("cut off one download midway", async () => {
    const { url } = await finished((await run(QUERY)).bulkOperation.id);
    await fault({ kind: "bulk-cut" });
    await expect(fetch(url ?? "").then((answer) => answer.text())).rejects.toThrow();
    expect((await fetch(url ?? "")).status).toBe(200);
    expect((await hand.send(`/_control/${shop}/stats`)).body.bulkDownloads).toBe(2);
  });
});

it("notifies the app when an operation has finished", async () => {
  const topic = `mutation { webhookSubscriptionCreate(topic: BULK_OPERATIONS_FINISH, webhookSubscription: { uri: "${hand.origin}/healthz" }) { userErrors { message } } }`;
  await ask(topic);
  const { bulkOperation } = await run(QUERY);
  await finished(bulkOperation.id);
  const [delivery] = await until("the app is notified", async () => {
    const { webhooks } = (await hand.send(`/_control/${shop}/stats`)).body;
    return webhooks[0]?.tries > 0 ? webhooks : undefined;
  });
  expect(delivery).toMatchObject({ topic: "bulk_operations/finish" });
});

it("fails a bulk query of customers for an app that may not read them", async () => {
  token = (await hand.install(shop, "read_orders,read_all_orders")).access_token;
  const { bulkOperation } = await run("{ orders { edges { node { id customer { id } } } } }");
  expect(await finished(bulkOperation.id)).toMatchObject({ status: "FAILED", errorCode: "ACCESS_DENIED" });
});

const rawGet = async (url: string, headers: Record<string, string>) => {
  const { request } = await import("node:http");
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request(url, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    })
      .on("error", reject)
      .end();
  });
};
