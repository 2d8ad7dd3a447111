import { expect, it } from "vitest";
import { DateBasis } from "../enumerations.ts";
import { buildDateQuery, createCreationTest, createMomentTest } from "./date-basis.ts";
import type { Order } from "./order.ts";

const march = { from: "2026-03-01T00:00:00Z", to: "2026-04-01T00:00:00Z" };
const canceledAt = (cancelledAt: string | null): Order => ({ id: "1", createdAt: "2026-01-05T00:00:00Z", cancelledAt });

it("tests the half-open period by the day that counts", () => {
  const test = createMomentTest({ ...march, basis: DateBasis.canceled });
  expect(test?.fields).toContain("cancelledAt");
  expect(test?.holds(canceledAt(march.from))).toBe(true);
  expect(test?.holds(canceledAt("2026-02-28T23:59:59Z"))).toBe(false);
  expect(test?.holds(canceledAt(march.to))).toBe(false);
  expect(test?.holds(canceledAt(null))).toBe(false);
  expect(createCreationTest({ ...march, basis: DateBasis.canceled })("2026-01-05T00:00:00Z")).toBe(true);
});

it("takes an order refunded twice if one refund is in the period", () => {
  const refunds = ["2026-02-10T00:00:00Z", "2026-03-10T00:00:00Z"].map((createdAt) => ({ id: createdAt, createdAt }));
  const order = { ...canceledAt(null), refunds };
  expect(createMomentTest({ ...march, basis: DateBasis.refunded })?.holds(order)).toBe(true);
});

it("leaves the day of creation to the reader, and every other one without a first day", () => {
  expect(createMomentTest(march)).toBeUndefined();
  expect(createMomentTest({ ...march, basis: DateBasis.created })).toBeUndefined();
  expect(createMomentTest({ ...march, from: null, basis: DateBasis.paid })).toBeUndefined();
  expect(createCreationTest(march)("2026-02-28T23:59:59Z")).toBe(false);
});

it("an automated report has what became known in its period, so a backdated refund is in one report", () => {
  const refunds = [{ id: "1", createdAt: "2026-04-02T00:00:00Z", processedAt: "2026-03-10T00:00:00Z" }];
  const order = { ...canceledAt(null), refunds };
  const april = { from: march.to, to: "2026-05-01T00:00:00Z" };
  const isIn = (period: typeof march, byRecording: boolean) =>
    createMomentTest({ ...period, basis: DateBasis.refunded, byRecording })?.holds(order);
  expect([march, april].map((period) => isIn(period, false))).toEqual([true, false]);
  expect([march, april].map((period) => isIn(period, true))).toEqual([false, true]);
});

it.each([
  [undefined, "created_at:>='2026-03-01T00:00:00Z' created_at:<'2026-04-01T00:00:00Z'", true],
  [DateBasis.processed, "processed_at:>='2026-03-01T00:00:00Z' processed_at:<'2026-04-01T00:00:00Z'", true],
  [
    DateBasis.paid,
    "updated_at:>='2026-03-01T00:00:00Z' (created_at:<'2026-04-01T00:00:00Z' OR processed_at:<'2026-04-01T00:00:00Z')",
    false,
  ],
])("searches by what the platform can answer: %s", (basis, query, exact) => {
  expect(buildDateQuery({ ...march, ...(basis && { basis }) })).toEqual({ query, exact });
});

it("searches without an upper bound of changes, which a later change would exceed", () => {
  for (const basis of Object.values(DateBasis)) {
    const { query } = buildDateQuery({ ...march, basis, byRecording: true });
    expect(query).not.toContain("updated_at:<");
  }
  expect(buildDateQuery({ ...march, basis: DateBasis.canceled }).query).toContain("status:cancelled");
  expect(buildDateQuery({ ...march, from: null, basis: DateBasis.paid }).query).toBe(
    "created_at:<'2026-04-01T00:00:00Z'",
  );
});
