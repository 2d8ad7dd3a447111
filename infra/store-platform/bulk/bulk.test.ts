import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { FaultKind } from "#demo-store/server/faults.ts";
import { catalogue } from "#domain/columns/catalogue.ts";
import { type DemoPlatform, demoPlatform } from "#tests/support/demo-platform.ts";
import { until } from "#tests/support/until.ts";
import { createFolderScratch } from "../../folder/scratch.ts";
import { createWorkFiles } from "../../folder/work-files.ts";
import type { Json, JsonObject } from "../../ports/json.ts";
import type { BulkOperation, StorePlatform } from "../../ports/store-platform.ts";
import { access } from "../testing/fakes.ts";
import { planBulk } from "./plan.ts";

const demoNow = new Date("2026-11-20T12:00:00Z");
const query = "created_at:<='2026-11-20T12:00:00Z'";
/**
 * The fields of all columns, except those that would need another fetch for every order. With agreements, all together
 * would have more connections than a bulk operation may; they have their own tests.
 */
const every = [...new Set(["createdAt", ...catalogue.flatMap(({ fields }) => fields)])];
const fields = every.filter((field) => !field.startsWith("agreements.") && planBulk([field]) !== undefined);

let demo: DemoPlatform;
let platform: StorePlatform;
let folder: string;
let scratch: string;
beforeAll(async () => {
  demo = await demoPlatform(access, demoNow);
  ({ platform } = demo);
  folder = await mkdtemp(join(tmpdir(), "sheaf-work-"));
  scratch = await mkdtemp(join(tmpdir(), "sheaf-scratch-"));
});
afterEach(async () => {
  demo.desk.faults.clear();
  expect(await readdir(folder), "what is left in the work folder").toEqual([]);
  for (const name of await readdir(scratch))
    expect(await readdir(join(scratch, name)), "runs that are left").toEqual([]);
});
afterAll(async () => {
  await demo.close();
  for (const one of [folder, scratch]) await rm(one, { recursive: true });
});

const fault: DemoPlatform["fault"] = (kind, more) => demo.fault(kind, more);

let keys = 0;
const newKey = (): string => {
  keys += 1;
  return `export-${keys}`;
};
const begun = async (wanted = fields, key = newKey()): Promise<BulkOperation> => {
  const answer = await platform.bulk.start(access, { query, fields: wanted, requiredFields: ["createdAt"] }, key);
  if (answer.kind !== "begun") throw new Error(JSON.stringify(answer));
  return answer.ticket;
};
const ended = (ticket: BulkOperation) =>
  until("it has ended", async () => {
    const look = await platform.bulk.poll(access, ticket);
    return look.kind === "running" ? undefined : look;
  });
let rooms = 0;
/** Fresh storage for each reading; its spool must be empty after the orders were read. */
const room = () => {
  rooms += 1;
  return {
    workFiles: createWorkFiles(folder),
    spool: createFolderScratch({ folder: scratch }).open(`e${rooms}.1.lines`),
  };
};
const inBulk = async (wanted = fields): Promise<JsonObject[]> => {
  const ticket = await begun(wanted);
  await ended(ticket);
  const orders: JsonObject[] = [];
  for await (const batch of platform.bulk.readOrders(access, ticket, room())) orders.push(...batch);
  return orders;
};
const byPages = async (wanted = fields): Promise<JsonObject[]> => {
  const orders: JsonObject[] = [];
  for await (const batch of platform.streamOrders(access, { query, fields: wanted, requiredFields: ["createdAt"] }))
    orders.push(...batch);
  return orders;
};

describe("orders read by a bulk operation", () => {
  it("equal those read by pages, including fields that bulk operations refuse", async () => {
    const plan = planBulk(fields);
    expect(plan?.connections.size).toBeGreaterThanOrEqual(3);
    expect(plan?.completions.flatMap(({ where }) => where)).toEqual(
      expect.arrayContaining(["refunds", "fulfillments"]),
    );
    const paged = await byPages();
    expect(paged.some(({ refunds }) => JSON.stringify(refunds).includes("refundLineItems"))).toBe(true);
    expect(await inBulk()).toEqual(paged);
  });

  it.each<FaultKind>(["bulk-unordered", "bulk-cut"])("are the same after %s", async (kind) => {
    const few = ["createdAt", "name", "lineItems.nodes.title", "shippingLines.nodes.title"];
    const paged = await byPages(few);
    fault(kind);
    expect(await inBulk(few)).toEqual(paged);
  });

  it.each<FaultKind | undefined>([undefined, "bulk-unordered", "bulk-cut"])(
    "have the agreements and sales that pages have, more than fit on one, after the fault %s",
    async (kind) => {
      const agreed = [
        ...["createdAt", "name", "lineItems.nodes.title", "agreements.nodes.happenedAt", "agreements.nodes.__typename"],
        "agreements.nodes.sales.nodes.totalAmount.shopMoney.amount",
      ];
      const paged = await byPages(agreed);
      const counts = paged.flatMap(({ agreements }) =>
        (agreements as JsonObject[]).map(({ sales }) => (sales as Json[]).length),
      );
      expect(Math.max(...counts)).toBeGreaterThan(50);
      expect(paged.some(({ agreements }) => (agreements as Json[]).length > 2)).toBe(true);
      if (kind) fault(kind);
      expect(await inBulk(agreed)).toEqual(paged);
    },
  );

  it("have a note of 10 MB truncated as pages do", async () => {
    fault("bulk-long-note");
    const [first] = await inBulk(["createdAt", "name"]);
    expect(String(first?.note)).toHaveLength(65_536);
  });

  it.each<[FaultKind, RegExp]>([
    ["bulk-malformed", /is no JSON object/],
    ["bulk-orphan", /order 1 is missing/],
    ["bulk-duplicate", /is there twice|orders in/],
    ["bulk-short", /the platform counted/],
  ])("are refused with an error from a file with %s", async (kind, detail) => {
    fault(kind);
    await expect(inBulk(["createdAt", "lineItems.nodes.title"])).rejects.toMatchObject({
      code: "unexpected-answer",
      message: expect.stringContaining("a file of orders that we can't read"),
      detail: expect.stringMatching(detail),
    });
  });
});

describe("a bulk operation", () => {
  it("is started once for the same key, and again for another key", async () => {
    const [one, same, other] = [await begun(fields, "k1"), await begun(fields, "k1"), await begun(fields, "k2")];
    expect(same.id).toBe(one.id);
    expect(other.id).not.toBe(one.id);
  });

  it.each<FaultKind>(["bulk-fails", "bulk-denied", "bulk-cancels", "bulk-expires"])(
    "is lost with its reason if it %s",
    async (kind) => {
      fault(kind);
      expect(await ended(await begun())).toMatchObject({ kind: "lost", reason: expect.stringMatching(/[A-Z]+/) });
    },
  );

  it("is lost if it is canceled", async () => {
    fault("bulk-slow", { delayMs: 60_000 });
    const ticket = await begun();
    expect((await platform.bulk.poll(access, ticket)).kind).toBe("running");
    await platform.bulk.cancel(access, ticket);
    expect((await ended(ticket)).kind).toBe("lost");
  });

  it("waits while five are running", async () => {
    fault("bulk-slow", { delayMs: 60_000, times: 5 });
    const running: BulkOperation[] = [];
    for (let n = 0; n < 5; n++) running.push(await begun());
    const sixth = await platform.bulk.start(access, { query, fields, requiredFields: ["createdAt"] }, "sixth");
    expect(sixth).toEqual({ kind: "busy" });
    for (const ticket of running) await platform.bulk.cancel(access, ticket);
    for (const ticket of running) await ended(ticket);
  });

  it("isn't started if every order would have to be fetched again", async () => {
    const collections = ["createdAt", "lineItems.nodes.product.collections.nodes.title"];
    expect(await platform.bulk.start(access, { query, fields: collections }, "k")).toMatchObject({ kind: "pages" });
  });
});
