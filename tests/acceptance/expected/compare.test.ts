import { describe, expect, it } from "vitest";
import type { DemoOrder } from "#demo-store/generate/types.ts";
import { resolveDateRange } from "#domain/dates/resolve-date-range.ts";
import { DateRange } from "#domain/enumerations.ts";
import { rangeFromWire } from "#domain/wire/filters/range-from-wire.ts";
import { filtersOf, type Range } from "#tests/support/merchant.ts";
import { bytesOf, compareCsv } from "./compare.ts";
import { cellOfDecimal, decimal, sum } from "./decimal.ts";
import { guarded } from "./formula-guard.ts";
import { cellOfInstant, periodOf } from "./local-time.ts";

const order = { id: "1", name: "#1" } as DemoOrder;
const columns = ["OrderNum", "Price"];
const header = ["Order number", "Price"];
const rows = [
  { order, cells: ["#1", "7.25"] },
  { order, cells: ["#1", "0.75"] },
];
const read = (text: string) => compareCsv(bytesOf(Buffer.from(text)), { header, columns, rows, totalsOf: ["Price"] });

describe("comparing a file with its expectation", () => {
  it("counts and adds up amounts if all cells match", async () => {
    const facts = await read("\ufeffOrder number,Price\r\n#1,7.25\r\n#1,0.75\r\n");
    expect(facts).toEqual({ rows: 2, orders: 1, totals: { Price: "8" } });
  });

  it.each([
    [
      "another cell",
      "\ufeffOrder number,Price\r\n#1,7.25\r\n#1,0.750\r\n",
      /row 2 \(#1\), Price: "0\.750", expected "0\.75"/,
    ],
    ["a missing row", "\ufeffOrder number,Price\r\n#1,7.25\r\n", /After 1 rows the file ends/],
    ["an extra row", "\ufeffOrder number,Price\r\n#1,7.25\r\n#1,0.75\r\n#1,1\r\n", /one too many/],
    ["another header", "\ufeffOrder,Price\r\n#1,7.25\r\n#1,0.75\r\n", /The header is/],
    ["a missing byte order mark", "Order number,Price\r\n#1,7.25\r\n#1,0.75\r\n", /mark of UTF-8/],
    ["bare line feeds", "\ufeffOrder number,Price\n#1,7.25\n#1,0.75\n", /The header is|Invalid/],
    ["an empty file", "", /shorter than/],
  ])("finds %s", async (_what, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});

describe("the expectation's own arithmetic", () => {
  it("adds decimals exactly", () => {
    expect(cellOfDecimal(sum(["0.1", "0.2", "55.0", "-5.3"].map(decimal)))).toBe("50");
    expect(cellOfDecimal(decimal("-0.050"))).toBe("-0.05");
  });

  it("takes whole local days, including those of 23 and 25 hours", () => {
    const day = (from: string, zone: string) => {
      const { from: start, to } = periodOf({ kind: "custom", from, to: from }, zone, new Date("2027-06-01T00:00:00Z"));
      return ((to ?? 0) - (start ?? 0)) / 3_600_000;
    };
    expect(day("2026-10-25", "Europe/Athens")).toBe(25);
    expect(day("2027-03-28", "Europe/Athens")).toBe(23);
    expect(day("2026-11-01", "America/New_York")).toBe(25);
    expect(cellOfInstant("2026-11-01T05:30:00Z", "America/New_York")).toBe("2026/11/01 01:30");
  });

  it("begins a day at the first of two midnights, and after a gap if there is none", () => {
    const now = new Date("2026-11-02T13:00:00Z");
    const dayOf = (zone: string, from: string) => {
      const { from: start, to } = periodOf({ kind: "custom", from, to: from }, zone, now);
      return [start, to].map((instant) => new Date(instant ?? 0).toISOString());
    };
    const havana = ["2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"];
    expect(dayOf("America/Havana", "2026-11-01")).toEqual(havana);
    expect(dayOf("America/Havana", "2026-10-31")).toEqual(["2026-10-31T04:00:00.000Z", havana[0]]);
    expect(dayOf("Atlantic/Azores", "2026-10-25")).toEqual(["2026-10-25T00:00:00.000Z", "2026-10-26T01:00:00.000Z"]);
    expect(dayOf("America/Santiago", "2026-09-06")).toEqual(["2026-09-06T04:00:00.000Z", "2026-09-07T03:00:00.000Z"]);
    const yesterday = periodOf({ kind: "yesterday" }, "America/Havana", now);
    expect(yesterday).toEqual({ from: Date.parse(havana[0] ?? ""), to: Date.parse(havana[1] ?? "") });
    const month = periodOf({ kind: "lastMonth" }, "Atlantic/Azores", now);
    expect(month).toEqual({ from: Date.UTC(2026, 9, 1), to: Date.UTC(2026, 10, 1, 1) });
  });

  it("resolves every range as the product does, in all kinds of zones", () => {
    const detailed = ["custom", "lastDays", "sinceDay"];
    const named = Object.keys(DateRange).filter((kind) => !detailed.includes(kind)) as Exclude<
      keyof typeof DateRange,
      "custom" | "lastDays" | "sinceDay"
    >[];
    const ranges: Range[] = [
      ...named.map((kind) => ({ kind })),
      { kind: "lastDays", days: 1 },
      { kind: "lastDays", days: 366 },
      { kind: "sinceDay", from: "2026-03-29" },
      { kind: "custom", from: "2024-02-29", to: "2026-10-25" },
      { kind: "custom", from: "2024-02-29", to: "2024-02-29" },
      { kind: "custom", from: "2025-02-01", to: "2025-02-28" },
    ];
    const all = ranges.flatMap((range) => [range, { ...range, yearBefore: true as const }]);
    for (const zone of [
      "Pacific/Auckland",
      "Pacific/Kiritimati",
      "America/Havana",
      "Pacific/Pago_Pago",
      "Asia/Tokyo",
    ]) {
      for (const now of [
        "2026-11-01T04:30:00Z",
        "2026-11-01T05:30:00Z",
        "2027-01-01T11:00:00Z",
        "2028-02-29T10:00:00Z",
        "2029-03-01T10:00:00Z",
        "2028-03-01T12:00:00Z",
      ]) {
        for (const range of all) {
          // In Havana this hour is shown twice, and a year earlier once.
          if (range.yearBefore && now === "2026-11-01T05:30:00Z") continue;
          const product = resolveDateRange({ ...rangeFromWire(filtersOf(range)), now, zone });
          const own = periodOf(range, zone, new Date(now));
          const text = (instant: number) => new Date(instant).toISOString().replace(".000Z", "Z");
          const shown = { from: own.from === null ? null : text(own.from), to: text(own.to ?? 0) };
          expect(shown, `${JSON.stringify(range)} in ${zone} at ${now}`).toEqual(product);
        }
      }
    }
  });

  it("guards formulas but not numbers and phone numbers", () => {
    const free = ["-5.5", "+30 210 123 4567", "a=b", ""];
    expect(free.map(guarded)).toEqual(free);
    const formulas = ["=1+1", "@x", "\tx", "\nx", "-x", "-1-2", "+a", "＝1", "＋1", "－1", "＠x", "\ufeff=1"];
    expect(formulas.map(guarded)).toEqual(formulas.map((text) => `'${text}`));
    expect(guarded("\u0000=1\u0007\n")).toBe("'=1\n");
  });
});
