import { beforeEach, expect, it } from "vitest";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createFakeIds } from "#infra/memory/ids.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { HistoryDiffers } from "#infra/ports/stores/history.ts";
import { append } from "#tests/support/given-events.ts";
import { assertShopsKnown } from "./assert-shops-known.ts";
import { createShopNames } from "./shop-names.ts";

let eventStore = createMemoryEventStore();
let stateStore = createMemoryStateStore();
beforeEach(() => {
  eventStore = createMemoryEventStore();
  stateStore = createMemoryStateStore();
});

const ids = createFakeIds();
const names = (state = stateStore) => createShopNames({ state, eventStore, ids });
const install = async (shop: string, replaces?: string): Promise<string> => {
  const tenant = await names().claim(shop, replaces);
  await append({ eventStore }, `shop-${tenant}`, "ShopInstalled", { tenant, shop });
  return tenant;
};
const erase = (tenant: string) => append({ eventStore }, `shop-${tenant}`, "ShopErased", { reason: "asked" });
const check = () => assertShopsKnown({ eventStore, stateStore });

it("given a state store that knows every shop, even one not yet installed, then it passes", async () => {
  await check();
  await install("aurora-demo");
  await names().claim("borealis-demo");
  await check();
});

it("given a state store that has lost shops, then one is named, and none gets a second tenant", async () => {
  for (const shop of ["aurora-demo", "borealis-demo", "cumulus-demo"]) await install(shop);
  const older = createMemoryStateStore();
  const looking = assertShopsKnown({ eventStore, stateStore: older });
  await expect(looking).rejects.toThrow(/does not know the shop aurora-demo and 2 more.*npm run repair/);
  for (let n = 0; n < 2; n += 1)
    await expect(names(older).claim("aurora-demo")).rejects.toThrow(/aurora-demo is installed.*npm run repair/);
  expect(await names(older).findTenant("aurora-demo")).toBeUndefined();
  expect(await names(older).claim("nimbus-demo")).toBeDefined();
});

it("given an erased shop that came back, then its newer installation must be known", async () => {
  const first = await install("aurora-demo");
  await erase(first);
  await check();
  const second = await install("aurora-demo", first);
  expect(second).not.toBe(first);
  await check();
  await stateStore.put("shop-name:aurora-demo", first, { index: { kind: "shop-name" } });
  await expect(check()).rejects.toThrow(HistoryDiffers);
  await expect(names().claim("aurora-demo", first)).rejects.toThrow(HistoryDiffers);
});

it("given a shop that was erased and forgotten, then it starts over", async () => {
  await erase(await install("aurora-demo"));
  await stateStore.delete("shop-name:aurora-demo");
  await check();
  expect(await names().claim("aurora-demo")).toBeDefined();
});

it("given another process claims and installs a shop during the search, then both get one tenant", async () => {
  let theirs: string | undefined;
  const slow = {
    readCategory: async (...asked: Parameters<typeof eventStore.readCategory>) => {
      theirs ??= await install("aurora-demo");
      return eventStore.readCategory(...asked);
    },
  };
  const ours = await createShopNames({ state: stateStore, eventStore: slow, ids }).claim("aurora-demo");
  expect(ours).toBe(theirs);
});
