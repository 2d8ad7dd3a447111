import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { namelessOrder } from "#domain/orders/unread.ts";
import { type DemoPlatform, demoPlatform } from "#tests/support/demo-platform.ts";
import { until } from "#tests/support/until.ts";
import { createFolderScratch } from "../folder/scratch.ts";
import { createWorkFiles } from "../folder/work-files.ts";
import type { JsonObject } from "../ports/json.ts";
import { access, type Call, connectFake, json, seesAllOrders } from "./testing/fakes.ts";

const query = "created_at:<='2026-11-20T12:00:00Z'";
const fields = [
  "name",
  "createdAt",
  "totalPriceSet.shopMoney.amount",
  "customer.tags",
  "lineItems.nodes.title",
  "lineItems.nodes.product.tags",
  "fulfillments.displayStatus",
  "refunds.refundLineItems.nodes.quantity",
];

let demo: DemoPlatform;
let healthy: JsonObject[];
beforeAll(async () => {
  demo = await demoPlatform(access, new Date("2026-11-20T12:00:00Z"));
  healthy = await read();
});
afterEach(() => {
  demo.desk.faults.clear();
  demo.sleepTogether(1);
});
afterAll(() => demo.close());

const read = async (asked = fields): Promise<JsonObject[]> => {
  const orders: JsonObject[] = [];
  for await (const page of demo.platform.streamOrders(access, { query, fields: asked })) orders.push(...page);
  return orders;
};
const nameAt = (place: number): string => String(healthy[place]?.name);
const breaks = (order: string, path: string, more: object = {}) =>
  demo.fault("order-unreadable", { order, path, code: "INTERNAL_SERVER_ERROR", times: 1_000_000, ...more });
/** The unread paths of each incomplete order. */
const unreadOf = (orders: readonly JsonObject[]) =>
  Object.fromEntries(orders.flatMap(({ name, unread }) => (unread ? [[String(name), unread as string[]]] : [])));
const others = (orders: readonly JsonObject[], ...names: string[]) =>
  orders.filter(({ name }) => !names.includes(String(name)));

describe("An order that the platform fails to read", () => {
  it.each([
    ["totalPriceSet", ["totalPriceSet.shopMoney.amount"], { code: "INTERNAL_SERVER_ERROR" }],
    ["customer.tags", ["customer.tags"], { code: "" }],
    ["lineItems.title", ["lineItems.nodes.title"], { code: "TIMEOUT" }],
    ["lineItems.product.tags", ["lineItems.nodes.product.tags"], {}],
    ["customer.id", ["customer.tags"], {}],
    ["lineItems.product.id", ["lineItems.nodes.product.tags"], {}],
    ["fulfillments.id", ["fulfillments.displayStatus"], {}],
  ])("is marked with its failing %s and has the rest, and the others are complete", async (path, unread, more) => {
    const name = nameAt(7);
    breaks(name, path, more);
    const orders = await read();
    expect(unreadOf(orders)).toEqual({ [name]: unread });
    expect(others(orders, name)).toEqual(others(healthy, name));
    expect(orders[7]).toMatchObject({ createdAt: healthy[7]?.createdAt, refunds: healthy[7]?.refunds });
  });

  it.each([
    ["agreements.happenedAt", "agreements.nodes.happenedAt"],
    ["agreements.sales.totalAmount", "agreements.nodes.sales.nodes.totalAmount.shopMoney.amount"],
  ])("is marked with its failing %s, although no query finds an agreement alone", async (path, unread) => {
    const asked = [
      ...["createdAt", "agreements.nodes.happenedAt"],
      "agreements.nodes.sales.nodes.totalAmount.shopMoney.amount",
    ];
    const agreed = (await read(asked)).map(({ agreements }) => agreements ?? null);
    breaks(nameAt(7), path);
    const orders = await read(asked);
    expect(orders.map((order) => order.unread ?? [])).toEqual(healthy.map((_, place) => (place === 7 ? [unread] : [])));
    expect(orders.map(({ agreements }) => agreements).toSpliced(7, 1)).toEqual(agreed.toSpliced(7, 1));
  });

  it.each(["name", "createdAt", "id"])("is marked if its %s fails, and the others are complete", async (path) => {
    const name = nameAt(7);
    breaks(name, path);
    const orders = await read();
    expect(orders.map((order) => order.unread ?? [])).toEqual(healthy.map((_, place) => (place === 7 ? [path] : [])));
    expect(orders.filter(({ unread }) => unread === undefined)).toEqual(others(healthy, name));
    expect(orders[7]).toMatchObject(path === "name" ? { createdAt: healthy[7]?.createdAt } : { name });
  });

  it("is told apart from another one even if neither has readable id, name and date", async () => {
    for (const place of [7, 12]) for (const path of ["id", "name", "createdAt"]) breaks(nameAt(place), path);
    const unknown = (await read()).filter(({ unread }) => unread !== undefined);
    expect(unknown).toHaveLength(2);
    for (const { name } of unknown) expect(name).toBe(namelessOrder);
    expect(new Set(unknown.map(({ id }) => id)).size).toBe(2);
  });

  it("is waited for twice, whatever fails in it, at the same time as the others on its page", async () => {
    const paths = ["totalPriceSet", "customer.tags", "lineItems.title"];
    for (const place of [3, 7, 12, 20, 31]) for (const path of paths) breaks(nameAt(place), path);
    const before = demo.waits.length;
    const orders = await read();
    const waits = demo.waits.slice(before);
    expect(Object.values(unreadOf(orders)).map((unread) => (unread as string[]).length)).toEqual([3, 3, 3, 3, 3]);
    expect(waits).toHaveLength(10);
    expect(Math.max(...waits.slice(0, 2))).toBeLessThan(2000);
  });

  describe.each([
    { where: "a report", ask: read, waitTogether: false },
    {
      where: "a list",
      ask: async () => (await demo.platform.fetchOrderPage(access, { query, first: 20 })).orders,
      waitTogether: true,
    },
  ])("with a failing id, in $where", ({ ask, waitTogether }) => {
    it.each([1, 6])("is waited for twice, at the same time as all others: %i of them", async (count) => {
      for (let place = 0; place < count; place++) breaks(nameAt(1 + 3 * place), "id");
      const before = demo.waits.length;
      const waiting = waitTogether ? 1 : count;
      demo.sleepTogether(waiting);
      await ask();
      expect(demo.waits.length - before).toBe(2 * waiting);
    });

    it.each([
      ["", []],
      [", even if its name can't", ["name"]],
    ])("is read once its id can be read again%s", async (_, lost) => {
      const broken = async (faultsOfId: number) => {
        demo.desk.faults.clear();
        for (const path of lost) breaks(nameAt(7), path);
        if (faultsOfId > 0) breaks(nameAt(7), "id", { times: faultsOfId });
        const before = demo.waits.length;
        return { orders: await ask(), waits: demo.waits.length - before };
      };
      const rest = await broken(0);
      for (let faults = 1, { waits } = rest; waits === rest.waits; faults++) {
        const again = await broken(faults);
        expect(again.orders).toEqual(rest.orders);
        waits = again.waits;
      }
    });
  });

  it("isn't mistaken for the order that takes its place", async () => {
    const unread = () =>
      json({ data: null, errors: [{ message: "Internal error", path: ["orders", "nodes", 0, "id"] }] });
    const at = (cursor: string, node: object) => {
      const pageInfo = { hasPreviousPage: false, hasNextPage: true, startCursor: cursor, endCursor: cursor };
      return json({ data: { orders: { nodes: [node], pageInfo }, ...seesAllOrders } });
    };
    const replies = () => [
      unread(),
      unread(),
      unread(),
      at("a", { name: "#7" }),
      at("b", { id: "gid://shopify/Order/6" }),
    ];
    const request = { query, fields: ["name"], atMost: 1 };
    const [report, list] = [await connectFake({}, ...replies()), await connectFake({}, ...replies())];
    const { orders } = await report.platform.fetchOrdersPart(access, request, null);
    expect(orders).toMatchObject([{ name: "#7", unread: ["id"] }]);
    expect((await list.platform.fetchOrderPage(access, { query, first: 1 })).orders).toEqual([]);
  });

  describe("with more than 20 of them in one response", () => {
    /** `first`: the first failing order in each response. */
    const given = async (...first: number[]) => {
      const replies = first.map((from) => {
        const errors = Array.from({ length: 21 }, (_, index) => ({
          message: "Internal error",
          path: ["orders", "nodes", from + index, "note"],
        }));
        return json({ data: null, errors });
      });
      const order = { id: "gid://shopify/Order/1", note: "whole" };
      const orders = { nodes: [order], pageInfo: { hasNextPage: false, endCursor: "end" } };
      return connectFake({}, ...replies, json({ data: { orders, ...seesAllOrders } }));
    };
    const request = { query, fields: ["note"] };
    const readAll = async ({ platform }: Awaited<ReturnType<typeof given>>, more: object = { isPatient: true }) => {
      const orders: JsonObject[] = [];
      for await (const page of platform.streamOrders(access, { ...request, ...more })) orders.push(...page);
      return orders;
    };
    const tooMany = "The store platform can't read many of your orders right now.";

    it("makes what a person waits for fail after three tries if they are the same ones", async () => {
      const [preview, stream] = [await given(0, 0, 0), await given(0, 0, 0)];
      await expect(preview.platform.fetchOrdersPart(access, request, null)).rejects.toThrow(tooMany);
      await expect(readAll(stream, {})).rejects.toThrow(tooMany);
      expect([preview.server.calls.length, stream.server.calls.length]).toEqual([3, 3]);
      expect(stream.time.waits).toEqual([1_000, 2_000]);
    });

    it("makes it try as often as after other faults if they change", async () => {
      const fails = await given(0, 0, 1, 1, 0, 0);
      await expect(readAll(fails, {})).rejects.toThrow(tooMany);
      expect(fails.server.calls).toHaveLength(6);
      expect(await readAll(await given(0, 0, 1, 1, 0), {})).toMatchObject([{ note: "whole" }]);
    });

    it("makes a report try as often as after other faults even if they are the same ones", async () => {
      const fails = await given(0, 0, 0, 0, 0, 0);
      await expect(readAll(fails)).rejects.toThrow(tooMany);
      expect(fails.time.waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
      expect(await readAll(await given(0, 0, 0, 0, 0))).toMatchObject([{ note: "whole" }]);
    });

    it("leaves it complete if they can be read at the third try", async () => {
      expect(await readAll(await given(0, 0), {})).toMatchObject([{ note: "whole" }]);
    });
  });

  it.each([
    [{ totalPriceSet: null }, ["totalPriceSet.shopMoney.amount"]],
    [{ totalPriceSet: { shopMoney: null } }, ["totalPriceSet.shopMoney.amount"]],
    [{ name: null }, ["name"]],
  ])("is marked if it has null where the platform's schema doesn't allow it: %j", async (lost, unread) => {
    const order = (number: number) => ({
      id: `gid://shopify/Order/${number}`,
      name: `#${number}`,
      createdAt: "2026-11-20T10:00:00Z",
      note: null,
      totalPriceSet: { shopMoney: { amount: "10.00" } },
      ...(number === 2 ? lost : {}),
    });
    const all = [order(3), order(2), order(1)];
    const reply = ({ body: { query: text = "", variables } }: Call) => {
      if (text.startsWith("query Part")) {
        const parts = Object.entries(variables).map(([name, id]) => [
          name.replace("id", "o"),
          all.find((one) => one.id === id) ?? null,
        ]);
        return json({ data: Object.fromEntries(parts) });
      }
      const from = Number(variables.after ?? 0);
      const to = from + Number(variables.first);
      const pageInfo = { hasNextPage: to < all.length, endCursor: String(to) };
      return json({ data: { orders: { nodes: all.slice(from, to), pageInfo }, ...seesAllOrders } });
    };
    const { platform } = await connectFake({}, ...Array.from({ length: 20 }, () => reply));
    const request = { query, fields: ["name", "createdAt", "note", "totalPriceSet.shopMoney.amount"] };
    const { orders } = await platform.fetchOrdersPart(access, request, null);
    expect(orders.map((order) => order.unread ?? null)).toEqual([null, unread, null]);
  });

  it("makes the whole read fail, without waiting, if more than 20 have no id", async () => {
    for (let place = 0; place < 21; place++) breaks(nameAt(place), "id");
    const before = demo.waits.length;
    await expect(read()).rejects.toMatchObject({ code: "unavailable", detail: "more than 20 orders" });
    expect(demo.waits).toHaveLength(before);
  });

  it.each([
    ["one order", [20], 8],
    ["five orders", [3, 70, 120, 200, 290], 41],
  ])("costs few additional requests: %s (ADR 107)", async (_, places, more) => {
    const requests = async (): Promise<number> => {
      const before = demo.desk.stats.requests;
      await read();
      return demo.desk.stats.requests - before;
    };
    const usual = await requests();
    for (const place of places) breaks(nameAt(place), "totalPriceSet");
    expect((await requests()) - usual).toBe(more);
  });

  it("is complete once it can be read again", async () => {
    breaks(nameAt(3), "totalPriceSet", { times: 3 });
    expect(await read()).toEqual(healthy);
  });

  it("keeps its place if others fail elsewhere", async () => {
    const names = [nameAt(0), nameAt(30), nameAt(31), nameAt(299)];
    for (const name of names) breaks(name, "totalPriceSet");
    const orders = await read();
    expect(orders.map(({ id }) => id)).toEqual(healthy.map(({ id }) => id));
    expect(Object.keys(unreadOf(orders)).sort()).toEqual(names.sort());
  });

  it("makes the report fail if it is one of more than 20", async () => {
    for (let place = 0; place < 21; place++) breaks(nameAt(place * 10), "totalPriceSet");
    const refusal = { code: "unavailable", message: expect.stringContaining("can't read many of your orders") };
    await expect(read()).rejects.toMatchObject(refusal);
  });

  describe("whose failing field only identifies its customer", () => {
    const optional = ["email", "customer.id", "customer.defaultEmailAddress.emailAddress"];
    const readWith = async (fields: string[]): Promise<JsonObject[]> => {
      const orders: JsonObject[] = [];
      const request = { query, fields, optional, unreadAtMost: 2 };
      for await (const page of demo.platform.streamOrders(access, request)) orders.push(...page);
      return orders;
    };

    it.each([
      ["email", "on several pages", [0, 150, 290]],
      ["customer", "on one page", [0, 1, 2]],
    ])("may be one of any number without %s: %s", async (path, _, places) => {
      for (const place of places) breaks(nameAt(place), path);
      const orders = await readWith(["name", "totalPriceSet.shopMoney.amount"]);
      expect(orders.map(({ id, totalPriceSet }) => ({ id, totalPriceSet }))).toEqual(
        healthy.map(({ id, totalPriceSet }) => ({ id, totalPriceSet })),
      );
      for (const place of places) expect(JSON.stringify(orders[place]?.unread)).toContain(path);
      const lost = Object.values(unreadOf(orders)).flat();
      expect(lost.filter((field) => !optional.includes(field))).toEqual([]);
    });

    /** Reads pages of one order each. Before each page come failing responses. */
    const readPages = async (faults: readonly { path: string; times: number }[]): Promise<JsonObject[]> => {
      const replies = faults.flatMap(({ path, times }, place) => [
        ...Array.from({ length: times }, () => () => {
          const errors = Array.from({ length: 21 }, (_, index) => ({
            message: "Internal error",
            path: ["orders", "nodes", index, path],
          }));
          return json({ data: null, errors });
        }),
        () => {
          const nodes = [{ id: `gid://shopify/Order/${place}`, note: "whole" }];
          const pageInfo = { hasNextPage: place + 1 < faults.length, endCursor: `after ${place}` };
          return json({ data: { orders: { nodes, pageInfo }, ...seesAllOrders } });
        },
      ]);
      const { platform } = await connectFake({}, ...replies);
      const orders: JsonObject[] = [];
      for await (const page of platform.streamOrders(access, { query, fields: ["note"], optional: ["email"] }))
        orders.push(...page);
      return orders;
    };
    const email = (times: number) => ({ path: "email", times });

    it("is read again with that field on the next page, and after longer runs of pages if it fails again", async () => {
      const orders = await readPages([email(0), email(3), email(0), email(3), ...Array(7).fill(email(0)), email(0)]);
      const marks = orders.map(({ unread }) => (unread ? "-" : "+")).join("");
      expect(marks).toBe("+-+--------+");
    });

    it("isn't asked for by the next queries of the same report, which mark their orders", async () => {
      const queries: string[] = [];
      const reply = ({ body: { query: text = "" } }: Call) => {
        queries.push(text);
        if (!text.includes("email")) {
          const orders = { nodes: [{ id: "gid://shopify/Order/1", note: "whole" }], pageInfo: { hasNextPage: false } };
          return json({ data: { orders, ...seesAllOrders } });
        }
        const path = (index: number) => ["orders", "nodes", index, "email"];
        const errors = Array.from({ length: 21 }, (_, index) => ({ message: "Internal error", path: path(index) }));
        return json({ data: null, errors });
      };
      const { platform } = await connectFake({}, ...Array.from({ length: 30 }, () => reply));
      const drops = { pages: 0, nextPages: 8 };
      const marked: unknown[] = [];
      for (let n = 0; n < 3; n++)
        for await (const page of platform.streamOrders(access, { query, fields: ["note"], optional: ["email"], drops }))
          marked.push(...page.map(({ unread }) => unread));
      expect(marked).toEqual([["email"], ["email"], ["email"]]);
      expect(queries.filter((text) => text.includes("email"))).toHaveLength(3);
      expect(drops).toEqual({ pages: 5, nextPages: 64 });
    });

    it("is marked in every order read without it, also by queries at the same time", async () => {
      const orders = { nodes: [{ id: "gid://shopify/Order/1", note: "whole" }], pageInfo: { hasNextPage: false } };
      const reply = () => json({ data: { orders, ...seesAllOrders } });
      const { platform } = await connectFake({}, ...Array.from({ length: 30 }, () => reply));
      const drops = { pages: 2, nextPages: 8 };
      const readOne = async () => {
        const read: unknown[] = [];
        for await (const page of platform.streamOrders(access, { query, fields: ["note"], optional: ["email"], drops }))
          read.push(...page.map(({ unread }) => unread));
        return read;
      };
      expect(await Promise.all(Array.from({ length: 5 }, readOne))).toEqual(Array(5).fill([["email"]]));
      expect(drops.pages).toBe(0);
    });

    it("keeps that field if so many fail for another one", async () => {
      const failing = readPages([{ path: "note", times: 3 }, email(0)]);
      await expect(failing).rejects.toThrow("The store platform can't read many of your orders right now.");
    });

    it("counts as unread if the report reads that field too", async () => {
      for (const place of [0, 1, 2]) breaks(nameAt(place), "customer");
      await expect(readWith(["name", "customer.tags"])).rejects.toMatchObject({ code: "unavailable" });
    });
  });

  it("is counted along with those of other pages", async () => {
    const ends = [...Array(11).keys(), ...Array.from({ length: 10 }, (_, place) => healthy.length - 1 - place)];
    for (const place of ends) breaks(nameAt(place), "totalPriceSet");
    await expect(read()).rejects.toMatchObject({ code: "unavailable", detail: "more than 20 orders" });
  });

  it("may be one of any number if the caller sets no limit", async () => {
    for (let place = 0; place < 30; place++) breaks(nameAt(place), "totalPriceSet");
    const orders: JsonObject[] = [];
    const request = { query, fields, unreadAtMost: Number.POSITIVE_INFINITY };
    for await (const page of demo.platform.streamOrders(access, request)) orders.push(...page);
    expect(Object.keys(unreadOf(orders))).toHaveLength(30);
  });

  it("is also marked if it fails while a bulk file is completed", async () => {
    const refunded = healthy.find(({ refunds }) => JSON.stringify(refunds).includes("refundLineItems"));
    const request = { query, fields: ["createdAt", "name", "refunds.refundLineItems.nodes.quantity"] };
    const begun = await demo.platform.bulk.start(access, request, "unread");
    if (begun.kind !== "begun") throw new Error(begun.kind);
    await until("it is ready", async () => (await demo.platform.bulk.poll(access, begun.ticket)).kind === "ready");
    breaks(String(refunded?.name), "refunds.refundLineItems");
    const folders = await Promise.all(["w", "s"].map((name) => mkdtemp(join(tmpdir(), `sheaf-${name}-`))));
    const [work = "", scratch = ""] = folders;
    const room = {
      workFiles: createWorkFiles(work),
      spool: createFolderScratch({ folder: scratch }).open("e1.1.lines"),
    };
    const orders: JsonObject[] = [];
    for await (const batch of demo.platform.bulk.readOrders(access, begun.ticket, room)) orders.push(...batch);
    for (const folder of folders) await rm(folder, { recursive: true });
    expect(unreadOf(orders)).toEqual({ [String(refunded?.name)]: ["refunds.refundLineItems.nodes.quantity"] });
  });

  it("is listed with its readable fields", async () => {
    breaks(nameAt(1), "totalPriceSet");
    breaks(nameAt(3), "customer", { code: "" });
    const page = (more: object) => demo.platform.fetchOrderPage(access, { query, first: 20, ...more });
    const first = await page({});
    expect(first.orders.map(({ name }) => name)).toEqual(healthy.slice(0, 20).map(({ name }) => name));
    expect(first.orders.flatMap((order) => ("price" in order ? [] : [order.name]))).toEqual([nameAt(1)]);
    expect(first.orders.flatMap((order) => ("customer" in order ? [] : [order.name]))).toEqual([nameAt(3)]);
    const second = await page({ after: first.next });
    expect((await page({ before: second.previous })).orders).toEqual(first.orders);
  });

  it.each(["name", "createdAt"])("is listed if its %s fails, and left out if its id fails", async (path) => {
    const names = async (more: object) =>
      (await demo.platform.fetchOrderPage(access, { query, first: 20, ...more })).orders.map(({ name }) => name);
    const { next } = await demo.platform.fetchOrderPage(access, { query, first: 20 });
    const second = await demo.platform.fetchOrderPage(access, { query, first: 20, after: next ?? "" });
    breaks(nameAt(3), path);
    const number = String(healthy[3]?.id).replace(/^.*\//, "");
    const whole = healthy.slice(0, 20).map(({ name }) => String(name));
    expect(await names({})).toEqual(whole.with(3, path === "name" ? number : nameAt(3)));
    expect(await demo.platform.fetchOrderPage(access, { query, first: 20 })).not.toHaveProperty("missing");
    breaks(nameAt(3), "id");
    const without = whole.toSpliced(3, 1);
    expect(await names({})).toEqual(without);
    expect(await names({ before: second.previous })).toEqual(without);
    expect(await demo.platform.fetchOrderPage(access, { query, first: 20 })).toMatchObject({ missing: 1, unread: 1 });
  });

  it("is listed even if many others fail", async () => {
    for (let place = 0; place < 40; place++) breaks(nameAt(place), "totalPriceSet");
    const { orders } = await demo.platform.fetchOrderPage(access, { query, first: 100 });
    expect(orders.map(({ name }) => name)).toEqual(healthy.slice(0, 100).map(({ name }) => name));
    expect(orders.filter(({ price }) => price !== undefined).length).toBe(60);
  });

  it.each(["id", "totalPriceSet", "name"])(
    "takes few requests to list, even if the %s of many others fails",
    async (path) => {
      for (let place = 0; place < 100; place += 5) breaks(nameAt(place), path);
      const before = demo.desk.stats.requests;
      const names: string[] = [];
      let missing = 0;
      let unread = 0;
      let pages = 0;
      for (let after: string | null = null; pages === 0 || after !== null; pages++) {
        const page = await demo.platform.fetchOrderPage(access, { query, first: 250, ...(after && { after }) });
        names.push(...page.orders.map(({ name }) => name));
        missing += page.missing ?? 0;
        unread += page.unread ?? 0;
        after = page.next;
      }
      expect((demo.desk.stats.requests - before) / pages).toBeLessThan(60);
      expect(names.length + missing).toBe(healthy.length);
      // A page with many failing ids counts more of its orders as missing.
      if (path === "id") expect(missing).toBeGreaterThanOrEqual(20);
      else expect([missing, unread]).toEqual([0, path === "name" ? 20 : 0]);
    },
  );

  it("is found by its number if other fields of it and of others fail", async () => {
    for (let place = 0; place < 40; place++) breaks(nameAt(place), "totalPriceSet");
    const before = demo.desk.stats.requests;
    const { orders } = await demo.platform.fetchOrderPage(access, { query, first: 100, only: "numbers" });
    expect(demo.desk.stats.requests - before).toBe(1);
    expect(orders.map(({ name }) => name)).toEqual(healthy.slice(0, 100).map(({ name }) => name));
  });

  it("is found by its number even if another's name fails", async () => {
    breaks(nameAt(3), "name");
    const { orders, unread } = await demo.platform.fetchOrderPage(access, { query, first: 20, only: "numbers" });
    expect(unread).toBe(1);
    const number = String(healthy[3]?.id).replace(/^.*\//, "");
    const whole = healthy.slice(0, 20).map(({ id, name }) => ({ id, name }));
    expect(orders).toEqual(whole.with(3, { id: healthy[3]?.id, name: number }));
  });

  it("makes a bulk operation fail", async () => {
    breaks(nameAt(5), "totalPriceSet");
    const begun = await demo.platform.bulk.start(
      access,
      { query, fields: ["createdAt", "totalPriceSet.shopMoney.amount"] },
      "k",
    );
    if (begun.kind !== "begun") throw new Error(begun.kind);
    const ended = await until("it has ended", async () => {
      const look = await demo.platform.bulk.poll(access, begun.ticket);
      return look.kind === "running" ? undefined : look;
    });
    expect(ended).toMatchObject({ kind: "lost", reason: expect.stringContaining("INTERNAL_SERVER_ERROR") });
  });
});
