import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoOrder } from "#demo-store/generate/types.ts";
import { DateBasis, FileType, Grouping } from "#domain/enumerations.ts";
import type { OrderCheck } from "#domain/wire/filters/order-check.ts";
import type { ExportJob, UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import {
  createDesign,
  download,
  filtersOf,
  logIn,
  type Merchant,
  type Range,
  waitForExport,
} from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { happensWithin, momentOf } from "./expected/date-basis.ts";
import { periodOf } from "./expected/local-time.ts";
import { clockNow, demoOrders, fixedMoments, shops } from "./scenario.ts";

/** The date that counts, over HTTP, against a second reading of the demo store's orders. */

const shop = "aurora-demo";
const ranges: Range[] = [
  { kind: "thisYear" },
  { kind: "sevenDays" },
  { kind: "custom", from: "2026-10-25", to: "2026-10-25" },
];

/** In bulk, only the payment's fields are two levels deep. */
const suites: [how: string, bulkFrom: string, bases: DateBasis[]][] = [
  ["in pages", "999999", Object.values(DateBasis)],
  ["in bulk", "0", [DateBasis.paid, DateBasis.refunded]],
];

describe.each(suites)("orders read %s", (_how, bulkFrom, bases) => {
  let sheaf: StartedSheaf;
  let merchant: Merchant;
  let reportId: string;
  beforeAll(async () => {
    sheaf = await startSheaf({ env: { ...fixedMoments, BULK_FROM_ORDERS: bulkFrom } });
    merchant = await logIn(sheaf, shop);
    reportId = (
      await createDesign(merchant, {
        Grouping: Grouping.OnePerOrder,
        Columns: ["OrderNum", "PaidDate", "FulfilledDate"],
      })
    ).id;
  }, 90_000);
  afterAll(() => sheaf?.stop());

  const expected = (basis: DateBasis, range: Range): string[][] => {
    const { zone } = shops[shop];
    const period = periodOf(range, zone, new Date(clockNow));
    const momentsOf = (order: DemoOrder) =>
      [DateBasis.paid, DateBasis.fulfilled].map((moment) => momentOf(order, moment, zone) ?? "");
    return [...demoOrders(sheaf, shop)]
      .filter((order) => happensWithin(order, basis, period))
      .map((order) => [order.name, ...momentsOf(order)]);
  };

  const exported = async (filters: UserOrderFilters): Promise<string[][]> => {
    const { ReportExportId } = await merchant.client.data<ExportJob>("POST", "reporting/generateReport", {
      ReportId: reportId,
      FileType: FileType.Csv,
      UserOrderFilters: filters,
      SelectedOrderIds: [],
      EmptyExpected: true,
    });
    const file = await download(merchant, await waitForExport(merchant, ReportExportId));
    const rows = parse(file, { bom: true, record_delimiter: "\r\n" }) as string[][];
    return rows.slice(1);
  };

  const counted = async (filters: UserOrderFilters): Promise<number> => {
    let check: OrderCheck | undefined;
    do
      check = await merchant.client.data<OrderCheck>("POST", "orders/check", {
        UserOrderFilters: filters,
        At: null,
        Continuation: check?.Continuation ?? null,
      });
    while (check.Continuation !== null);
    expect(check.IsWhole).toBe(true);
    return check.Left;
  };

  it.each(bases)("are those of the period by the day %s", async (basis) => {
    for (const range of ranges) {
      const filters = { ...filtersOf(range), order_date_basis: basis };
      const orders = expected(basis, range);
      if (range.kind === "thisYear") expect(orders.length).toBeGreaterThan(0);
      expect(await exported(filters)).toEqual(orders);
      expect(await counted(filters)).toBe(orders.length);
    }
  });
});
