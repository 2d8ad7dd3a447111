import { expect, it } from "vitest";
import { done } from "#infra/app/jobs/job.ts";
import { upkeepLane } from "#infra/app/jobs/upkeep-lane.ts";
import { createMemoryBus } from "#infra/memory/message-bus.ts";
import { until } from "#tests/support/until.ts";
import { upkeepForTests } from "#tests/support/upkeep-for-tests.ts";
import type { Duty } from "./duty.ts";
import { runDuties } from "./run-duties.ts";

it("what happens to a shop becomes a job of the duty that listens for it, done once", async () => {
  const { parts, eventStore } = upkeepForTests();
  const worked: string[] = [];
  const duty = (kind: string, type: string): Duty => ({
    group: `${kind}s`,
    types: [type],
    hear: async (events) => {
      for (const { id, stream } of events)
        await parts.queue.enqueue({
          id: `${kind}:${id}`,
          kind,
          lane: upkeepLane,
          shop: stream,
          dueAt: parts.clock.now(),
          payload: {},
        });
    },
    handlers: {
      [kind]: {
        run: async (job) => {
          worked.push(job.id);
          return done;
        },
      },
    },
  });
  const stopping = new AbortController();
  const running = runDuties(
    parts,
    [duty("greet", "Came"), duty("wave", "Went")],
    createMemoryBus({ eventStore }),
    stopping.signal,
  );
  const event = (id: string, type: string) => ({ id, type, data: {}, metadata: {} });
  await eventStore.appendToStream("shop-1", [event("1", "Came"), event("2", "Went")], { expectedVersion: "no-stream" });
  await until("both are done", () => worked.length === 2);
  stopping.abort();
  await running;
  expect(worked.sort()).toEqual(["greet:1", "wave:2"]);
});

it("upkeep with nothing to see to runs until it is asked to stop", async () => {
  const { parts, eventStore } = upkeepForTests();
  const stopping = new AbortController();
  const running = runDuties(parts, [], createMemoryBus({ eventStore }), stopping.signal);
  stopping.abort();
  await expect(running).resolves.toBeUndefined();
});
