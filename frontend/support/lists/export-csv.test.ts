import { expect, it } from "vitest";
import { csvOf } from "./export-csv.ts";

it("a list as CSV has its fields as columns, quotes what must be, and makes nothing a formula", () => {
  expect(csvOf([])).toBe('""\r\n');
  expect(
    csvOf([
      { id: "1", title: '=HYPERLINK("https://evil.example")', orders: 3, file: null },
      { id: "2", title: "Orders, today", orders: -3, file: { kept: true } },
    ]),
  ).toBe(
    'id,title,orders,file\r\n1,"\'=HYPERLINK(""https://evil.example"")",3,\r\n2,"Orders, today",-3,"{""kept"":true}"\r\n',
  );
});
