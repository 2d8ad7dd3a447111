import { afterAll, beforeAll, expect, it } from "vitest";
import { places } from "#application/admission/limits.ts";
import { FileType, Grouping, LocalStatus } from "#domain/enumerations.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import type { SelectableOrdersPage } from "#domain/wire/filters/orders.ts";
import type { LivePage } from "#domain/wire/live.ts";
import type { LocalStatusHistory } from "#domain/wire/reports/local-status.ts";
import { engines } from "#tests/contract/support/adapters.ts";
import { createTempFolder } from "#tests/contract/support/temp-folder.ts";
import { demoControl } from "#tests/support/demo-control.ts";
import { listenLive } from "#tests/support/live-events.ts";
import { createDesign, download, generate, logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import { describeOverTier, startOverTier } from "#tests/support/over-tier.ts";
import { createStandaloneProcesses } from "#tests/support/standalone-processes.ts";
import { freePort, type StartedSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { fixedMoments } from "./scenario.ts";

/** The live page, from its state to its table, and new orders, over HTTP. */

const allTime = { report_filter_id: null, order_date_range: 0, order_date_from: null, order_date_to: null };

/** A design's live page. */
const pageOf = async (
  merchant: Merchant,
  Columns = ["OrderNum", "OrderDate", "Quantity", "TotalPrice", "LocalStatus"],
) => {
  const { client } = merchant;
  const { id } = await createDesign(merchant, { Grouping: Grouping.OnePerOrder, Columns });
  return {
    id,
    keep: (filters: object) =>
      client.data<LivePage>("PUT", `appData/setLive?reportId=${id}`, { ...allTime, ...filters }),
    ask: (refresh = false, orders: string[] = []) =>
      client.call<string>("POST", `reportData/live-table?reportId=${id}${refresh ? "&refresh=true" : ""}`, orders),
    look: (refresh = false, orders: string[] = []) =>
      client.data<string>("POST", `reportData/live-table?reportId=${id}${refresh ? "&refresh=true" : ""}`, orders),
  };
};
const factOf = (html: string, name: string) =>
  new RegExp(`^<div class="report[^>]* data-${name}="([^"]*)"`).exec(html)?.[1];
const ordersIn = (html: string) => [...html.matchAll(/<tr[^>]* data-order="(\d+)"/g)].map(([, order]) => order);
/** The text between the tags of the rows. */
const cellsOf = (html: string) =>
  [...html.matchAll(/<tr(?: class="[^"]*")?(?: data-[^>]*)?><td[\s\S]*?<\/tr>/g)].map(([row]) =>
    row.replace(/^<tr[^>]*>|<\/tr>$/g, ""),
  );

describeOverTier("the live page of a shop without new orders", () => {
  let sheaf: StartedSheaf;
  let aurora: Merchant;
  let borealis: Merchant;
  beforeAll(async () => {
    sheaf = await startOverTier({ env: fixedMoments });
    [aurora, borealis] = await Promise.all([logIn(sheaf, "aurora-demo"), logIn(sheaf, "borealis-demo")]);
  }, 120_000);
  afterAll(() => sheaf?.stop());

  it("shows the same as its HTML file, cell by cell", async () => {
    const page = await pageOf(aurora, ["Image", "OrderNum", "Email", "OrderDate", "Quantity", "TotalPrice"]);
    await page.keep({});
    const live = await page.look();
    const { ReportExportId } = await generate(aurora, page.id, {
      range: { kind: "noFilter" },
      fileType: FileType.Html,
    });
    const file = (await download(aurora, await waitForExport(aurora, ReportExportId))).toString("utf8");
    const withoutPictures = (cells: string[]) => cells.map((row) => row.replace(/<td><a [\s\S]*?<\/td>/, "<td></td>"));
    expect(cellsOf(live).length).toBe(300);
    expect(withoutPictures(cellsOf(live))).toEqual(withoutPictures(cellsOf(file)));
    expect(/<p class="counts">.*<\/p>/.exec(live)?.[0]).toBe(/<p class="counts">.*<\/p>/.exec(file)?.[0]);
  });

  it("shows the newest 1,000 of 12,000 orders, and twenty open pages share one read", async () => {
    const page = await pageOf(borealis);
    await page.keep({});
    const control = demoControl(sheaf.demoUrl, "borealis-demo");
    const before = (await control.stats()).orderPages;
    const first = await page.look(true);
    const pages = (await control.stats()).orderPages - before;
    expect([factOf(first, "orders"), factOf(first, "more"), new Set(ordersIn(first)).size]).toEqual([
      "1000",
      "true",
      1_000,
    ]);
    const tables = await Promise.all(Array.from({ length: 20 }, () => page.look()));
    expect(tables.every((html) => html === first)).toBe(true);
    expect((await control.stats()).orderPages - before).toBe(pages);
    await Promise.all(Array.from({ length: 20 }, () => page.look(true)));
    // The reading above, one begun first, one for all who asked meanwhile, and at most one for each call that the
    // shop's queue let in later.
    const readings = 3 + (20 - places.platformCalls.running);
    expect((await control.stats()).orderPages - before).toBeLessThanOrEqual(readings * pages);
  });

  it("lists the orders that match its filters, and shows the selected ones", async () => {
    const page = await pageOf(aurora);
    await page.keep({ order_date_range: 1, order_date_from: "2026-10-01", order_date_to: "2026-10-31" });
    const list = await aurora.client.data<SelectableOrdersPage>(
      "GET",
      `orders/selectedOrders?location=live&reportId=${page.id}`,
    );
    const { Count } = await aurora.client.data<{ Count: number }>(
      "GET",
      `orders/page-count?location=live&reportId=${page.id}`,
    );
    expect(list.Orders.length).toBe(Count);
    expect(ordersIn(await page.look()).length).toBe(Count);
    const chosen = list.Orders.slice(0, 3).map(({ Id }) => Id);
    expect(ordersIn(await page.look(false, chosen)).map((order) => `gid://shopify/Order/${order}`)).toEqual(chosen);
  });

  it("shows a changed local status at once, and records who changed it", async () => {
    const page = await pageOf(aurora);
    await page.keep({});
    const order = ordersIn(await page.look())[4] ?? "";
    const set = (status: LocalStatus) =>
      aurora.client.data("PUT", "reportData/local-status", { OrderId: order, LocalStatus: status });
    await set(LocalStatus.InProgress);
    expect(await page.look()).toContain(`<tr class="s2" data-key="${order}.0"`);
    await set(LocalStatus.Done);
    expect(await page.look()).toContain(`<tr class="s3" data-key="${order}.0"`);
    const path = `reportData/local-status-history?orderId=${order}`;
    const history = await aurora.client.data<LocalStatusHistory>("GET", path);
    expect(history.map(({ By, From, To }) => [By, From, To])).toEqual([
      ["You", LocalStatus.InProgress, LocalStatus.Done],
      ["You", LocalStatus.none, LocalStatus.InProgress],
    ]);
    expect(await borealis.client.data("GET", path)).toEqual([]);
  });

  it("requests a login with the code 'refresh' if the platform's grant was revoked", async () => {
    const page = await pageOf(aurora);
    await page.keep({});
    await demoControl(sheaf.demoUrl, "aurora-demo").arm({ kind: "revoked", times: 1_000 });
    const { status, envelope } = await page.ask(true);
    expect([status, envelope.Ok, envelope.ErrorCode]).toEqual([401, false, "refresh"]);
    expect(envelope.ErrorMessage).toMatch(/\w/);
  });
});

describeOverTier("the live page of a shop with new orders", () => {
  let sheaf: StartedSheaf;
  let merchant: Merchant;
  const others: Pick<ReturnType<typeof createStandaloneProcesses>, "end">[] = [];
  beforeAll(async () => {
    sheaf = await startOverTier({ env: { DEMO_ORDERS_PER_MINUTE: "60" } });
    merchant = await logIn(sheaf, "aurora-demo");
  }, 120_000);
  afterAll(async () => {
    for (const one of others) await one.end();
    await sheaf?.stop();
  });

  it("is notified of each by any web process, not only the webhook's, and shows them on refresh", async () => {
    const port = await freePort();
    const folder = await createTempFolder();
    const alone = createStandaloneProcesses({
      ...sheaf.kept,
      // Where engines keep all, it is as on another machine: it sees no file of the product's.
      ...(engines === "distributed" && { DATA_DIR: folder.path }),
      PORT: String(port),
      APP_URL: sheaf.url,
      WEB_PARTS: "commands,queries",
    });
    others.push(alone, { end: folder.remove });
    await (await alone.start("processes/web.ts", { STORE_URL_TEMPLATE: `${sheaf.demoUrl}/{shop}` })).isReady();
    const page = await pageOf(merchant);
    await page.keep({});
    const known = new Set(ordersIn(await page.look()));
    const token = merchant.client.token() ?? "";
    const of = `?reportId=${page.id}`;
    const listeners = await Promise.all([
      listenLive(sheaf.url, token, of),
      listenLive(`http://localhost:${port}`, token, of),
    ]);
    for (const { orders, text, leave } of listeners) {
      const arrived = await until(
        "a new order arrives",
        () => orders().find(({ Id, Kind }) => Kind === "new" && !known.has(Id)),
        { picture: text },
      );
      expect(arrived.InReport).toBe(true);
      await until("it is in the table", async () => ordersIn(await page.look(true)).includes(arrived.Id));
      leave();
    }
  });

  it("is notified whether its filter keeps each, and the refreshed table agrees", async () => {
    const page = await pageOf(merchant);
    const filter = await merchant.client.data<Filter>("POST", "filters/create-new");
    const OrderSievers = [{ Field: SieverCode.Quantity, Filter: [">1"] }];
    await merchant.client.data("PUT", "filters/update-filter", { ...filter, OrderSievers });
    await page.keep({ report_filter_id: filter.id });
    const { orders, text, leave } = await listenLive(sheaf.url, merchant.client.token() ?? "", `?reportId=${page.id}`);
    const verdicts = () => orders().filter(({ Kind }) => Kind === "new");
    const oneOf = (isIn: boolean) =>
      until(
        `a new order arrives that is ${isIn ? "in" : "not in"} the report`,
        () => verdicts().find(({ InReport }) => InReport === isIn),
        {
          picture: text,
          within: 120_000,
        },
      );
    const [kept, dropped] = [await oneOf(true), await oneOf(false)];
    leave();
    const shown = ordersIn(await page.look(true));
    expect([shown.includes(kept.Id), shown.includes(dropped.Id)]).toEqual([true, false]);
  }, 300_000);

  it("gets webhooks with only the id and time of an order", async () => {
    const { webhooks } = (await demoControl(sheaf.demoUrl, "aurora-demo").stats()) as unknown as {
      webhooks: { topic: string; delivered: boolean; body?: string }[];
    };
    const ofOrders = webhooks.filter(({ topic }) => topic.startsWith("orders/"));
    expect(ofOrders.length).toBeGreaterThan(0);
    for (const { topic, body } of ofOrders)
      expect(Object.keys(JSON.parse(body ?? "{}")).sort()).toEqual([
        "admin_graphql_api_id",
        topic === "orders/create" ? "created_at" : "updated_at",
      ]);
  });
});
