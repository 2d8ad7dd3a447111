import { afterEach, beforeEach, expect, it } from "vitest";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { deliver } from "#tests/support/webhooks.ts";
import { processedPrefix } from "./process-once.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

/** Holds parsed webhooks at the write that records them as taken. */
const holding = () => {
  const held: string[] = [];
  const letGo = Promise.withResolvers<void>();
  const { put } = web.state;
  web.state.put = async (key, ...rest) => {
    if (key.startsWith(processedPrefix)) {
      held.push(key);
      await letGo.promise;
    }
    return put(key, ...rest);
  };
  return { held, letGo: letGo.resolve };
};
const send = (shop: string, n: number) => deliver(web, { topic: "customers/redact", shop, id: `webhook-${shop}-${n}` });

it("a shop's webhooks run four at a time, and don't delay those of another shop", async () => {
  await web.givenShop("aurora-demo");
  await web.givenShop("borealis-demo");
  const { held, letGo } = holding();
  const crowd = Array.from({ length: 9 }, (_, n) => send("aurora-demo", n));
  await expect.poll(() => held.length).toBeGreaterThanOrEqual(4);
  const other = send("borealis-demo", 0);
  await expect.poll(() => held.some((key) => key.includes("borealis-demo"))).toBe(true);
  expect(held.filter((key) => key.includes("aurora-demo"))).toHaveLength(4);
  letGo();
  expect((await Promise.all([...crowd, other])).map(({ status }) => status)).toEqual(Array(10).fill(200));
});

it("an unsigned webhook takes no permit of the shop that it names", async () => {
  await web.givenShop("aurora-demo");
  const { held, letGo } = holding();
  const crowd = Array.from({ length: 9 }, (_, n) => send("aurora-demo", n));
  await expect.poll(() => held.length).toBe(4);
  const forged = await deliver(web, {
    topic: "customers/redact",
    id: "forged",
    headers: { "x-shopify-hmac-sha256": `${"A".repeat(43)}=` },
  });
  expect(forged.status).toBe(401);
  letGo();
  await Promise.all(crowd);
});
