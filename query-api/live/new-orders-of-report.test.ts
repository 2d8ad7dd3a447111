import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Arrival } from "#application/live/arrival.ts";
import { DateRange } from "#domain/enumerations.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { fixedOrders } from "#tests/support/fixed-orders.ts";
import { type Listener, listenLive } from "#tests/support/live-events.ts";
import { until } from "#tests/support/until.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { deliver } from "#tests/support/webhooks.ts";
import { createNewOrdersOfReports } from "./new-orders-of-report.ts";

let web: WebForTests;
const open: Listener[] = [];
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(async () => {
  for (const one of open.splice(0)) one.leave();
  await web.close();
});

const everything = {
  report_filter_id: null as string | null,
  order_date_range: DateRange.noFilter as DateRange,
  order_date_from: null as string | null,
  order_date_to: null as string | null,
};
const [pattern] = fixedOrders();

/** A live page of orders tagged "vip", in a store that has none yet. */
const atThePage = async (filters: Partial<typeof everything> = {}) => {
  const { token, tenant } = await web.givenShop("aurora-demo");
  const created = (await web.ask("POST", "filters/create-new", { token })).envelope.Data as unknown as Filter;
  const OrderSievers = [{ Field: SieverCode.OrderTags, Filter: ["vip"] }];
  await web.ask("PUT", "filters/update-filter", { token, body: { ...created, OrderSievers } });
  const design = (await web.ask("POST", "reports/create-new", { token })).envelope.Data as { id: string };
  const keep = (body: Partial<typeof everything>) =>
    web.ask("PUT", `appData/setLive?reportId=${design.id}`, { token, body: { ...everything, ...body } });
  await keep({ report_filter_id: created.id, ...filters });
  const listen = async (query = `?reportId=${design.id}`) => {
    const listener = await listenLive(web.url, token, query);
    open.push(listener);
    return listener;
  };
  return { listen, keep, tenant, reportId: design.id };
};

let sent = 0;
/** An order arrives or changes in the store, and the platform sends its event. */
const comes = async (
  number: number,
  tags: string[],
  { topic = "orders/create", createdAt = "2026-11-20T12:00:00Z" } = {},
) => {
  const id = `gid://shopify/Order/${number}`;
  const orders = (web.platform.ordersOf.get("aurora-demo") ?? []).filter((order) => order.id !== id);
  web.platform.ordersOf.set("aurora-demo", [{ ...pattern, id, createdAt, tags } as (typeof orders)[number], ...orders]);
  sent += 1;
  const when = topic === "orders/create" ? { created_at: createdAt } : { updated_at: "2026-11-20T12:00:10Z" };
  const raw = JSON.stringify({ admin_graphql_api_id: id, ...when });
  await deliver(web, { topic, raw, id: `news-${sent}` });
};
const said = ({ orders }: Listener) => orders().map(({ Id, Kind, InReport }) => [Kind, Id, InReport]);
const questions = () => web.platform.asked.filter((call) => call.startsWith("orders "));

describe("orders that arrive while a live report is viewed", () => {
  it("are marked as matching the report's filter or not", async () => {
    const { listen } = await atThePage();
    const page = await listen();
    await comes(1, ["vip"]);
    await until("it has arrived", () => page.orders().length === 1);
    await comes(2, ["trade"]);
    await until("the other one has arrived", () => page.orders().length === 2);
    expect(said(page)).toEqual([
      ["new", "1", true],
      ["new", "2", false],
    ]);
  });

  it("take one request for twenty pages with the same filter, and none if only dates are chosen", async () => {
    const { listen, keep } = await atThePage();
    const pages = await Promise.all(Array.from({ length: 20 }, () => listen()));
    await comes(1, ["vip"]);
    await until("all have arrived", () => pages.every(({ orders }) => orders().length === 1));
    expect(pages.every((page) => said(page)[0]?.[2] === true)).toBe(true);
    expect(questions()).toHaveLength(1);
    await keep({ order_date_range: DateRange.today });
    await comes(2, []);
    await until("the next one has arrived", () => pages.every(({ orders }) => orders().length === 2));
    expect(pages.every((page) => said(page)[1]?.[2] === true)).toBe(true);
    expect(questions()).toHaveLength(1);
  });

  it("are checked as of their own time, even if they join others that wait for a request", async () => {
    const { tenant, reportId } = await atThePage();
    const news = createNewOrdersOfReports(web as unknown as Parameters<typeof createNewOrdersOfReports>[0]);
    const caller = { tenant, shop: "aurora-demo", token: { jti: "j", epoch: "e", expiresAt: web.clock.now() } };
    const judge = async (n: number, of: string) => {
      const arrivals: Arrival[] = [{ id: String(n), n, kind: "new", of, at: of }];
      return (await news.verdicts(caller, reportId, { arrivals, all: arrivals }))(n);
    };
    for (const [n, minute] of [1, 2, 3].entries())
      await comes(n + 1, ["vip"], { createdAt: `2026-11-20T12:0${minute}:00Z` });
    expect(await judge(1, "2026-11-20T12:01:00Z")).toBe(true);
    // Its request waits for the shop's next turn, two seconds later.
    const second = judge(2, "2026-11-20T12:02:00Z");
    for (let n = 0; n < 50; n += 1) await new Promise(setImmediate);
    expect(await judge(3, "2026-11-20T12:03:00Z")).toBe(true);
    expect(await second).toBe(true);
    expect(questions()).toHaveLength(2);
  });

  it("don't match a report whose dates have passed", async () => {
    const range = { order_date_range: DateRange.custom, order_date_from: "2026-10-01", order_date_to: "2026-10-31" };
    const { listen } = await atThePage({ report_filter_id: null, ...range });
    const page = await listen();
    await comes(1, ["vip"]);
    await until("it has arrived", () => page.orders().length === 1);
    expect(said(page)).toEqual([["new", "1", false]]);
    expect(questions()).toHaveLength(0);
  });

  it("are checked again when they change, for example if an app tags new orders", async () => {
    const { listen } = await atThePage();
    const page = await listen();
    await comes(1, []);
    await until("it has arrived", () => page.orders().length === 1);
    await comes(1, ["vip"], { topic: "orders/updated" });
    await until("the change has arrived", () => page.orders().length === 2);
    expect(said(page)).toEqual([
      ["new", "1", false],
      ["changed", "1", true],
    ]);
  });

  it("are sent unchecked, without a log entry, if the design doesn't exist", async () => {
    const { listen } = await atThePage();
    const page = await listen("?reportId=deleted");
    await comes(1, ["vip"]);
    await until("it has arrived", () => page.orders().length === 1);
    expect(said(page)).toEqual([["new", "1", null]]);
    expect(web.logged()).not.toContain("could not be determined");
  });

  it("are sent unchecked if the store can't be read or no report is named", async () => {
    const { listen } = await atThePage();
    const [page, without] = [await listen(), await listen("")];
    web.platform.failing.set("orders", new PlatformError("unavailable", "Your store doesn't answer."));
    await comes(1, ["vip"]);
    await until("both have arrived", () => page.orders().length === 1 && without.orders().length === 1);
    expect([said(page), said(without)]).toEqual([[["new", "1", null]], [["new", "1", null]]]);
  });
});
