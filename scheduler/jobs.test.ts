import { expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryWorkQueue } from "#infra/memory/work-queue.ts";
import { dueAtInstant, ensureJob, jobKinds, planJob, schedulerLane } from "./jobs.ts";

const payload = { tenant: "t", automationId: "a", correlation: "c", causation: "c" };
const claiming = { kinds: [jobKinds.plan], lanes: [schedulerLane], worker: "w", leaseMs: 30_000 };

it("a job completed too early is enqueued again for its time if the clock was set back", async () => {
  const clock = createFakeClock("2026-11-20T12:00:00.000Z");
  const queue = createMemoryWorkQueue(clock);
  const row = planJob(payload, dueAtInstant("2026-11-20T12:00:00.000Z"));
  await ensureJob(queue, row);
  const job = await queue.claim(claiming);
  if (!job) throw new Error("There is no job.");
  await queue.complete(job);
  clock.jump(-3_600_000);
  await ensureJob(queue, row);
  expect(await queue.claim(claiming)).toBeUndefined();
  clock.advance(3_600_000);
  expect(await queue.claim(claiming)).toMatchObject({ id: row.id });
});

it("a job that is already queued isn't duplicated", async () => {
  const queue = createMemoryWorkQueue(createFakeClock("2026-11-20T12:00:00.000Z"));
  const row = planJob(payload, dueAtInstant("2026-11-20T12:00:00.000Z"));
  await ensureJob(queue, row);
  await ensureJob(queue, row);
  expect(await queue.countOpen({ tenant: "t", kinds: [jobKinds.plan] })).toEqual({ waiting: 1, running: 0 });
});
