import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DateRange } from "#domain/enumerations.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import { pickFilterContent } from "#domain/wire/filters/filter-on-wire.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import type { OrderCheck } from "#domain/wire/filters/order-check.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

/** Newest first, a minute apart; every tenth has a line of Leaf. */
const ordersOf = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_, age) => ({
    id: `gid://shopify/Order/${count - age}`,
    createdAt: new Date(Date.parse("2026-11-20T11:00:00Z") - age * 60_000).toISOString(),
    tags: age % 2 === 0 ? ["vip"] : [],
    displayFinancialStatus: "PAID",
    lineItems: [{ id: `l${age}`, vendor: age % 10 === 0 ? "Leaf" : "Acme", quantity: 1 }],
  }));

/** A shop with this many orders, and a filter. */
const givenFilter = async (orders: number, sievers: object, shop = "aurora-demo") => {
  const { tenant, token } = await web.givenShop(shop);
  web.platform.ordersOf.set(shop, ordersOf(orders));
  web.platform.counts.set(shop, orders);
  const { id } = (await web.ask("POST", "filters/create-new", { token })).envelope.Data as unknown as Filter;
  const sieve = async (wantedSievers: object) => {
    const { state } = await web.runner.load(workspaceDecider, tenant);
    const filter = state.filters.find(({ filterId }) => filterId === id);
    if (!filter) throw new Error("There is no filter.");
    const base = pickFilterContent(filter);
    const wanted = { ...base, sievers: wantedSievers } as typeof base;
    await web.runner.execute(
      workspaceDecider,
      tenant,
      (context): WorkspaceCommand => ({ type: "UpdateFilter", filterId: id, base, wanted, texts: new Map(), context }),
      { tenant, actor: { kind: "merchant" }, correlation: "given" },
    );
  };
  await sieve(sievers);
  const ask = async (Continuation: string | null = null, At: string | null = null, filterId = id) => {
    const UserOrderFilters = {
      report_filter_id: filterId,
      order_date_range: DateRange.noFilter,
      order_date_from: null,
      order_date_to: null,
    };
    const reply = await web.ask("POST", "orders/check", { token, body: { UserOrderFilters, At, Continuation } });
    return { ...reply, check: reply.envelope.Data as unknown as OrderCheck };
  };
  /** Takes every step to the end. */
  const whole = async () => {
    const steps: OrderCheck[] = [];
    for (let next: string | null = null; steps.length === 0 || next !== null; next = steps.at(-1)?.Continuation ?? null)
      steps.push((await ask(next)).check);
    return steps;
  };
  return { id, sieve, ask, whole };
};
const reads = () => web.platform.asked.filter((call) => call.startsWith("fetchOrdersPart"));
const leaf = { [SieverCode.Vendor]: ["Leaf"] };

describe("checking a filter", () => {
  it("returns a lower bound of matching orders after each step, and the exact number at the end", async () => {
    const { whole } = await givenFilter(600, leaf);
    const steps = await whole();
    expect(steps.map(({ Left, Checked, Total, IsWhole }) => [Left, Checked, Total, IsWhole])).toEqual([
      [25, 250, 600, false],
      [50, 500, 600, false],
      [60, 600, 600, true],
    ]);
    const search = "fetchOrdersPart aurora-demo created_at:<'2026-11-20T12:00:00Z' atMost=250 after=";
    expect(reads()).toEqual([search, `${search}250`, `${search}500`]);
    expect(web.platform.fieldsAsked[0]).toEqual(["createdAt", "lineItems.nodes.vendor", "lineItems.nodes.id"]);
    expect(web.platform.asked.filter((call) => call.startsWith("ordersCount"))).toHaveLength(1);
  });

  it("counts orders as of its start, however long it takes", async () => {
    const { ask } = await givenFilter(600, leaf);
    const { check } = await ask();
    web.clock.advance(3_600_000);
    await ask(check.Continuation);
    expect(reads().at(-1)).toMatch(/created_at:<'2026-11-20T12:00:00Z'/);
  });

  it("checks at most 2,000 orders, and then doesn't claim to be complete", async () => {
    const { whole } = await givenFilter(2_001, leaf);
    const steps = await whole();
    expect(steps).toHaveLength(8);
    expect(steps.at(-1)).toMatchObject({ Left: 200, Checked: 2_000, Total: 2_001, IsWhole: false, Continuation: null });
  });

  it("is complete for exactly 2,000 orders", async () => {
    const { whole } = await givenFilter(2_000, leaf);
    expect((await whole()).at(-1)).toMatchObject({ Left: 200, Checked: 2_000, Total: 2_000, IsWhole: true });
  });

  it.each([
    ["a field of the filter", { unread: ["lineItems.nodes.vendor"] }],
    ["its id", { unread: ["id"] }],
    ["its date", { unread: ["createdAt"] }],
    ["both", { unread: ["createdAt", "lineItems.nodes.vendor"] }],
  ])("counts no order that lacks %s, and doesn't claim to be complete", async (_, lost) => {
    const { whole } = await givenFilter(40, leaf);
    const orders = ordersOf(40);
    Object.assign(orders[0] ?? {}, lost);
    web.platform.ordersOf.set("aurora-demo", orders);
    expect((await whole()).at(-1)).toMatchObject({ Left: 3, Checked: 40, Total: 40, IsWhole: false, Unread: 1 });
  });

  it("reads no orders if the store's count is the answer", async () => {
    const { whole } = await givenFilter(40, { [SieverCode.OrderTags]: ["vip"] });
    expect(await whole()).toEqual([
      { Left: 40, Checked: 40, Total: 40, IsWhole: true, Continuation: null, Funnel: null },
    ]);
    expect(reads()).toEqual([]);
  });

  it("starts over if the filter was changed between two steps", async () => {
    const { ask, sieve } = await givenFilter(600, leaf);
    const { check } = await ask();
    await sieve({ [SieverCode.Vendor]: ["Acme"] });
    expect((await ask(check.Continuation)).check).toMatchObject({ Left: 225, Checked: 250 });
  });

  it("takes no request if it is repeated within half a minute", async () => {
    const { whole } = await givenFilter(600, leaf);
    const first = await whole();
    web.clock.advance(29_000);
    expect(await whole()).toEqual(first);
    expect(reads()).toHaveLength(3);
    web.clock.advance(2_000);
    await whole();
    expect(reads()).toHaveLength(6);
  });

  it("counts orders as of a requested earlier time, but never as of a future one", async () => {
    const { ask } = await givenFilter(600, leaf);
    expect((await ask(null, "2026-11-20T09:00:00Z")).check.Left).toBeLessThan(26);
    await ask(null, "2027-01-01T00:00:00Z");
    expect(reads().map((call) => /created_at:<'([^']+)'/.exec(call)?.[1])).toEqual([
      "2026-11-20T09:00:00Z",
      "2026-11-20T12:00:00Z",
    ]);
  });

  it("runs one step per shop at a time, in parallel with other shops", async () => {
    const aurora = await givenFilter(600, leaf);
    const borealis = await givenFilter(600, leaf, "borealis-demo");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    web.platform.hooks.beforePart = ({ shop }) => (shop === "aurora-demo" ? held : undefined);
    const first = aurora.ask(null, "2026-11-20T11:00:00Z");
    await expect.poll(() => reads().length).toBe(1);
    const second = aurora.ask(null, "2026-11-20T10:00:00Z");
    await borealis.ask();
    expect(reads().map((call) => call.split(" ")[1])).toEqual(["aurora-demo", "borealis-demo"]);
    release();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
    expect(reads()).toHaveLength(3);
  });

  it("doesn't find a filter of another shop", async () => {
    const aurora = await givenFilter(600, leaf);
    const borealis = await givenFilter(600, leaf, "borealis-demo");
    const { status, envelope } = await borealis.ask(null, null, aurora.id);
    expect([status, envelope.ErrorMessage]).toEqual([404, "This filter can't be found. Choose another one."]);
    expect(reads()).toEqual([]);
  });

  it("refuses an invalid or changed continuation, and one from another shop", async () => {
    const aurora = await givenFilter(600, leaf);
    const borealis = await givenFilter(600, leaf, "borealis-demo");
    const { Continuation } = (await aurora.ask()).check;
    const [text = "", signature = ""] = (Continuation ?? "").split(".");
    const place = JSON.parse(Buffer.from(text, "base64url").toString());
    const changed = Buffer.from(JSON.stringify({ ...place, checked: 0 })).toString("base64url");
    for (const [{ ask }, given] of [
      [borealis, Continuation],
      [aurora, `${changed}.${signature}`],
      [aurora, "x"],
    ] as const) {
      const { status, envelope } = await ask(given);
      expect([status, envelope.ErrorMessage]).toEqual([400, "This check can't be continued. Start it again."]);
    }
  });
});

describe("the count after each condition", () => {
  const rows = ({ Funnel }: OrderCheck) => Funnel?.Rows.map(({ Field, Left, Bound }) => [Field, Left, Bound]);

  it("is shown for a filter that no order matches", async () => {
    const { ask } = await givenFilter(100, {
      ...leaf,
      [SieverCode.Quantity]: [">5"],
      [SieverCode.OrderTags]: ["!vip"],
    });
    const { check } = await ask();
    expect(check).toMatchObject({ Left: 0, Checked: 100, IsWhole: true });
    expect(check.Funnel?.Orders).toBe(100);
    // All the tenth orders have the tag.
    expect(rows(check)).toEqual([
      ["OrderSievers.1001", 50, "exact"],
      ["OrderSievers.2003", 0, "exact"],
      ["OrderSievers.3000", 0, "exact"],
    ]);
  });

  it("differs from the count of the condition alone", async () => {
    const { ask, sieve } = await givenFilter(100, {
      [SieverCode.OrderTags]: ["!vip"],
      [SieverCode.Vendor]: ["Leaf"],
      [SieverCode.ProductTitle]: ["Nowhere"],
    });
    const alone = async () => (await ask()).check.Funnel?.Rows.map(({ Left, EmptiesAlone }) => [Left, EmptiesAlone]);
    // The tag leaves none for the vendor, but the title is the one that no order has.
    expect(await alone()).toEqual([
      [50, false],
      [0, false],
      [0, true],
    ]);
    await sieve({ [SieverCode.OrderTags]: ["!vip"], [SieverCode.Vendor]: ["Leaf"] });
    expect(await alone()).toEqual([
      [50, false],
      [0, false],
    ]);
  });

  it("is not shown for a filter that many orders match", async () => {
    const { ask } = await givenFilter(120, leaf);
    expect((await ask()).check).toMatchObject({ Left: 12, IsWhole: true, Funnel: null });
  });

  it("is a lower bound if not all orders were checked", async () => {
    const { whole } = await givenFilter(2_001, { ...leaf, [SieverCode.Quantity]: [">5"] });
    const last = (await whole()).at(-1);
    expect(last && rows(last)).toEqual([
      ["OrderSievers.2003", 0, "at-least"],
      ["OrderSievers.3000", 0, "at-least"],
    ]);
  });
});
