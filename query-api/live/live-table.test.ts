import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DateRange, LocalStatus } from "#domain/enumerations.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { LivePage } from "#domain/wire/live.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { fixedOrders } from "#tests/support/fixed-orders.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const everything = {
  report_filter_id: null,
  order_date_range: DateRange.noFilter,
  order_date_from: null,
  order_date_to: null,
};

/** A merchant at the live page of a design with numbers, titles and local statuses of orders. */
const atThePage = async (columns = ["OrderNum", "ProductTitle", "Quantity", "LocalStatus"]) => {
  const { tenant, token } = await web.givenShop("aurora-demo");
  web.platform.ordersOf.set("aurora-demo", fixedOrders());
  const created = await web.ask("POST", "reports/create-new", { token, body: { Columns: columns } });
  const { id } = created.envelope.Data as { id: string };
  const keep = (filters: object) =>
    web.ask("PUT", `appData/setLive?reportId=${id}`, { token, body: { ...everything, ...filters } });
  await keep({});
  const look = async ({ refresh = false, orders = [] as string[], of = id } = {}) => {
    const path = `reportData/live-table?reportId=${of}${refresh ? "&refresh=true" : ""}`;
    const reply = await web.ask("POST", path, { token, body: orders });
    return { ...reply, html: String(reply.envelope?.Data ?? "") };
  };
  return { tenant, token, id, keep, look };
};

const questions = () => web.platform.asked.filter((call) => call.startsWith("orders "));
/** Key, print and order of each row. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<tr[^>]* data-key="([^"]*)" data-print="([^"]*)"(?: data-order="(\d+)")?/g)].map(
    ([, key = "", print = "", order = ""]) => ({ key, print, order }),
  );
const factOf = (html: string, name: string) =>
  new RegExp(`^<div class="report[^>]* data-${name}="([^"]*)"`).exec(html)?.[1];

describe("the state of the live page", () => {
  const get = async (token: string, query = "") =>
    (await web.ask("GET", `appData/getLive${query}`, { token })).envelope.Data as unknown as LivePage;

  it("is kept for each design, and opens with the one last viewed", async () => {
    const { token, id, keep } = await atThePage();
    const other = ((await web.ask("POST", "reports/create-new", { token })).envelope.Data as { id: string }).id;
    expect(await get(token, `?reportId=${other}`)).toEqual({
      ReportId: other,
      UserOrderFilters: { ...everything, order_date_range: DateRange.thirtyDays },
    });
    await keep({ order_date_range: DateRange.today });
    const page = { ReportId: id, UserOrderFilters: { ...everything, order_date_range: DateRange.today } };
    expect([await get(token), await get(token, `?reportId=${id}`)]).toEqual([page, page]);
    await web.ask("PUT", `appData/setLive?reportId=${other}`, { token, body: everything });
    expect([(await get(token)).ReportId, await get(token, `?reportId=${id}`)]).toEqual([other, page]);
    await web.ask("POST", "reports/delete", { token, body: { id: other } });
    expect((await get(token)).ReportId).toBe(id);
  });

  it("names no design in a shop without one, and is a 404 for a missing design", async () => {
    const { token } = await web.givenShop("nimbus-demo");
    expect((await get(token)).ReportId).toBeNull();
    const nowhere = "00000000-0000-4000-8000-000000000000";
    for (const [method, path, body] of [
      ["GET", `appData/getLive?reportId=${nowhere}`, undefined],
      ["PUT", `appData/setLive?reportId=${nowhere}`, everything],
      ["POST", `reportData/live-table?reportId=${nowhere}`, []],
      ["GET", `orders/page-count?location=live&reportId=${nowhere}`, undefined],
    ] as const) {
      const { status, envelope } = await web.ask(method, path, { token, body });
      expect([path, status, envelope.ErrorCode]).toEqual([path, 404, "unknown"]);
    }
  });

  it("determines the orders that its counts and lists include", async () => {
    const { token, id, keep } = await atThePage();
    await keep({ order_date_range: DateRange.custom, order_date_from: "2026-10-01", order_date_to: "2026-10-31" });
    web.platform.counts.set("aurora-demo", 12);
    const count = await web.ask("GET", `orders/page-count?location=live&reportId=${id}`, { token });
    expect(count.envelope.Data).toEqual({ Count: 12, HasPostProcessFilters: false });
    expect((await web.ask("GET", `orders/selectedOrders?location=live&reportId=${id}`, { token })).status).toBe(200);
    const asked = web.platform.asked.filter((call) => /^(ordersCount|orderPage)/.test(call));
    for (const call of asked) expect(call).toContain("created_at:>='2026-09-30T21:00:00Z'");
    expect(asked.length).toBe(2);
    expect((await web.ask("GET", "orders/page-count?location=live", { token })).status).toBe(400);
  });
});

describe("the table of the live page", () => {
  it("shows the design's orders, and gives every row a unique and stable key", async () => {
    const { look } = await atThePage();
    const { html } = await look();
    const orders = fixedOrders();
    expect([factOf(html, "orders"), factOf(html, "more"), factOf(html, "limit")]).toEqual([
      String(orders.length),
      "false",
      "1000",
    ]);
    expect(factOf(html, "gathered-at")).toBe("2026-11-20T12:00:00.000Z");
    const rows = rowsOf(html);
    expect(String(rows.length)).toBe(factOf(html, "rows"));
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    // Newest first.
    expect(`gid://shopify/Order/${rows[0]?.order}`).toBe(orders[0]?.id);
    web.clock.advance(120_000);
    const again = await look();
    expect(rowsOf(again.html)).toEqual(rows);
  });

  it("names orders that couldn't be read in full, marks their cells, and shows totals as incomplete", async () => {
    const { look } = await atThePage(["OrderNum", "Quantity", "TotalPrice"]);
    const [first, second, ...others] = fixedOrders();
    const unread = [
      { ...first, unread: ["lineItems.nodes.originalTotalSet"] },
      { ...second, unread: ["lineItems"] },
    ];
    web.platform.ordersOf.set("aurora-demo", [...unread, ...others]);
    const { html } = await look();
    expect(factOf(html, "unread")).toMatch(/Order #1030: “Total price” couldn.*\nWithout #1029: /);
    expect(html).toContain("couldn't be read</td>");
    expect(html).toMatch(/<tfoot>.*incomplete.*incomplete/s);
    expect(html).not.toContain(">#1029<");
    // The counts above the table are those of its rows, as in a file.
    const shown = fixedOrders().length - 1;
    expect(factOf(html, "orders")).toBe(String(shown));
    expect(html).toContain(`<b>${shown}</b> orders`);
  });

  it("gives rows of a changed order a new hash, and leaves the others as they are", async () => {
    const { look } = await atThePage();
    const before = new Map(rowsOf((await look()).html).map(({ key, print }) => [key, print]));
    const changed = fixedOrders();
    const [first] = changed;
    if (first) first.name = "#changed";
    web.platform.ordersOf.set("aurora-demo", changed);
    const after = rowsOf((await look({ refresh: true })).html);
    const others = after.filter(({ key, print }) => before.get(key) !== print);
    expect(others.length).toBeGreaterThan(0);
    expect(others.every(({ order }) => first?.id === `gid://shopify/Order/${order}`)).toBe(true);
  });

  it("offers the local statuses in its rows, and shows their colors at once", async () => {
    const { look, tenant } = await atThePage();
    const first = rowsOf((await look()).html)[0]?.order ?? "";
    await web.readStore.ensureCollections([collections.localStatuses]);
    const document = { tenant, orderId: first, status: LocalStatus.Problem };
    const { name } = collections.localStatuses;
    await web.readStore.apply([{ collection: name, kind: "put", id: `${tenant}-${first}`, position: "1", document }]);
    const { html } = await look();
    expect(html).toContain(`<tr class="s4" data-key="${first}.0"`);
    expect(html).toMatch(
      new RegExp(`<select data-order="${first}" data-status="4" aria-label="Local status of #[^"]+">`),
    );
    expect(html).toContain('<option value="4" selected>Problem</option>');
    expect(questions().length).toBe(1);
  });

  it("says if its design shows local statuses, so that the page can offer them", async () => {
    const { look } = await atThePage();
    expect(factOf((await look()).html, "local-status")).toBe("shown");
    const without = await atThePage(["OrderNum", "ProductTitle"]);
    expect(factOf((await without.look()).html, "local-status")).toBe("missing");
  });

  it("takes one request for twenty simultaneous viewers, and none for a later one", async () => {
    const { look } = await atThePage();
    const all = await Promise.all(Array.from({ length: 20 }, () => look()));
    expect(new Set(all.map(({ html }) => html)).size).toBe(1);
    web.clock.advance(9_000);
    await look();
    expect(questions().length).toBe(1);
    web.clock.advance(60_000);
    await look();
    expect(questions().length).toBe(2);
  });

  it("requests the orders again on Refresh now, and for another filter, range or column", async () => {
    const { look, keep, token } = await atThePage();
    await look();
    await look({ refresh: true });
    expect(questions().length).toBe(2);
    await keep({ order_date_range: DateRange.ninetyDays });
    await look();
    expect(questions().length).toBe(3);
    const other = await web.ask("POST", "reports/create-new", { token, body: { Columns: ["OrderNum", "Email"] } });
    expect((await look({ of: (other.envelope.Data as { id: string }).id })).html).toContain(">Email<");
    expect(questions().length).toBe(4);
  });

  it("shows only the chosen orders, if there are any", async () => {
    const { look } = await atThePage();
    const chosen = fixedOrders()
      .slice(3, 5)
      .map(({ id }) => String(id));
    const { html } = await look({ orders: chosen });
    expect(new Set(rowsOf(html).map(({ order }) => `gid://shopify/Order/${order}`))).toEqual(new Set(chosen));
  });

  it("shows the newest 1,000 orders, and says that there are more", async () => {
    const { look } = await atThePage();
    const [order] = fixedOrders();
    const many = Array.from({ length: 1_200 }, (_, n) => ({
      ...order,
      id: `gid://shopify/Order/${9_000_000 - n}`,
      name: `#${n}`,
    }));
    web.platform.ordersOf.set("aurora-demo", many as ReturnType<typeof fixedOrders>);
    const { html } = await look();
    expect([factOf(html, "orders"), factOf(html, "more")]).toEqual(["1000", "true"]);
    expect(new Set(rowsOf(html).map(({ order }) => order)).size).toBe(1_000);
    expect(html).toContain("#999<");
    expect(html).not.toContain("#1000<");
  });

  it("escapes order names", async () => {
    const { look } = await atThePage();
    const [order] = fixedOrders();
    const name = `"><img src=x onerror=alert(1)>'`;
    web.platform.ordersOf.set("aurora-demo", [{ ...order, name }] as ReturnType<typeof fixedOrders>);
    const { html } = await look();
    expect(html).toContain("&gt;&lt;img src=x");
    expect(html).not.toContain("<img src=x");
  });
});

describe("a platform that doesn't return orders", () => {
  it("requires a login, by the code 'refresh', if its grant is gone", async () => {
    const { look } = await atThePage();
    web.platform.failing.set("orders", new PlatformError("reconnect-needed", "Log in again to connect your store."));
    const { status, envelope } = await look();
    expect([status, envelope.ErrorCode, envelope.ErrorMessage]).toEqual([
      401,
      "refresh",
      "Log in again to connect your store.",
    ]);
  });

  it("is still read after a timeout, and the next call waits for the same read", async () => {
    const { look } = await atThePage();
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    web.platform.hooks.beforeOrders = () => held;
    const waiting = look();
    while (questions().length === 0) await new Promise((resolve) => setImmediate(resolve));
    web.runOutOfTime();
    const { status, envelope, headers } = await waiting;
    expect([status, envelope.ErrorCode, headers.get("retry-after")]).toEqual([503, "gathering", "3"]);
    const again = look();
    letGo();
    expect((await again).status).toBe(200);
    expect(questions().length).toBe(1);
  });
});
