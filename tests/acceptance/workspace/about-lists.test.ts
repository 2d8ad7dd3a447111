import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DateRange, FileType } from "#domain/enumerations.ts";
import { describeFilter } from "#domain/filters/description/describe-filter.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import { collections } from "#domain/read-models/documents.ts";
import { readModelVersions } from "#domain/read-models/versions.ts";
import type { Filter, ListedFilter } from "#domain/wire/filters/filters.ts";
import type { ListedDesign, ReportWithColumns } from "#domain/wire/reports/reports.ts";
import { until } from "#tests/support/until.ts";
import { startWorkspace, type Workspace } from "./support.ts";

/** ADR 54: lists show what their items contain, when they changed and when a file last used them. */

let workspace: Workspace;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.close());

type Merchant = Awaited<ReturnType<Workspace["givenMerchant"]>>;

const listed = async (one: Merchant, id: string) =>
  (await one.call<ListedFilter[]>("GET", "filters/get-filters")).data.find((filter) => filter.id === id);
const listedDesign = async (one: Merchant, id: string) =>
  (await one.call<ListedDesign[]>("GET", "reports/get-reports")).data.find((design) => design.id === id);

const withValues = (filter: Filter, ...values: string[]): Filter => ({
  ...filter,
  OrderSievers: [{ Field: SieverCode.OrderTags, Filter: values }],
});
const design = async (one: Merchant) => (await one.call<ListedDesign>("POST", "reports/create-new")).data;

const generate = (one: Merchant, ReportId: string, report_filter_id: string | null) =>
  one.call("POST", "reporting/generateReport", {
    ReportId,
    FileType: FileType.Csv,
    UserOrderFilters: {
      report_filter_id,
      order_date_range: DateRange.yesterday,
      order_date_from: null,
      order_date_to: null,
    },
    SelectedOrderIds: [],
    EmptyExpected: false,
  });

describe("given a filter", () => {
  it("when it is created and edited, then the list shows its description and the time of the change", async () => {
    const one = await workspace.givenMerchant("made-demo");
    const { id } = await one.create();
    expect((await listed(one, id))?.about).toMatchObject({ summary: "All orders.", last_used_at: null });
    const many = Array.from({ length: 9 }, (_, n) => `tag ${n}`);
    const { filter, etag } = await one.read(id);
    await one.save(withValues(filter, ...many, "!test"), etag);
    const about = (await listed(one, id))?.about;
    const whole = { financial_status: 0, fulfillment_status: 0, order_status: 0 } as const;
    expect(about?.summary).toBe(describeFilter({ ...whole, sievers: { [SieverCode.OrderTags]: [...many, "!test"] } }));
    expect(about?.summary).toContain("“tag 4” or 4 others and not “test”");
    expect(about?.changed_at).toBe(workspace.clock.now().toISOString());
  });

  it("when it uses a relative date, then the list shows which day that is", async () => {
    const one = await workspace.givenMerchant("dated-demo");
    const { id } = await one.create();
    const { filter, etag } = await one.read(id);
    const refunded = [{ Field: SieverCode.RefundDate, Filter: [">= date(YYYY-MM-DD; -30)"] }];
    await one.save({ ...filter, OrderSievers: refunded }, etag);
    expect((await listed(one, id))?.about?.summary).toMatch(/30 days ago \(\d+ \w+\)/);
  });

  it("when one of its values is erased, then the list shows it as erased", async () => {
    const one = await workspace.givenMerchant("erased-demo");
    const { id } = await one.create();
    const { filter, etag } = await one.read(id);
    await one.save(withValues(filter, "ann smith"), etag);
    expect((await listed(one, id))?.about?.summary).toBe("Orders tagged “ann smith”.");
    for (const reference of await workspace.vault.findMatching(one.tenant, "pv:", () => true))
      await workspace.vault.erase(reference);
    expect((await listed(one, id))?.about?.summary).toBe("Orders tagged an erased value.");
  });

  it("when its description is too long for the list, then it is truncated with an ellipsis", async () => {
    const one = await workspace.givenMerchant("long-demo");
    const { id } = await one.create();
    const { filter, etag } = await one.read(id);
    const OrderSievers = [SieverCode.OrderTags, SieverCode.Vendor, SieverCode.Sku].map((Field) => ({
      Field,
      Filter: Array.from({ length: 500 }, (_, n) => `${n}`.padEnd(100, "x")),
    }));
    expect((await one.save({ ...filter, OrderSievers }, etag)).status).toBe(200);
    const summary = (await listed(one, id))?.about?.summary ?? "";
    expect([summary.length, summary.at(-1)]).toEqual([301, "…"]);
  });
});

describe("given a report design", () => {
  it("when its columns change, then the list names the first, counts the others and describes the rows", async () => {
    const one = await workspace.givenMerchant("columns-demo");
    const { id } = await design(one);
    const { data } = await one.call<ReportWithColumns>("GET", `reports/get/with-columns/${id}`);
    const visible = data.columns.filter(({ Visible }) => Visible);
    const named = visible.slice(0, 3).map(({ Title }) => Title);
    const summary = async () => (await listedDesign(one, id))?.about?.summary;
    expect(await summary()).toBe(`${named.join(", ")} and ${visible.length - 3} more · one row per order line`);
    const columns = data.columns
      .map((column) => (column.Column === visible[0]?.Column ? { ...column, Title: "My own" } : column))
      .map(({ FormulaProblem: _, Takes: __, ...column }) => column);
    const { title, grouping, ws_splitter } = data;
    const saved = await one.call("PUT", "reports/update", { id, title, grouping, ws_splitter, columns });
    expect(saved.status).toBe(200);
    expect(await summary()).toMatch(/^My own, /);
  });
});

describe("given a requested file", () => {
  it("then the lists show when its design and filter were used, even after deletion and restoration", async () => {
    const one = await workspace.givenMerchant("used-demo");
    const [{ id }, unused] = [await design(one), await one.create()];
    const filter = await one.create();
    await generate(one, id, filter.id);
    const now = workspace.clock.now().toISOString();
    await until("the design was used", async () => (await listedDesign(one, id))?.about?.last_used_at === now);
    await until("the filter was used", async () => (await listed(one, filter.id))?.about?.last_used_at === now);
    expect((await listed(one, unused.id))?.about?.last_used_at).toBeNull();
    await one.call("POST", "filters/delete", filter.id);
    const [gone] = (await one.call<{ Version: number }[]>("GET", "filters/deleted")).data;
    await one.call("POST", "filters/restore", { id: filter.id, version: gone?.Version });
    expect((await listed(one, filter.id))?.about?.last_used_at).toBe(now);
  });

  it("then another shop with an item of the same id doesn't see its use", async () => {
    const [one, other] = [await workspace.givenMerchant("one-demo"), await workspace.givenMerchant("other-demo")];
    const { id } = await design(one);
    const { name } = collections.uses;
    const version = readModelVersions.get(name) ?? 0;
    const document = { tenant: other.tenant, objectId: id, usedAt: "2026-11-01T00:00:00.000Z" };
    await workspace.readStore.apply([
      { collection: `${name}@${version}`, kind: "put", id, document, position: "9".repeat(16) },
    ]);
    expect((await listedDesign(one, id))?.about?.last_used_at).toBeNull();
  });
});

describe("given a list of uses that is still being built", () => {
  it("then the other lists work, without the times of use", async () => {
    const one = await workspace.givenMerchant("counting-demo");
    const { id } = await design(one);
    const { readModels } = workspace.seen;
    if (readModels === undefined) throw new Error("The web process reads the documents of projections.");
    const { getStatus } = readModels;
    workspace.seen.readModels = {
      ...readModels,
      getStatus: async (names) => (names.includes(collections.uses.name) ? "none" : getStatus(names)),
    };
    const about = (await listedDesign(one, id))?.about;
    workspace.seen.readModels = readModels;
    expect(about).toMatchObject({ summary: expect.stringContaining("one row per") });
    expect(about).not.toHaveProperty("last_used_at");
  });
});
