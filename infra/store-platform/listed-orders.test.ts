import { describe, expect, it } from "vitest";
import { access, type Call, connectFake, json, seesAllOrders } from "./testing/fakes.ts";

const query = "created_at:<'2026-11-20T12:00:00Z'";
const node = (number: number, changes: object = {}) => ({
  id: `gid://shopify/Order/${number}`,
  name: `#${number}`,
  createdAt: "2026-11-20T10:00:00Z",
  displayFinancialStatus: "PAID",
  displayFulfillmentStatus: "UNFULFILLED",
  totalPriceSet: { shopMoney: { amount: "12.5" } },
  customer: { id: "gid://shopify/Customer/1", displayName: "Ada L." },
  ...changes,
});
const page = (nodes: object[], hasPreviousPage: boolean, hasNextPage: boolean) =>
  json({
    data: {
      orders: { nodes, pageInfo: { hasPreviousPage, hasNextPage, startCursor: "start", endCursor: "end" } },
      ...seesAllOrders,
    },
  });

describe("A page of orders", () => {
  it("is the first one without a cursor, and has the cursor of the next", async () => {
    const { platform, server } = await connectFake({}, page([node(2, { customer: null }), node(1)], false, true));
    expect(await platform.fetchOrderPage(access, { query, first: 250 })).toEqual({
      orders: [
        expect.objectContaining({ id: "gid://shopify/Order/2", customer: null }),
        {
          id: "gid://shopify/Order/1",
          name: "#1",
          createdAt: "2026-11-20T10:00:00Z",
          customer: "Ada L.",
          financialStatus: "PAID",
          fulfillmentStatus: "UNFULFILLED",
          price: "12.5",
        },
      ],
      previous: null,
      next: "end",
    });
    expect(server.calls[0]?.body.variables).toEqual({ query, first: 250, after: null });
    expect(server.calls[0]?.body.query).toContain("sortKey: CREATED_AT, reverse: true");
  });

  it("comes after or before a cursor", async () => {
    const { platform, server } = await connectFake({}, page([node(1)], true, false), page([node(1)], true, true));
    expect(await platform.fetchOrderPage(access, { query, first: 2, after: "c1" })).toMatchObject({
      previous: "start",
      next: null,
    });
    expect(await platform.fetchOrderPage(access, { query, first: 2, before: "c2" })).toMatchObject({
      previous: "start",
      next: "end",
    });
    expect(server.calls.map((call) => call.body.variables)).toEqual([
      { query, first: 2, after: "c1" },
      { query, last: 2, before: "c2" },
    ]);
  });

  it("is an error if the platform sends something else", async () => {
    const { platform } = await connectFake({}, page([node(1, { name: null })], false, false));
    await expect(platform.fetchOrderPage(access, { query, first: 2 })).rejects.toMatchObject({
      code: "unexpected-answer",
    });
  });
});

it("A page of orders lacks only the fields that fail, even if the platform answers for few orders at once", async () => {
  const failing = [3, 18];
  const reply = ({ body: { query: text = "", variables } }: Call) => {
    const isPart = text.startsWith("query Part");
    const numbers = isPart
      ? Object.values(variables).map((id) => Number(String(id).split("/").at(-1)))
      : Array.from({ length: 25 }, (_, number) => number);
    if (isPart && numbers.length > 12)
      return json({ errors: [{ message: "Too costly", extensions: { code: "MAX_COST_EXCEEDED" } }] });
    const broken = text.includes("totalPriceSet") ? numbers.filter((number) => failing.includes(number)) : [];
    const errors = broken.map((number) => {
      const place = numbers.indexOf(number);
      return { message: "no", path: [...(isPart ? [`o${place}`] : ["orders", "nodes", place]), "totalPriceSet"] };
    });
    // A response may report only the first one.
    if (errors.length > 0) return json({ data: null, errors: errors.slice(0, 1) });
    const nodes = numbers.map((number) => {
      const { totalPriceSet, ...rest } = node(number);
      return text.includes("totalPriceSet") ? { ...rest, totalPriceSet } : rest;
    });
    if (!isPart) return page(nodes, false, false);
    return json({ data: Object.fromEntries(nodes.map((found, place) => [`o${place}`, found])) });
  };
  const { platform } = await connectFake({}, ...Array.from({ length: 50 }, () => reply));
  const { orders } = await platform.fetchOrderPage(access, { query, first: 25 });
  expect(orders.flatMap(({ name, price }) => (price === undefined ? [name] : []))).toEqual(["#3", "#18"]);
});

describe("Pages of orders some of whose ids can't be read", () => {
  const total = 120;
  const pageSize = 50;
  type Reported = "first" | "last" | "all";

  const all = Array.from({ length: total }, (_, number) => number);

  /**
   * A store of orders 0 to 119, whose cursors are their numbers. Each response with failing ids reports some of them.
   * `later`: the orders after a page was first read without ids.
   */
  const createStore = (failing: ReadonlySet<number>, reported: Reported, later = all) => {
    let orders = all;
    return (call: Call) => {
      const answer = answerFrom(orders, failing, reported, call);
      if (isWithoutIds(call)) orders = later;
      return answer;
    };
  };
  const isWithoutIds = ({ body: { query: text = "" } }: Call) => text.includes("__typename }");
  const answerFrom = (orders: readonly number[], failing: ReadonlySet<number>, reported: Reported, call: Call) => {
    const { query: text = "", variables } = call.body;
    if (text.startsWith("query Part")) {
      const parts = Object.entries(variables).map(([name, id]) => [
        name.replace("id", "o"),
        node(Number(String(id).split("/").at(-1))),
      ]);
      return json({ data: Object.fromEntries(parts) });
    }
    const { first, last, after, before } = variables as {
      first?: number;
      last?: number;
      after?: string;
      before?: string;
    };
    const end = before === undefined || before === String(total) ? orders.length : orders.indexOf(Number(before));
    const afterCursor = after == null ? 0 : orders.indexOf(Number(after)) + 1;
    const from = before === undefined ? afterCursor : Math.max(0, end - Number(last));
    const to = before === undefined ? Math.min(orders.length, from + Number(first)) : end;
    const wanted = orders.slice(from, to);
    const broken = /\bid\b/.test(text.split("nodes")[1] ?? "") ? wanted.filter((number) => failing.has(number)) : [];
    if (broken.length > 0) {
      const some = reported === "all" ? broken : reported === "first" ? broken.slice(0, 1) : broken.slice(-1);
      const errors = some.map((number) => ({
        message: "no",
        path: ["orders", "nodes", wanted.indexOf(number), "id"],
      }));
      return json({ data: null, errors });
    }
    const pageInfo = {
      ...{ hasPreviousPage: from > 0, hasNextPage: to < orders.length },
      ...{
        startCursor: wanted.length === 0 ? null : String(wanted[0]),
        endCursor: wanted.length === 0 ? null : String(wanted.at(-1)),
      },
    };
    const nodes = wanted.map((number) => (isWithoutIds(call) ? { __typename: "Order" } : node(number)));
    return json({ data: { orders: { nodes, pageInfo }, ...seesAllOrders } });
  };

  const walk = async (failing: ReadonlySet<number>, reported: Reported, way: "next" | "previous", later = all) => {
    const store = createStore(failing, reported, later);
    const { platform } = await connectFake({}, ...Array.from({ length: 3_000 }, () => store));
    const numbers: string[] = [];
    let missing = 0;
    let pages = 0;
    for (let cursor: string | null = way === "next" ? "" : String(total); cursor !== null; pages++) {
      if (pages > 20) throw new Error("It never ends.");
      const at = cursor === "" ? {} : way === "next" ? { after: cursor } : { before: cursor };
      const found = await platform.fetchOrderPage(access, { query, first: pageSize, ...at });
      numbers.push(...found.orders.map(({ name }) => name));
      missing += found.missing ?? 0;
      cursor = found[way];
    }
    return { numbers, missing };
  };
  const every = (step: number) => new Set(Array.from({ length: Math.ceil(total / step) }, (_, index) => index * step));
  const cases = (["next", "previous"] as const).flatMap((way) =>
    (["first", "last", "all"] as const).flatMap((reported) =>
      [every(40), every(5), every(2), every(1), new Set([0]), new Set([119])].map((failing) => ({
        way,
        reported,
        failing,
      })),
    ),
  );

  it.each(cases)(
    "hold each order once or count it as missing, paging $way, if the platform reports the $reported failing orders",
    async ({ way, reported, failing }) => {
      const { numbers, missing } = await walk(failing, reported, way);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers.length + missing).toBe(total);
      expect(missing).toBeGreaterThanOrEqual(failing.size);
      if (failing.size < 4) expect(missing).toBe(failing.size);
    },
  );

  const changes = (["first", "last", "all"] as const).flatMap((reported) => [
    { reported, change: "an order arrives", way: "next" as const, later: [-1, ...all] },
    { reported, change: "an order leaves", way: "next" as const, later: all.filter((number) => number !== 5) },
    { reported, change: "an order leaves", way: "previous" as const, later: all.filter((number) => number !== 115) },
  ]);

  it.each(changes)(
    "hold each order once if $change while a page is read, paging $way, if the platform reports the $reported failing orders",
    async ({ reported, way, later }) => {
      const { numbers, missing } = await walk(new Set([20, 30, 90, 100]), reported, way, later);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect([numbers.length + missing, missing]).toEqual([later.length, 4]);
    },
  );
});
