import { expect, it } from "vitest";
import { upcasters } from "#domain/event-schemas.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { maxBytes } from "#domain/workspace/size-limit.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createFakeIds } from "#infra/memory/ids.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { createCommandRunner } from "./command-runner.ts";

it("the states of ten full workspaces stay in memory together", async () => {
  const eventStore = createMemoryEventStore();
  const read: number[] = [];
  const runner = createCommandRunner({
    eventStore: {
      ...eventStore,
      readStream: (stream, options) => {
        read.push(options?.fromVersion ?? 0);
        return eventStore.readStream(stream, options);
      },
    },
    stateStore: createMemoryStateStore(),
    clock: createFakeClock(),
    ids: createFakeIds(),
    upcasters,
  });
  const shops = Array.from({ length: 10 }, (_, n) => `shop-${n}`);
  const heavy = 5;
  for (const shop of shops)
    for (let n = 0; n < heavy; n += 1)
      await eventStore.appendToStream(
        `workspace-${shop}`,
        [
          {
            id: `${shop}:${n}`,
            type: "FilterCreated",
            data: {
              filterId: `f${n}`,
              view: 0,
              ordering: n,
              title: `Filter ${n}`,
              financial_status: 0,
              fulfillment_status: 0,
              order_status: 0,
              sievers: { [SieverCode.ProductTitle]: ["x".repeat(maxBytes / heavy)] },
            },
            metadata: { schema: 1, tenant: shop, actor: { kind: "merchant" }, instant: "2026-11-20T12:00:00.000Z" },
          },
        ],
        { expectedVersion: n === 0 ? "no-stream" : n - 1 },
      );
  for (const shop of shops) await runner.load(workspaceDecider, shop);
  read.length = 0;
  for (const shop of shops) await runner.load(workspaceDecider, shop);
  expect(read, "each stream is read only from its end").toEqual(shops.map(() => heavy));
});
