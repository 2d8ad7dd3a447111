import { expect, it } from "vitest";
import { createColumn, createIdColumn, createInstantColumn, createSortedColumn, shopColumn } from "./columns.ts";
import { toCsv, toCsvFileName } from "./export-csv.ts";

const columns = [
  createInstantColumn("createdAt", "Requested"),
  shopColumn,
  createColumn("title", "Title"),
  createSortedColumn("enabled", "Started", { text: ({ enabled }) => (enabled ? "Started" : "Paused") }),
  createColumn("orders", "Orders", { as: "number" }),
  createColumn("reason", "Reason", { none: "None" }),
  createIdColumn("Export id"),
  createIdColumn("Run id", "run", ({ run }) => run?.runId ?? null),
];
const row = {
  id: "e1",
  createdAt: "2026-11-20T10:00:00.000Z",
  tenant: "t1",
  title: "Orders, today",
  enabled: true,
  orders: 3,
  reason: null,
  run: { runId: "r1", automationId: "a1" },
  attempt: 2,
};
const named = new Map([["tenant", new Map([["t1", "aurora-demo"]])]]);

it("a list as CSV has its table's headings and texts, times in UTC, and ids in separate columns", () => {
  expect(toCsv(columns, [row], named)).toBe(
    [
      "Requested (UTC),Shop,Title,Started,Orders,Reason,Shop id,Export id,Run id",
      '2026-11-20T10:00:00.000Z,aurora-demo,"Orders, today",Started,3,None,t1,e1,r1',
      "",
    ].join("\r\n"),
  );
});

it("an empty list has its headings, and an unnamed item has the table's text and its id", () => {
  expect(toCsv(columns, [], named)).toBe(
    "Requested (UTC),Shop,Title,Started,Orders,Reason,Shop id,Export id,Run id\r\n",
  );
  expect(toCsv([shopColumn], [{ id: "e1", tenant: "t2" }], named)).toBe("Shop,Shop id\r\nNone,t2\r\n");
});

it("a CSV file contains no formulas, and keeps numbers", () => {
  const title = '=HYPERLINK("https://evil.example")';
  expect(
    toCsv([createColumn("title", "Title"), createColumn("orders", "Orders")], [{ id: "1", title, orders: -3 }], named),
  ).toBe(`Title,Orders\r\n"'=HYPERLINK(""https://evil.example"")",-3\r\n`);
});

it("a CSV file is named after its list and the time it was saved", () => {
  expect(toCsvFileName("Story of aurora-demo", new Date("2026-11-20T22:05:09.000Z"))).toBe(
    "Story of aurora-demo 2026-11-20 220509 UTC",
  );
});
