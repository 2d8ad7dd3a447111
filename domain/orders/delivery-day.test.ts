import { describe, expect, it } from "vitest";
import { compareDeliveryDays, deliveryDay, normalizeDay } from "./delivery-day.ts";

const athens = { ianaTimezone: "Europe/Athens" };

const dayOf = (name: string, value: string | null = "2026-12-24") =>
  deliveryDay({ id: "line", customAttributes: [{ key: name, value }] }, { id: "order" }, athens);

describe("the delivery day of a line", () => {
  it.each([
    ...["Delivery date", "delivery-date", "_delivery_date", " DELIVERY DATE: ", "DeliveryDate", "Delivery day"],
    ...["Date of delivery", "Shipping-Date", "Ship date", "Pickup-Date", "Pick-up date"],
  ])("is read from its property '%s'", (name) => {
    expect(dayOf(name)).toBe("2026-12-24");
  });

  it.each(["Delivery", "Delivery time", "Delivery date note", "Date", "Birth date"])("isn't read from '%s'", (name) => {
    expect(dayOf(name)).toBeNull();
  });

  it("is the order's if the line has none", () => {
    const order = { id: "order", customAttributes: [{ key: "Delivery-Date", value: "2026-12-31" }] };
    expect(deliveryDay({ id: "line" }, order, athens)).toBe("2026-12-31");
    const blank = [{ key: "Delivery date", value: " " }];
    expect(deliveryDay({ id: "line", customAttributes: blank }, order, athens)).toBe("2026-12-31");
    const own = [{ key: "Pickup date", value: "2026-12-30" }];
    expect(deliveryDay({ id: "line", customAttributes: own }, order, athens)).toBe("2026-12-30");
  });
});

describe("a delivery day", () => {
  it.each([
    ["2026-12-24", "2026-12-24"],
    ["2026/1/5", "2026-01-05"],
    ["2026.12.24 10:00 - 12:00", "2026-12-24"],
    ["2026-12-24T10:00:00Z", "2026-12-24"],
    ["2026-12-24T22:00:00.000Z", "2026-12-25"],
    ["2026-12-24T23:30:00-08:00", "2026-12-25"],
    ["2026-12-25 00:30:00 +0400", "2026-12-24"],
    ["2026-12-24T23:30:00", "2026-12-24"],
    ["24 Dec 2026 9-11 am", "2026-12-24"],
    ["24 Dec 2026", "2026-12-24"],
    ["Thursday, 24th December 2026", "2026-12-24"],
    ["Thu, Dec 24, 2026", "2026-12-24"],
    ["Sept. 3 2026", "2026-09-03"],
    ["29 Feb 2028", "2028-02-29"],
    ["24 December 2026 at 10:30", "2026-12-24"],
    ["Sat 2026-12-26, 9 am - 11 am", "2026-12-26"],
    ["1 May 2026", "2026-05-01"],
  ])("is read from a text if it is clear: %s", (text, day) => {
    expect(normalizeDay(text, athens.ianaTimezone)).toBe(day);
  });

  it.each([
    "3/4/2026",
    "2026-12-24 26",
    "2026-12-24, 25",
    "24 Dec 2026 28",
    "2026-12-24 12-26",
    "Mon 24 Dec 2026",
    "Friday 2026-12-24",
    "2026-12-24T25:00:00Z",
    "24.12.2026",
    "Friday",
    "24 Dec",
    "2026-13-01",
    "2026-02-29",
    "31 Jun 2026",
    "2026-12-245",
    "20261224",
    "2026-12-24 - 2026-12-26",
    "26-28 December 2026",
    "Dec 26 - Dec 28, 2026",
    "24 Dec 2026 or 26 Dec 2026",
    "not 24 dec 2026",
    "5 margheritas 2026",
    "12 maybe 2026",
    "0000-01-01",
  ])("is left as text if it is unclear: %s", (text) => {
    expect(normalizeDay(text, athens.ianaTimezone)).toBe(text);
  });

  it("sorts before other words, and these before none", () => {
    const texts = [null, "Friday", "2026-12-24", "asap", "2026-02-01", null];
    expect(texts.toSorted(compareDeliveryDays((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))).toEqual([
      "2026-02-01",
      "2026-12-24",
      "asap",
      "Friday",
      null,
      null,
    ]);
  });
});
