import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toPeopleFileKey } from "#application/people/people-file.ts";
import { createPeopleHash, keyMark } from "#application/people/people-hash.ts";
import { recordExport } from "#application/privacy/shop-exports.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { ConsoleOrderExports } from "#domain/wire/support/console.ts";
import { type ConsoleForTests, type SignedInBrowser, startConsoleForTests } from "#tests/support/console-for-tests.ts";
import { append, finishExport, requestExport, tenant } from "#tests/support/given-events.ts";

let support: ConsoleForTests;
let viewer: SignedInBrowser;
beforeEach(async () => {
  support = await startConsoleForTests();
  viewer = await support.signIn("viewer");
  await support.readStore.ensureCollections(Object.values(collections));
  await support.readStore.apply([
    {
      collection: collections.shops.name,
      kind: "put",
      id: tenant,
      position: "1",
      document: { tenant, shop: "aurora" },
    },
  ]);
});
afterEach(() => support.close());

/** A finished export of these orders; if undefined, they were not recorded. */
const givenExport = async (exportId: string, orders: readonly string[] | undefined, asked: object = {}) => {
  const { state, files, vault } = support;
  await requestExport(support, exportId, asked);
  await append(support, `export-${exportId}`, "ExportStarted", { attempt: 1, worker: "w" });
  await finishExport(support, exportId);
  await recordExport(state, tenant, { exportId, requestedAt: `2026-11-20T10:00:0${exportId}.000Z`, position: "1" });
  if (orders === undefined) return;
  const hash = createPeopleHash(vault, tenant);
  const hashes = [hash(keyMark), ...orders.map((value) => hash({ kind: "order", value }))];
  const part = await files.createPart(`${exportId}.1.people.part`);
  await part.write(Buffer.from(hashes.join(""), "hex"));
  await part.publish(toPeopleFileKey(`${exportId}.1.csv`));
};
const find = async (body: unknown, shop = tenant) => {
  const { status, text } = await support.change(viewer, `/support/api/shops/${shop}/find-order`, body);
  return { status, answer: JSON.parse(text) as ConsoleOrderExports };
};

describe("the exports with a given order", () => {
  it("are found by its id, newest first, with unknown ones marked as uncertain", async () => {
    await givenExport("1", ["5800000005001", "5800000005002"]);
    await givenExport("2", ["5800000005002"]);
    await givenExport("3", undefined);
    const { status, answer } = await find({ order: "5800000005001", continuation: null });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ looked: 3, of: 3, continuation: null });
    expect(answer.exports.map(({ id, certain }) => [id, certain])).toEqual([
      ["3", false],
      ["1", true],
    ]);
    expect(answer.exports[1]).toMatchObject({ title: "Report 1", requestedAt: "2026-11-20T10:00:01.000Z" });
  });

  it("are named after their automated report, as for the merchant", async () => {
    const automationId = "daily";
    await support.readStore.apply([
      {
        ...{ collection: collections.automations.name, kind: "put", id: automationId, position: "1" },
        document: { tenant, title: "Daily takings" },
      },
    ]);
    const run = { automationId, runId: "r", cause: "slot", keptDays: 7 };
    await givenExport("1", ["5800000005001"], { trigger: "automated", run });
    const { answer } = await find({ order: "5800000005001", continuation: null });
    expect(answer.exports.map(({ title }) => title)).toEqual(["Daily takings"]);
  });

  it("are found by the address of the order's page", async () => {
    await givenExport("1", ["5800000005001"]);
    const order = "https://admin.shopify.com/store/aurora/orders/5800000005001";
    expect((await find({ order, continuation: null })).answer.exports.map(({ id }) => id)).toEqual(["1"]);
  });

  it.each(["1300", "#1300"])(
    "are not searched by %s, which identifies no order, with advice on where to find the id",
    async (order) => {
      await givenExport("1", ["5800000005001"]);
      const { status, answer } = await find({ order, continuation: null });
      expect(status).toBe(400);
      expect(JSON.stringify(answer)).toMatch(
        new RegExp(`“${order}” isn't an order's id. Open the order in the shop's admin`),
      );
    },
  );

  it("are searched by a request body that isn't stored or logged, and the search counts as a view", async () => {
    await find({ order: "5800012285983", continuation: null });
    expect(support.logged()).not.toContain("5800012285983");
    expect(await support.acts()).toContainEqual(expect.objectContaining({ type: "ShopLookedAt", tenant }));
  });

  it.each([
    {},
    { order: "#1001", continuation: null },
    { order: "", continuation: null },
    { order: "5800000000001", continuation: "no" },
  ])("need an order's id and a valid continuation: %j", async (body) => {
    await givenExport("1", ["5800000000001"]);
    expect((await find(body)).status).toBe(400);
  });

  it("can't be searched for an unknown shop", async () => {
    expect((await find({ order: "5800000000001", continuation: null }, "none")).status).toBe(404);
  });
});
