import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { orderAt } from "./generate/order.ts";
import { demoShop } from "./generate/shops.ts";
import { smallShop } from "./generate/small-shops.ts";
import { DEMO_NOW, startTestClient, type TestClient } from "./testing/test-client.ts";

describe("a small demo shop", () => {
  const seeds = Array.from({ length: 1_000 }, (_, n) => smallShop(n + 1));
  const shopOf = (name: string) => demoShop(name, { demoNow: DEMO_NOW, smallShops: 1_000 });

  it("has 120 to 480 orders, its own name, and one of several zones, currencies and plans", () => {
    expect(new Set(seeds.map(({ name }) => name)).size).toBe(1_000);
    for (const { orders } of seeds) {
      expect(orders).toBeGreaterThanOrEqual(120);
      expect(orders).toBeLessThanOrEqual(480);
    }
    expect(new Set(seeds.map(({ zone }) => zone)).size).toBe(5);
    expect(new Set(seeds.map(({ currency }) => currency)).size).toBe(5);
    expect(new Set(seeds.map(({ plan }) => plan)).size).toBe(4);
    expect(new Set(seeds.map(({ zone, plan }) => `${zone} ${plan}`)).size).toBe(20);
  });

  it("has the same orders with any number of shops, and different orders from another shop", () => {
    const all = (name: string, smallShops: number) => {
      const shop = demoShop(name, { demoNow: DEMO_NOW, smallShops });
      return Array.from({ length: 20 }, (_, index) => orderAt(shop, index));
    };
    expect(all("demo-0007", 7)).toEqual(all("demo-0007", 1_000));
    const [one, other] = [shopOf("demo-0007"), shopOf("demo-0012")];
    expect(one.zone).toBe(other.zone);
    expect(orderAt(one, 3).id).not.toBe(orderAt(other, 3).id);
    expect(one.platformId).not.toBe(other.platformId);
  });

  it("generates all of its orders, in each currency", () => {
    for (const name of ["demo-0001", "demo-0002", "demo-0003", "demo-0004", "demo-0005"]) {
      const shop = shopOf(name);
      const orders = Array.from({ length: shop.orders }, (_, index) => orderAt(shop, index));
      expect(new Set(orders.map(({ id }) => id)).size).toBe(shop.orders);
      expect(orders.at(-1)?.createdAt).toBe("2026-11-20T10:30:17Z");
    }
  });
});

describe("a demo store with 50 small shops", () => {
  let hand: TestClient;
  beforeAll(async () => {
    hand = await startTestClient({ smallShops: 50 });
  });
  afterAll(() => hand.close());

  it("opens each of them by its name, and no others", async () => {
    expect((await hand.send(hand.authorizePath("demo-0001"))).status).toBe(200);
    expect((await hand.send(hand.authorizePath("demo-0050"))).status).toBe(200);
    for (const name of ["demo-0051", "demo-0000", "demo-1", "demo-00001", "demo-0001x"])
      expect((await hand.send(hand.authorizePath(name))).status).toBe(404);
  });

  it("counts as many orders as the shop has", async () => {
    const { access_token } = await hand.install("demo-0002");
    const answer = await hand.ask("demo-0002", access_token, "{ ordersCount(limit: null) { count } shop { name } }");
    expect(answer.body.data).toEqual({ ordersCount: { count: smallShop(2).orders }, shop: { name: "Demo 0002" } });
  });

  it("lists those with the app installed, and the range of names", async () => {
    await hand.install("demo-0003");
    const { body } = await hand.send("/");
    expect(body).toContain("<code>demo-0001</code> to <code>demo-0050</code>");
    expect(body).toContain("Demo 0003");
    expect(body).not.toContain("Demo 0004");
  });
});

it("a demo store has no small shops unless configured", async () => {
  const hand = await startTestClient();
  expect((await hand.send(hand.authorizePath("demo-0001"))).status).toBe(404);
  expect((await hand.send("/")).body).not.toContain("small shops");
  await hand.close();
});
