import { expect, it } from "vitest";
import { DateRange } from "#domain/enumerations.ts";
import type { ConsoleOrderSelection } from "#domain/wire/support/console.ts";
import { describeRequestedOrders } from "./describe-requested-orders.ts";

const zone = "Europe/Athens";
const asked = (some: Partial<ConsoleOrderSelection>): ConsoleOrderSelection => ({
  range: { range: DateRange.thirtyDays, from: null, to: null },
  period: { from: "2026-10-21T21:00:00.000Z", to: "2026-11-20T13:15:00.000Z", zone },
  chosen: 0,
  filterTitle: null,
  ...some,
});

it("describes the date range that a merchant requested", () => {
  expect(describeRequestedOrders(asked({}))).toEqual([
    { name: "Date range", text: "Last 30 days" },
    { name: "Orders of", text: "22 Oct – 20 Nov 2026" },
    { name: "Time zone", text: zone },
  ]);
});

it("gives the number of individually chosen orders, without a period", () => {
  expect(describeRequestedOrders(asked({ chosen: 1 }))).toEqual([
    { name: "Orders", text: "1 chosen order" },
    { name: "Time zone", text: zone },
  ]);
  expect(describeRequestedOrders(asked({ chosen: 1200 }))[0]?.text).toBe("1,200 chosen orders");
});

it("gives the hours of an automated report without a date range", () => {
  const hour = { from: "2026-11-20T12:00:00.000Z", to: "2026-11-20T13:00:00.000Z", zone };
  expect(describeRequestedOrders(asked({ range: null, period: hour }))).toEqual([
    { name: "Orders of", text: "20 Nov 2026, 2:00 PM to 3:00 PM" },
    { name: "Time zone", text: zone },
  ]);
});

it("says if the range wasn't kept", () => {
  expect(describeRequestedOrders(asked({ range: null, period: null }))).toEqual([
    { name: "Date range", text: "Not kept" },
  ]);
});
