import { createDemoStore } from "#demo-store/create-demo-store.ts";
import type { FaultKind } from "#demo-store/server/faults.ts";
import { createStorePlatform } from "#infra/store-platform/create-store-platform.ts";
import { fakeTime } from "#infra/store-platform/testing/fakes.ts";
import { createInspectableStateStore, createInspectableVault } from "#infra/store-platform/testing/stores.ts";
import { consent } from "./consent.ts";

/** A demo store and our client, logged in to a shop there; both on one clock that moves only with the client's `waits` (ms). */
export const demoPlatform = async (access: { tenant: string; shop: string }, demoNow: Date) => {
  const time = fakeTime(demoNow.toISOString());
  const asleep: (() => void)[] = [];
  let together = 1;
  /** Wakes sleepers only when `count` of them sleep. A client whose waits follow one another never wakes. */
  const sleepTogether = (count: number): void => {
    together = count;
  };
  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    await time.sleep(ms, signal);
    await new Promise<void>((wake) => {
      if (asleep.push(wake) >= together) for (const one of asleep.splice(0)) one();
    });
  };
  const store = createDemoStore({ demoNow, now: () => demoNow, wall: time.clock.wall });
  const origin = await store.listen(0);
  const platform = createStorePlatform({
    urlTemplate: `${origin}/{shop}`,
    clientId: "sheaf-demo",
    clientSecret: "sheaf-demo-secret",
    stateStore: createInspectableStateStore(time.clock),
    vault: createInspectableVault(),
    clock: time.clock,
    sleep,
  });
  await consent(platform, access);
  const fault = (kind: FaultKind, more: object = {}): void =>
    store
      .shopServices(access.shop)
      .faults.add({ kind, times: 1, after: 0, retryAfter: 2, delayMs: 0, scope: "", ...more });
  return {
    platform,
    fault,
    waits: time.waits,
    sleepTogether,
    desk: store.shopServices(access.shop),
    close: () => store.close(),
  };
};
export type DemoPlatform = Awaited<ReturnType<typeof demoPlatform>>;
