import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { catalogue } from "#domain/columns/catalogue.ts";
import type { DesignContent } from "#domain/designs/design.ts";
import {
  ColumnCategory,
  CustomColumnCategory,
  Grouping,
  LocalStatus,
  Sorting,
  WorksheetSplitter,
} from "#domain/enumerations.ts";
import { isAllowed } from "#domain/groupings/allowed.ts";
import { collections } from "#domain/read-models/documents.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { fixedOrders } from "#tests/support/fixed-orders.ts";
import { givenDesign } from "#tests/support/given-design.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

/** A shop with the fixed orders and a design, and its designer. */
const designer = async (changes: Partial<DesignContent> = {}, shop = "aurora-demo") => {
  const { tenant, token } = await web.givenShop(shop);
  await givenDesign(web, tenant, `design-of-${shop}`, changes);
  web.platform.ordersOf.set(shop, fixedOrders());
  const open = async (query = "", headers: Record<string, string> = {}) => {
    const reply = await web.ask("GET", `reportData/design-data/design-of-${shop}${query}`, { token, headers });
    return { ...reply, preview: reply.envelope.Data as unknown as Preview };
  };
  return { tenant, token, shop, open };
};
const asked = () => web.platform.asked.filter((call) => call.startsWith("orders "));
const columnOf = ({ Columns, Sheets }: Preview, key: string) =>
  Sheets.flatMap(({ Rows }) => Rows.map(({ Cells }) => Cells[Columns.indexOf(key)]));

describe("the preview of a report design", () => {
  it("shows the shop's last 50 orders, one row per line, in its zone", async () => {
    const { open } = await designer();
    const { status, preview } = await open();
    expect(status).toBe(200);
    expect(asked()).toEqual(["orders aurora-demo  atMost=50"]);
    expect(preview).toMatchObject({
      Orders: 30,
      Limit: 50,
      Generated: false,
      SlowColumns: [],
      MoneyFormat: "{{amount}} EUR",
      GatheredAt: "2026-11-20T12:00:00.000Z",
      Sheets: [{ Name: null }],
    });
    expect(columnOf(preview, "OrderNum").slice(0, 4)).toEqual(["#1030", "#1029", "#1028", "#1028"]);
    // 2026-11-01T03:59:59Z in Athens.
    expect(columnOf(preview, "OrderDate")[0]).toBe("2026/11/01 05:59");
  });

  it("has every allowed column that isn't slow, the visible ones first", async () => {
    const { open } = await designer({
      shown: ["Quantity", "OrderNum", "TrackingNumber"],
      grouping: Grouping.ProductVariants,
    });
    const { preview } = await open();
    const allowed = catalogue.filter((column) => isAllowed(column, Grouping.ProductVariants));
    expect(preview.Columns[0]).toBe("Quantity");
    expect([...preview.Columns].sort()).toEqual(
      allowed
        .filter(({ slowGroup, category }) => slowGroup < 0 && category !== ColumnCategory.Custom)
        .map(({ key }) => key)
        .sort(),
    );
    expect(preview.Columns.length).toBeLessThan(catalogue.length);
  });

  it("reads slow columns only if they are visible and allowed, and then for 20 orders", async () => {
    const { open, tenant } = await designer({ shown: ["OrderNum", "Risk", "Quantity"] });
    const { preview } = await open();
    expect(asked()).toEqual(["orders aurora-demo  atMost=20"]);
    expect(preview.Columns.slice(0, 3)).toEqual(["OrderNum", "Risk", "Quantity"]);
    expect(preview.SlowColumns).toEqual(["Risk"]);
    expect(web.platform.fieldsAsked.at(-1)).toContain("risk.assessments.riskLevel");
    await givenDesign(web, tenant, "design-of-aurora-demo", { shown: ["Risk"], grouping: Grouping.ProductVariants }, 2);
    expect((await open()).preview).toMatchObject({ SlowColumns: [], Limit: 50 });
    expect(web.platform.fieldsAsked.at(-1)).not.toContain("risk.assessments.riskLevel");
    expect(preview).toMatchObject({ Orders: 20, Limit: 20 });
  });

  it("is sorted and split like its file", async () => {
    const { open } = await designer({
      shown: ["OrderNum", "Vendor", "Quantity"],
      splitter: WorksheetSplitter.Vendor,
      sortedBy: { column: "Quantity", sorting: Sorting.Descending },
    });
    const { preview } = await open();
    expect(preview.Sheets.length).toBeGreaterThan(2);
    for (const sheet of preview.Sheets) {
      const one = { ...preview, Sheets: [sheet] };
      const quantities = columnOf(one, "Quantity").map(Number);
      expect(quantities).toEqual(quantities.toSorted((a, b) => b - a));
      if (sheet.Name !== "Other") expect(new Set(columnOf(one, "Vendor"))).toEqual(new Set([sheet.Name]));
    }
  });

  it("replaces characters as configured", async () => {
    const { open, tenant } = await designer();
    const before = (await open()).preview;
    const wanted = { ...defaultPreferences, ReplaceDashesSlashes: true };
    await web.onShop(tenant, { type: "ChangePreferences", base: defaultPreferences, wanted });
    const after = (await open()).preview;
    expect(columnOf(before, "ProductTitle").join()).toMatch(/-/);
    expect(columnOf(after, "ProductTitle").join()).not.toMatch(/[-/]/);
  });

  it("waits for the preceding save", async () => {
    const { open } = await designer();
    await open("", { "x-await-position": "000042" });
    expect(web.seen.waited).toEqual(["report-designs,local-statuses 000042"]);
  });
});

describe("custom columns in a preview", () => {
  const custom = { category: CustomColumnCategory.NoteAttributes, name: "Gift message" } as const;

  it("are read if an attribute is chosen for them, even if hidden, and otherwise not", async () => {
    const { open } = await designer({
      shown: ["Custom1", "Custom2", "ProductMetafield1"],
      settings: { Custom2: { custom }, Custom3: { custom } },
    });
    const { preview } = await open();
    expect(preview.Columns.filter((key) => /^(Custom\d|\w+Metafield)/.test(key))).toEqual([
      "Custom2",
      "ProductMetafield1",
      "Custom3",
    ]);
    expect(new Set(columnOf(preview, "Custom2")).size).toBeGreaterThan(1);
    expect(columnOf(preview, "Custom3")).toEqual(columnOf(preview, "Custom2"));
  });

  it("sort rows by the chosen attribute, with a value first", async () => {
    const { open } = await designer({
      shown: ["OrderNum"],
      settings: { Custom2: { custom } },
      sortedBy: { column: "Custom2", sorting: Sorting.Descending },
    });
    const [first] = columnOf((await open()).preview, "Custom2");
    expect(first).toMatch(/./);
  });
});

describe("the preview in a store without orders", () => {
  it("shows labeled sample orders, always the same, with the store's currency", async () => {
    const { open } = await designer({ shown: ["OrderNum", "Image", "Currency", "OrderUrl"] });
    web.platform.ordersOf.clear();
    const { preview } = await open();
    expect(preview).toMatchObject({ Generated: true, Limit: 50 });
    expect(preview.Orders).toBeGreaterThan(5);
    expect(new Set(columnOf(preview, "Currency"))).toEqual(new Set(["EUR"]));
    expect(columnOf(preview, "Image")[0]).toMatch(/^http:\/\/localhost:3000\/sample-products\/\w+\.svg$/);
    expect((await open("?refresh=true")).preview).toEqual(preview);
  });

  it("shows real orders as soon as there is one", async () => {
    const { open, shop } = await designer();
    web.platform.ordersOf.clear();
    await open();
    web.platform.ordersOf.set(shop, fixedOrders().slice(0, 1));
    expect((await open("?refresh=true")).preview).toMatchObject({ Generated: false, Orders: 1 });
  });
});

describe("a preview's orders", () => {
  it("are not requested again until they are three seconds old", async () => {
    const { open } = await designer();
    const first = await open();
    expect((await open()).preview.Sheets).toEqual(first.preview.Sheets);
    expect(asked()).toHaveLength(1);
    web.clock.advance(3_000);
    await open();
    expect(asked()).toHaveLength(2);
  });

  it("are read again on refresh, and then kept for others", async () => {
    const { open, shop } = await designer();
    await open();
    web.platform.ordersOf.set(shop, fixedOrders().slice(0, 1));
    expect((await open("?refresh=true")).preview.Orders).toBe(1);
    expect((await open()).preview.Orders).toBe(1);
    expect(asked()).toHaveLength(2);
  });

  it("are not reused for another shop, or for a design that needs more fields", async () => {
    const { open, tenant } = await designer();
    await open();
    const other = await designer({}, "borealis-demo");
    web.platform.ordersOf.set("borealis-demo", fixedOrders().slice(0, 2));
    expect((await other.open()).preview.Orders).toBe(2);
    await givenDesign(web, tenant, "design-of-aurora-demo", { splitter: WorksheetSplitter.CustomerTags }, 2);
    await open();
    expect(asked()).toHaveLength(3);
    expect(web.platform.fieldsAsked.at(-1)).toContain("customer.tags");
  });
});

describe("the preview is refused", () => {
  it("for a design of another shop, as if it did not exist", async () => {
    const { token } = await designer();
    await designer({}, "borealis-demo");
    const reply = await web.ask("GET", "reportData/design-data/design-of-borealis-demo", { token });
    expect([reply.status, reply.envelope.ErrorMessage]).toEqual([
      404,
      "This report design can't be found. Choose another one.",
    ]);
    expect(asked()).toEqual([]);
  });

  it("before the charge is paid, and without a token", async () => {
    await givenDesign(web, "any", "design-1");
    const { token } = await web.givenShop("aurora-demo", "charge");
    expect((await web.ask("GET", "reportData/design-data/design-1", { token })).status).toBe(403);
    expect((await web.ask("GET", "reportData/design-data/design-1")).status).toBe(401);
  });

  it.each([
    ["unavailable", 503],
    ["reconnect-needed", 401],
    ["access-denied", 502],
  ] as const)("with the platform's message if it answers %s", async (code, status) => {
    const { open } = await designer();
    web.platform.failing.set("orders", new PlatformError(code, "The store platform does not answer."));
    const reply = await open();
    expect([reply.status, reply.envelope.ErrorMessage]).toEqual([status, "The store platform does not answer."]);
    web.platform.failing.clear();
    expect((await open()).status).toBe(200);
  });
});

describe("the local statuses of the orders in a preview", () => {
  const say = async (tenant: string, orderId: string, status: LocalStatus) => {
    const { name: collection } = collections.localStatuses;
    const document = { tenant, orderId, status };
    await web.readStore.ensureCollections([collections.localStatuses]);
    await web.readStore.apply([{ collection, kind: "put", id: `${tenant}-${orderId}`, position: "000001", document }]);
  };

  it("appear in each row of their order, with its id, for this shop only", async () => {
    const mine = await designer();
    const theirs = await designer({}, "borealis-demo");
    await say(mine.tenant, "5001028", LocalStatus.Problem);
    const { preview } = await mine.open();
    expect(columnOf(preview, "LocalStatus").slice(0, 5)).toEqual([null, null, "Problem", "Problem", null]);
    expect(preview.Sheets[0]?.Rows.slice(0, 4).map(({ OrderId }) => OrderId)).toEqual([
      "5001030",
      "5001029",
      "5001028",
      "5001028",
    ]);
    expect(new Set(columnOf((await theirs.open()).preview, "LocalStatus"))).toEqual(new Set([null]));
  });

  it("are current even if the orders are cached", async () => {
    const { open, tenant } = await designer();
    await open();
    await say(tenant, "5001030", LocalStatus.New);
    expect(columnOf((await open()).preview, "LocalStatus")[0]).toBe("New");
    expect(asked()).toHaveLength(1);
  });

  it.each([
    ["rows have several orders", { grouping: Grouping.ProductVariants }, "aurora-demo"],
    ["the orders are samples", {}, "nimbus-demo"],
  ])("can't be set in any row if %s", async (_name, changes, shop) => {
    const { open } = await designer(changes, shop);
    if (shop === "nimbus-demo") web.platform.ordersOf.delete(shop);
    const { preview } = await open();
    expect(preview.Generated).toBe(shop === "nimbus-demo");
    expect(preview.Sheets.flatMap(({ Rows }) => Rows.filter((row) => row.OrderId !== undefined))).toEqual([]);
  });
});
