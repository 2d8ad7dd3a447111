import { expect, it } from "vitest";
import { completed } from "#application/jobs/job.ts";
import { upkeepLane } from "#application/jobs/upkeep-lane.ts";
import { createFollowingBus } from "#infra/bus/following-bus.ts";
import type { MessageBus } from "#infra/ports/message-bus.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { brokerOver } from "#tests/support/broker-over.ts";
import { until } from "#tests/support/until.ts";
import { upkeepForTests } from "#tests/support/upkeep-for-tests.ts";
import type { MaintenanceTask } from "./maintenance-task.ts";
import { createMaintenanceTasks } from "./maintenance-tasks.ts";
import { runMaintenance } from "./run-maintenance.ts";

const busesOf = (stores: { eventStore: EventStore; stateStore: StateStore }) => {
  const orderedBus = createFollowingBus(stores);
  return { bus: orderedBus, orderedBus };
};

it("a maintenance task across streams gets events in store order, and others get them from the bus", async () => {
  const { deps, eventStore } = upkeepForTests();
  const { orderedBus } = busesOf({ ...deps, eventStore });
  const heardBy: string[] = [];
  const noting =
    (by: string): MessageBus["subscribe"] =>
    async ({ group }) =>
      void heardBy.push(`${group} by ${by}`);
  const stopping = new AbortController();
  const buses = {
    bus: { subscribe: noting("bus") },
    orderedBus: { ...orderedBus, subscribe: noting("ordered bus") },
  };
  const running = runMaintenance(deps, createMaintenanceTasks(deps), buses, stopping.signal);
  stopping.abort();
  await running;
  expect(heardBy.sort()).toEqual(["charges-to-subscription-checks by bus", "privacy-to-jobs by ordered bus"]);
});

it("a shop's event becomes a job of the maintenance task subscribed to it, and runs once", async () => {
  const { deps, eventStore } = upkeepForTests();
  const worked: string[] = [];
  const duty = (kind: string, type: string): MaintenanceTask => ({
    group: `${kind}s`,
    types: [type],
    handle: async (events) => {
      for (const { id, stream } of events)
        await deps.queue.enqueue({
          id: `${kind}:${id}`,
          kind,
          lane: upkeepLane,
          tenant: stream,
          dueAt: deps.clock.now(),
          payload: {},
        });
    },
    handlers: {
      [kind]: {
        run: async (job) => {
          worked.push(job.id);
          return completed;
        },
      },
    },
  });
  const stopping = new AbortController();
  const { bus, ended } = brokerOver(eventStore, stopping.signal);
  const { orderedBus } = busesOf({ ...deps, eventStore });
  const duties = [duty("greet", "Came"), { ...duty("wave", "Went"), acrossStreams: true }];
  const running = Promise.all([ended, runMaintenance(deps, duties, { bus, orderedBus }, stopping.signal)]);
  const event = (id: string, type: string) => ({ id, type, data: {}, metadata: {} });
  await eventStore.appendToStream("shop-1", [event("1", "Came"), event("2", "Went")], { expectedVersion: "no-stream" });
  await until("both are done", () => worked.length === 2);
  stopping.abort();
  await running;
  expect(worked.sort()).toEqual(["greet:1", "wave:2"]);
});

it("upkeep without tasks runs until it is stopped", async () => {
  const { deps, eventStore } = upkeepForTests();
  const stopping = new AbortController();
  const running = runMaintenance(deps, [], busesOf({ ...deps, eventStore }), stopping.signal);
  stopping.abort();
  await expect(running).resolves.toBeUndefined();
});
