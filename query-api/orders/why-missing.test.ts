import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DateRange } from "#domain/enumerations.ts";
import { pickFilterContent } from "#domain/wire/filters/filter-on-wire.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const shop = "aurora-demo";
const order: JsonObject = {
  id: "gid://shopify/Order/1042",
  name: "B-1200",
  createdAt: "2026-11-20T09:00:00Z",
  displayFinancialStatus: "PAID",
  shippingAddress: { country: "France", countryCodeV2: "FR" },
  fulfillments: [{ id: "f1", status: "SUCCESS", createdAt: "2026-11-20T09:30:00Z" }],
};

/** A shop with an order, and a filter for paid orders to Germany. */
const givenOrder = async (...names: string[]) => {
  const { tenant, token } = await web.givenShop(shop);
  web.platform.ordersOf.set(shop, [order]);
  web.platform.pages.push({
    orders: names.map((name, at) => ({ id: `gid://shopify/Order/${1042 + at}`, name })),
    previous: null,
    next: null,
  });
  const { id } = (await web.ask("POST", "filters/create-new", { token })).envelope.Data as unknown as Filter;
  const { state } = await web.runner.load(workspaceDecider, tenant);
  const filter = state.filters.find(({ filterId }) => filterId === id);
  if (!filter) throw new Error("There is no filter.");
  const base = pickFilterContent(filter);
  const wanted = { ...base, financial_status: 3, sievers: { 5001: ["Germany"] } } as typeof base;
  await web.runner.execute(
    workspaceDecider,
    tenant,
    (context): WorkspaceCommand => ({ type: "UpdateFilter", filterId: id, base, wanted, texts: new Map(), context }),
    { tenant, actor: { kind: "merchant" }, correlation: "given" },
  );
  const ask = async (Name: string, change: object = {}) => {
    const UserOrderFilters = {
      report_filter_id: id,
      order_date_range: DateRange.noFilter,
      order_date_from: null,
      order_date_to: null,
      ...change,
    };
    return web.ask("POST", "orders/why-missing", { token, body: { UserOrderFilters, At: null, Name } });
  };
  return { ask };
};

describe("why an order is missing", () => {
  it("is found out by its number as typed, from the fields that are needed", async () => {
    const { ask } = await givenOrder("B-1200");
    const { envelope } = await ask(" 1200");
    expect(envelope.Data).toEqual({
      Result: "left-out",
      Sentence: "B-1200 is left out: it was shipped to France, and the filter keeps Germany.",
      Reasons: [],
      Names: ["B-1200"],
    });
    expect(web.platform.asked.slice(-2)).toEqual([
      "orderPage name:'1200' first=10 after= before=",
      "fetchOrdersPart aurora-demo (id:1042) atMost=1 after=",
    ]);
    expect(web.platform.fieldsAsked.at(-1)).toContain("displayFinancialStatus");
    expect(web.platform.fieldsAsked.at(-1)).not.toContain("tags");
  });

  it("has several reasons, in order", async () => {
    const { ask } = await givenOrder("B-1200");
    const { envelope } = await ask("B-1200", {
      order_date_range: DateRange.custom,
      order_date_from: "2026-11-10",
      order_date_to: "2026-11-16",
    });
    expect(envelope.Data).toMatchObject({
      Sentence: "B-1200 is left out for 2 reasons:",
      Reasons: [
        { Field: "period", Text: "It was created on 20 Nov, and the date range is 10 – 16 Nov." },
        { Field: "OrderSievers.5001", Text: "It was shipped to France, and the filter keeps Germany." },
      ],
    });
  });

  it("is nothing if the report has it", async () => {
    const { ask } = await givenOrder("B-1200");
    const { envelope } = await ask("b-1200", { report_filter_id: null });
    expect(envelope.Data).toMatchObject({ Result: "included", Sentence: "B-1200 is in this report." });
  });

  it("can't be said of a number that no order has, or several", async () => {
    const none = await (await givenOrder()).ask("#1099");
    expect(none.envelope.Data).toMatchObject({
      Result: "not-found",
      Sentence: "No order has the number “#1099”. Check the number.",
    });
    const several = await (await givenOrder("A-7", "B-7")).ask("7");
    expect(several.envelope.Data).toEqual({
      Result: "several",
      Sentence: "2 orders have this number: A-7 and B-7. Type the whole number.",
      Reasons: [],
      Names: ["A-7", "B-7"],
    });
  });

  it("can't be said of an order that the store doesn't give in full", async () => {
    const { ask } = await givenOrder("B-1200");
    web.platform.ordersOf.set(shop, [{ ...order, unread: ["shippingAddress"] }]);
    expect((await ask("B-1200")).envelope.Data).toMatchObject({
      Result: "unread",
      Sentence:
        "B-1200 would be left out, as your store didn't give all that the report needs (Country (Customer)). Try again later.",
    });
  });

  it("is refused without a number, with an unknown filter, and without the permission for older orders", async () => {
    const { ask } = await givenOrder("B-1200");
    expect((await ask("  ")).status).toBe(400);
    expect((await ask("1200", { report_filter_id: "gone" })).status).toBe(404);
    web.platform.failing.set("orderPage", new PlatformError("access-denied", "Denied.", "read_all_orders"));
    expect((await ask("1200")).envelope.ErrorMessage).toBe(
      "Your store lets Sheaf see only orders of the last 60 days. Log in again, allow all orders and check again.",
    );
  });
});
