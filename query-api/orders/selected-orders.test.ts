import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CommandContext } from "#domain/core/message.ts";
import { DateRange } from "#domain/enumerations.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import { pickFilterContent } from "#domain/wire/filters/filter-on-wire.ts";
import type { SelectableOrdersPage } from "#domain/wire/filters/orders.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { ListedOrder } from "#infra/ports/store-platform.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { toTable } from "./selected-orders.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const order = (changes: Partial<ListedOrder> = {}): ListedOrder => ({
  id: "gid://shopify/Order/1",
  name: "#1001",
  createdAt: "2026-11-20T10:05:00Z",
  customer: "Ada L.",
  financialStatus: "PARTIALLY_REFUNDED",
  fulfillmentStatus: "UNFULFILLED",
  price: "1234.5",
  ...changes,
});

const open = async (token: string, path: string) => {
  const reply = await web.ask("GET", path, { token });
  return { ...reply, page: reply.envelope.Data as unknown as SelectableOrdersPage };
};
const orBadConfiguration = (url: string | null) =>
  `orders/selectedOrders-by-url?${new URLSearchParams({ url: url ?? "" })}`;

describe("Select specific orders", () => {
  it("shows orders in the shop's zone and money format, in the same words as reports", async () => {
    const { token } = await web.givenShop("aurora-demo");
    web.platform.pages.push({
      orders: [order(), order({ customer: null, financialStatus: null, fulfillmentStatus: "FULFILLED", price: "0" })],
      previous: null,
      next: null,
    });
    const { page } = await open(token, "orders/selectedOrders?location=manual&pageSize=250");
    expect(page).toEqual({
      Orders: [
        {
          Id: "gid://shopify/Order/1",
          Name: "#1001",
          Date: "2026/11/20 12:05",
          Customer: "Ada L.",
          Financial: "partially_refunded",
          Fulfillment: "Pending",
          Price: "1,234.50 EUR",
          Selected: false,
        },
        expect.objectContaining({ Customer: "", Financial: "", Fulfillment: "fulfilled", Price: "0.00 EUR" }),
      ],
      PrevPage: null,
      NextPage: null,
    });
  });

  it("shows dates in the shop's date format, and prices in the usual form if its money format is unknown", async () => {
    const { token } = await web.givenShop("aurora-demo");
    await web.ask("PUT", "configuration/update", { token, body: { UserDateFormat: 1 } });
    web.platform.pages.push({ orders: [order()], previous: null, next: null });
    const { page } = await open(token, "orders/selectedOrders?location=manual");
    expect(page.Orders).toMatchObject([{ Date: "20/11/2026 12:05" }]);
    const shop = { profile: { moneyFormat: "", currencyCode: "EUR", ianaTimezone: "UTC" }, preferences: {} };
    expect(toTable(shop as unknown as AuthorizedShop, [order()])).toMatchObject([{ Price: "€1,234.50" }]);
  });

  it("marks what couldn't be read of an order, and shows the rest", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const { price: _, customer: __, ...rest } = order();
    web.platform.pages.push({ orders: [rest], previous: null, next: null });
    const { page } = await open(token, "orders/selectedOrders?location=manual&pageSize=250");
    const unread = "couldn't be read";
    expect(page.Orders).toMatchObject([{ Name: "#1001", Customer: unread, Price: unread, Fulfillment: "Pending" }]);
  });

  it("counts the missing orders of each page, but not those that lack only their name", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const page = { orders: [order()], previous: null, next: "n" };
    web.platform.pages.push(
      { ...page, missing: 1, unread: 2 },
      { ...page, missing: 3, unread: 3 },
      { ...page, unread: 1 },
    );
    const first = await open(token, "orders/selectedOrders?location=manual");
    expect(first.page).toMatchObject({ Orders: [{ Name: "#1001" }], Unread: 1 });
    expect((await open(token, orBadConfiguration(first.page.NextPage))).page.Unread).toBe(3);
    expect((await open(token, orBadConfiguration(first.page.NextPage))).page).not.toHaveProperty("Unread");
  });

  it("requests the page's date range, 250 orders at a time", async () => {
    const { token } = await web.givenShop("aurora-demo");
    await open(token, "orders/selectedOrders?location=manual");
    // 30 days with today, in Athens.
    const days = "created_at:>='2026-10-21T21:00:00Z' created_at:<'2026-11-20T12:00:00Z'";
    expect(web.platform.asked.at(-1)).toBe(`orderPage ${days} first=250 after= before=`);
  });

  it("pages forward and back by address, with the first page's search even later", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const page = { orders: [order()], previous: "p", next: "n" };
    web.platform.pages.push({ ...page, previous: null }, page, page);
    const first = await open(token, "orders/selectedOrders?location=manual&pageSize=10");
    const search = web.platform.asked.at(-1)?.replace(/^orderPage (.*) first=.*$/, "$1");
    web.clock.advance(3_600_000);
    const second = await open(token, orBadConfiguration(first.page.NextPage));
    expect(web.platform.asked.at(-1)).toBe(`orderPage ${search} first=10 after=n before=`);
    await open(token, orBadConfiguration(second.page.PrevPage));
    expect(web.platform.asked.at(-1)).toBe(`orderPage ${search} first=10 after= before=p`);
    expect(first.page.PrevPage).toBeNull();
  });

  it("still works with the longest search that a filter can produce", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    const run = (make: (context: CommandContext) => WorkspaceCommand) =>
      web.runner.execute(workspaceDecider, tenant, make, { tenant, actor: { kind: "merchant" }, correlation: "given" });
    await run((context) => ({ type: "EnsureSystemFilters", context }));
    const { state } = await web.runner.load(workspaceDecider, tenant);
    const [filter] = state.filters;
    if (!filter) throw new Error("There is no system filter.");
    const base = pickFilterContent(filter);
    // Quotes and backslashes are escaped, in the search and in the address.
    const tags = ["a", "b", "c"].map((letter) => letter.padEnd(255, "\\")).concat(`d${'"'.repeat(250)}`);
    const wanted = {
      ...base,
      financial_status: 13,
      fulfillment_status: 3,
      order_status: 1,
      sievers: { 1001: tags },
    } as const;
    await run((context) => ({
      type: "UpdateFilter",
      filterId: filter.filterId,
      base,
      wanted,
      texts: new Map(),
      context,
    }));
    const page = { orders: [order()], previous: "p".repeat(200), next: "n".repeat(200) };
    web.platform.pages.push(page, page);
    await web.ask("PUT", "appData/setManualExport", {
      token,
      body: {
        FileType: 1,
        ReportId: null,
        UserOrderFilters: {
          report_filter_id: filter.filterId,
          order_date_range: DateRange.thirtyDays,
          order_date_from: null,
          order_date_to: null,
        },
      },
    });
    const first = await open(token, "orders/selectedOrders?location=manual");
    expect(web.platform.asked.at(-1)).toMatch(/tag:'d"/);
    expect((await open(token, orBadConfiguration(first.page.NextPage))).status).toBe(200);
  });

  it("refuses another shop's address, a changed one and an invented one", async () => {
    const aurora = await web.givenShop("aurora-demo");
    const borealis = await web.givenShop("borealis-demo");
    web.platform.pages.push({ orders: [order()], previous: null, next: "n" });
    const { page } = await open(aurora.token, "orders/selectedOrders?location=manual");
    const [text = "", signature = ""] = (page.NextPage ?? "").split(".");
    const place = { ...JSON.parse(Buffer.from(text, "base64url").toString()), query: "" };
    const changed = Buffer.from(JSON.stringify(place)).toString("base64url");
    for (const [token, url] of [
      [borealis.token, page.NextPage],
      [aurora.token, `${changed}.${signature}`],
      [aurora.token, `${page.NextPage}.`],
      [aurora.token, text],
      [aurora.token, "https://elsewhere.example/orders"],
    ] as const) {
      const reply = await open(token, orBadConfiguration(url));
      expect([reply.status, reply.envelope.ErrorMessage]).toEqual([
        400,
        "This is not the address of a page of orders. Load the orders again.",
      ]);
    }
    expect((await open(aurora.token, orBadConfiguration(page.NextPage))).status).toBe(200);
  });

  it.each(["pageSize=0", "pageSize=251", "pageSize=many", "pageSize=1.5", "location=nowhere"])(
    "refuses %s",
    async (query) => {
      const { token } = await web.givenShop("aurora-demo");
      const { status } = await open(token, `orders/selectedOrders?location=manual&${query}`);
      expect(status).toBe(400);
    },
  );

  it("refuses a custom range without dates, as Generate does", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const UserOrderFilters = {
      report_filter_id: null,
      order_date_range: DateRange.custom,
      order_date_from: null,
      order_date_to: null,
    };
    await web.ask("PUT", "appData/setManualExport", { token, body: { FileType: 2, ReportId: null, UserOrderFilters } });
    const reply = await open(token, "orders/selectedOrders?location=manual");
    expect([reply.status, reply.envelope.ErrorMessage]).toEqual([
      400,
      "Choose the first and the last day of the custom date range.",
    ]);
  });
});
