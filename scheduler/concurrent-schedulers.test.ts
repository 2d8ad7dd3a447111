import { describe, expect, it } from "vitest";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { setTenant } from "#application/session/shop-names.ts";
import { Frequency } from "#domain/enumerations.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { createFakeIds } from "#infra/memory/ids.ts";
import type { Json } from "#infra/ports/json.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { automationForTests } from "#tests/support/automation-for-tests.ts";
import { createHandlers } from "./handlers.ts";
import { dueAtInstant, planJob, schedulerLane } from "./jobs.ts";
import { restoreJobsAtStart } from "./restore-jobs.ts";

/** A daily report in Athens whose slot was due five minutes ago. */
const givenDue = async () => {
  const world = await automationForTests([], "2026-11-18T21:30:00.000Z");
  const daily = await world.automate({ frequency: Frequency.Daily });
  await world.forgetJobs();
  world.clock.advance(35 * 60_000);
  const typesOf = async () => (await world.ledgerOf(daily)).map(({ type }) => type);
  const claim = (worker: string) =>
    world.queue.claim({ kinds: ["plan-automation"], lanes: [schedulerLane], worker, leaseMs: 30_000 });
  const row = (cause: string) => {
    const payload = { tenant: world.tenant, automationId: daily, correlation: "given", causation: "given" };
    return planJob(payload, { ...dueAtInstant("2026-11-18T22:01:00.000Z"), cause });
  };
  return { world, daily, typesOf, claim, row };
};
const { signal } = new AbortController();

describe("given a slot is due", () => {
  it("when two schedulers handle it at the same time, then it is claimed once", async () => {
    const { world, typesOf, claim, row } = await givenDue();
    const opened = Promise.withResolvers<void>();
    let appends = 0;
    // Both decide before either writes.
    const eventStore: EventStore = {
      ...world.eventStore,
      appendToStream: async (...args) => {
        appends += 1;
        if (appends === 2) opened.resolve();
        await opened.promise;
        return world.eventStore.appendToStream(...args);
      },
    };
    const looks = ["one", "other"].map(async (name) => {
      const { deps } = world.another();
      const ids = createFakeIds(name);
      const runner = createCommandRunner({ ...deps, eventStore, ids, upcasters });
      await world.queue.enqueue(row(name));
      const job = await claim(name);
      if (!job) throw new Error("There aren't two jobs.");
      return createHandlers({ ...deps, runner })["plan-automation"].run(job, signal);
    });
    await Promise.all(looks);
    expect(appends).toBeGreaterThan(2);
    expect(await typesOf()).toEqual(["SlotClaimed"]);
    const begun = (await world.runsOf()).map(({ type }) => type);
    expect(begun).toEqual(["RunStarted", "RunExportRequested"]);
  });

  it.each(["before", "after"] as const)(
    "when a scheduler dies %s the claim is written, then the slot's job is still open",
    async (when) => {
      const { world, claim, row } = await givenDue();
      await world.queue.enqueue(row("the slot"));
      const job = await claim("that dies");
      if (!job) throw new Error("There is no job.");
      Object.assign(world.kill, { at: world.kill.appends + 1, when });
      await expect(world.another().handlers["plan-automation"].run(job, signal)).rejects.toThrow();
      expect(world.kill.killed).toBe(1);
      expect(await world.queue.getStatus(job.id)).toBe("open");
    },
  );
});

describe("given the work queue has lost a report's job", () => {
  it("when the store is busy at a scheduler's start, then the job is restored later, which is logged", async () => {
    const { world, typesOf } = await givenDue();
    const { deps } = world.another();
    const said: Json[] = [];
    let refused = 0;
    const queue = {
      ...world.queue,
      enqueue: (job: Parameters<typeof world.queue.enqueue>[0]) => {
        refused += 1;
        return refused === 1 ? Promise.reject(new StoreBusy("It is locked.")) : world.queue.enqueue(job);
      },
    };
    const log = { ...deps.log, warn: (_: object, message: string) => void said.push(message) };
    await restoreJobsAtStart({ ...deps, queue, log }, signal);
    expect(said).toEqual(["The check of all automated reports waits for a store."]);
    await world.settle();
    expect(await typesOf()).toEqual(["SlotClaimed", "SlotSettled"]);
  });

  it.each(["is busy for a moment", "cannot be read"] as const)(
    "when another shop %s at a scheduler's start, then this one's jobs are restored all the same",
    async (how) => {
      const { world, typesOf } = await givenDue();
      const { deps } = world.another();
      await setTenant(deps.stateStore, "another-demo", "another");
      let refused = 0;
      const runner: typeof deps.runner = {
        ...deps.runner,
        load: (decider, id) => {
          const isRead = decider.category !== "workspace" || id !== "another" || refused > 0;
          if (isRead) return deps.runner.load(decider, id);
          refused += 1;
          const isBusy = how === "is busy for a moment";
          return Promise.reject(isBusy ? new StoreBusy("It is locked.") : new Error("An event has no known type."));
        },
      };
      await restoreJobsAtStart({ ...deps, runner }, signal);
      expect(refused).toBe(1);
      await world.settle();
      expect(await typesOf()).toEqual(["SlotClaimed", "SlotSettled"]);
    },
  );
});
