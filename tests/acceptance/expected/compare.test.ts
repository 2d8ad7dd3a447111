import { describe, expect, it } from "vitest";
import type { DemoOrder } from "#infra/demo-store/generate/types.ts";
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

describe("the comparison of a file with its expectation", () => {
  it("counts and adds up what is equal", async () => {
    const facts = await read("\ufeffOrder number,Price\r\n#1,7.25\r\n#1,0.75\r\n");
    expect(facts).toEqual({ rows: 2, orders: 1, totals: { Price: "8" } });
  });

  it.each([
    [
      "another cell",
      "\ufeffOrder number,Price\r\n#1,7.25\r\n#1,0.750\r\n",
      /row 2 \(#1\), Price: "0\.750", expected "0\.75"/,
    ],
    ["a row too few", "\ufeffOrder number,Price\r\n#1,7.25\r\n", /After 1 rows the file ends/],
    ["a row too many", "\ufeffOrder number,Price\r\n#1,7.25\r\n#1,0.75\r\n#1,1\r\n", /one too many/],
    ["another header", "\ufeffOrder,Price\r\n#1,7.25\r\n#1,0.75\r\n", /The header is/],
    ["no mark of UTF-8", "Order number,Price\r\n#1,7.25\r\n#1,0.75\r\n", /mark of UTF-8/],
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

  it("takes whole local days, also those of 23 and 25 hours", () => {
    const day = (from: string, zone: string) => {
      const { from: start, to } = periodOf({ kind: "custom", from, to: from }, zone, new Date("2027-06-01T00:00:00Z"));
      return ((to ?? 0) - (start ?? 0)) / 3_600_000;
    };
    expect(day("2026-10-25", "Europe/Athens")).toBe(25);
    expect(day("2027-03-28", "Europe/Athens")).toBe(23);
    expect(day("2026-11-01", "America/New_York")).toBe(25);
    expect(cellOfInstant("2026-11-01T05:30:00Z", "America/New_York")).toBe("2026/11/01 01:30");
  });

  it("guards formulas but not numbers and telephones", () => {
    expect(["=1+1", "@x", "\tx", "-x", "+a", "-5.5", "+30 210 123 4567", "a=b", ""].map(guarded)).toEqual([
      "'=1+1",
      "'@x",
      "'\tx",
      "'-x",
      "'+a",
      "-5.5",
      "+30 210 123 4567",
      "a=b",
      "",
    ]);
  });
});
