import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ListedOrder } from "#infra/ports/store-platform.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const order = (id: string, name: string): ListedOrder => ({
  id,
  name,
  createdAt: "2025-01-20T10:05:00Z",
  customer: "Ada L.",
  financialStatus: "PAID",
  fulfillmentStatus: "UNFULFILLED",
  price: "12.5",
});

describe("orders to choose individually", () => {
  it("are found by text, whatever the page's date range", async () => {
    const { token } = await web.givenShop("aurora-demo");
    web.platform.pages.push({ orders: [order("1", "#1001")], previous: null, next: "more" });
    const { envelope } = await web.ask("POST", "orders/search-orders", { token, body: { Text: "ada" } });
    expect(web.platform.asked.at(-1)).toBe("orderPage (name:ada* OR email:ada* OR ada*) first=250 after= before=");
    expect(envelope.Data).toMatchObject({ Orders: [{ Id: "1", Name: "#1001", Customer: "Ada L." }], IsWhole: false });
  });

  it("are found by their numbers, and numbers without an order are listed", async () => {
    const { token } = await web.givenShop("aurora-demo");
    web.platform.pages.push({ orders: [order("1", "#1001")], previous: null, next: null });
    const body = { Numbers: ["1001", "9999"] };
    const { envelope } = await web.ask("POST", "orders/find-numbers", { token, body });
    expect(web.platform.asked.at(-1)).toBe("orderPage name:'1001' OR name:'9999' first=4 after= before=");
    expect(envelope.Data).toEqual({ Ids: ["1"], NotFound: ["9999"], Unread: 0 });
  });

  it("are counted separately from orders that couldn't be read", async () => {
    const { token } = await web.givenShop("aurora-demo");
    for (let asked = 0; asked < 2; asked++)
      web.platform.pages.push({ orders: [order("1", "#1001")], previous: null, next: null, unread: 1 });
    const found = await web.ask("POST", "orders/find-numbers", { token, body: { Numbers: ["1001", "1002"] } });
    expect(found.envelope.Data).toEqual({ Ids: ["1"], NotFound: ["1002"], Unread: 1 });
    const searched = await web.ask("POST", "orders/search-orders", { token, body: { Text: "ada" } });
    expect(searched.envelope.Data).toMatchObject({ Orders: [{ Id: "1" }], Unread: 1 });
  });

  it.each([
    ["orders/search-orders", { Text: "  " }],
    ["orders/search-orders", { Text: "x".repeat(101) }],
    ["orders/find-numbers", { Numbers: [] }],
    ["orders/find-numbers", { Numbers: Array.from({ length: 101 }, (_, at) => String(at)) }],
  ])("are refused for values that aren't text or numbers (%s %#)", async (path, body) => {
    const { token } = await web.givenShop("aurora-demo");
    expect((await web.ask("POST", path, { token, body })).status).toBe(400);
  });
});
