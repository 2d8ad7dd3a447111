import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { starters } from "#domain/designs/starters.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import { fixedOrders } from "#tests/support/fixed-orders.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

type Starter = { Starter: string; Title: string; Text: string; Preview: Preview };
const read = async (token: string) =>
  (await web.ask("GET", "reportData/starter-designs", { token })).envelope.Data as unknown as Starter[];
const rowsOf = ({ Preview }: Starter) => Preview.Sheets.flatMap(({ Rows }) => Rows);

describe("the starter designs", () => {
  it("are shown with a few of the shop's own orders, in one request to the platform", async () => {
    const { token } = await web.givenShop("aurora-demo");
    web.platform.ordersOf.set("aurora-demo", fixedOrders());
    const found = await read(token);
    expect(found.map(({ Starter, Title, Text }) => [Starter, Title, Text])).toEqual(
      starters.map(({ key, title, text }) => [key, title, text]),
    );
    expect(web.platform.asked.filter((call) => call.startsWith("orders "))).toEqual(["orders aurora-demo  atMost=10"]);
    for (const [place, starter] of found.entries()) {
      const { Columns, SlowColumns, Generated } = starter.Preview;
      expect([starter.Starter, Columns]).toEqual([starter.Starter, [...(starters[place]?.design.shown ?? [])]]);
      expect([SlowColumns, Generated]).toEqual([[], false]);
      expect(rowsOf(starter).length).toBeLessThanOrEqual(5);
      expect(rowsOf(starter).every(({ Cells }) => Cells.length === Columns.length)).toBe(true);
    }
    const filled = found.filter(({ Starter }) => Starter !== "Blank");
    expect(filled.filter((starter) => rowsOf(starter).length === 0)).toEqual([]);
  });

  it("are shown with sample orders in a store without orders", async () => {
    const { token } = await web.givenShop("nimbus-demo");
    const found = await read(token);
    expect(found.every(({ Preview }) => Preview.Generated)).toBe(true);
    expect(rowsOf(found[1] as Starter)).toHaveLength(5);
  });
});
