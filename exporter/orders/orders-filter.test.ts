import { describe, expect, it } from "vitest";
import { DateBasis, DateRange } from "#domain/enumerations.ts";
import { buildSearchQuery, compileOrdersFilter } from "#domain/export/orders-filter.ts";
import { conditionsOfReport } from "#domain/export/report-description.ts";
import { SieverCode } from "#domain/filters/sievers.ts";

const input = {
  filter: {
    filterId: "f",
    financial_status: 0,
    fulfillment_status: 0,
    order_status: 0,
    sievers: { [SieverCode.OrderTags]: ["date(YYYY-MM-DD; 1)"] },
  },
  filters: { range: DateRange.noFilter, from: null, to: "2026-11-22T00:00:00Z" },
  selectedOrderIds: [] as string[],
  shop: { ianaTimezone: "Pacific/Auckland" },
  requestedAt: "2026-11-21T10:59:59.999Z",
} as const;

describe("date(…) in an export's filter", () => {
  it.each([
    ["just before midnight in the shop's zone", "2026-11-21T10:59:59.999Z", "2026-11-22"],
    ["at midnight in the shop's zone", "2026-11-21T11:00:00.000Z", "2026-11-23"],
  ])("is the date of the request, %s", (_name, requestedAt, day) => {
    const asked = { ...input, requestedAt };
    expect(buildSearchQuery(asked)).toContain(`tag:'${day}'`);
    expect(compileOrdersFilter(asked).select({ id: "1", tags: [day] })).toBeDefined();
    expect(compileOrdersFilter(asked).select({ id: "1", tags: ["2026-11-24"] })).toBeUndefined();
  });

  it("is, for a carried order, the date of the report that lacked it, unless this period includes it", () => {
    const ids = ["1", "2", "3"];
    const moments = Object.fromEntries(ids.slice(1).map((id) => [id, "2026-11-20T10:00:00.000Z"]));
    const filters = { ...input.filters, from: "2026-11-21T00:00:00Z" };
    const { select } = compileOrdersFilter({ ...input, filters, carriedMoments: moments });
    const kept = (createdAt: string, day: string) =>
      ids.filter((id) => select({ id, createdAt, tags: [day] }) !== undefined);
    expect(kept("2026-11-19T00:00:00Z", "2026-11-21")).toEqual(["2", "3"]);
    expect(kept("2026-11-19T00:00:00Z", "2026-11-22")).toEqual(["1"]);
    expect(kept("2026-11-21T12:00:00Z", "2026-11-22")).toEqual(["1", "2", "3"]);
  });

  it("is the date of the first request if the export is repeated, wherever it is used", () => {
    const again = { ...input, requestedAt: "2026-11-25T09:00:00.000Z", filterMoment: "2026-11-21T10:00:00.000Z" };
    expect(buildSearchQuery(again)).toContain("tag:'2026-11-22'");
    expect(compileOrdersFilter(again).select({ id: "1", tags: ["2026-11-22"] })).toBeDefined();
    expect(conditionsOfReport(again)?.sievers[SieverCode.OrderTags]).toEqual(["2026-11-22"]);
  });
});

describe("another date that counts than the creation", () => {
  const dayOf = (day: number) => `2026-11-${String(day).padStart(2, "0")}T00:00:00Z`;
  const period = (from: number, to: number) => ({ from: dayOf(from), to: dayOf(to) });
  const canceled = (day: number) => ({ id: "1", createdAt: dayOf(1), cancelledAt: dayOf(day) });
  const asked = (from: number, to: number) => ({
    ...input,
    filter: null,
    filters: { ...input.filters, ...period(from, to), basis: DateBasis.canceled, byRecording: true },
  });
  const carriedMoments = { "1": dayOf(6) };

  it("keeps a carried order of any period that lacked it, also in a report of earlier time", () => {
    const carriedPeriods = { "1": [period(5, 6), period(8, 9)] };
    const { select } = compileOrdersFilter({ ...asked(2, 3), carriedMoments, carriedPeriods });
    const kept = [1, 2, 4, 5, 7, 8, 10].filter((day) => select(canceled(day)) !== undefined);
    expect(kept).toEqual([2, 5, 8]);
  });

  it("tells orders of other periods from those that it can't judge", () => {
    const { isOutsidePeriod, select } = compileOrdersFilter(asked(5, 6));
    expect([canceled(4), canceled(5)].map(isOutsidePeriod)).toEqual([true, false]);
    expect(isOutsidePeriod({ ...canceled(4), unread: ["cancelledAt"] })).toBe(false);
    expect(select(canceled(4))).toBeUndefined();
    const carrying = compileOrdersFilter({ ...asked(5, 6), carriedMoments });
    expect(carrying.isOutsidePeriod(canceled(4))).toBe(false);
  });

  it("doesn't matter for chosen orders", () => {
    const { select, isOutsidePeriod } = compileOrdersFilter({ ...asked(5, 6), selectedOrderIds: ["1"] });
    expect(select(canceled(20))).toBeDefined();
    expect(isOutsidePeriod(canceled(20))).toBe(false);
  });
});
