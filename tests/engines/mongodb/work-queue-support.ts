import type { FakeClock } from "#infra/memory/clock.ts";
import type { MongoOptions } from "#infra/mongodb/client.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { ClaimedJob, ClaimOptions, Job, WorkQueue } from "#infra/ports/work-queue.ts";
import { timeOf } from "./support.ts";

export const wanted: ClaimOptions = {
  kinds: ["export"],
  lanes: ["short"],
  worker: "w1",
  leaseMs: 30_000,
  maxRunningPerShop: 1,
};

/** A clock that a test moves, for the store and all who ask it; how long they wait for a response runs on. */
export const onClock = (clock: FakeClock): Pick<MongoOptions, "clock" | "time"> => ({
  clock: { wall: () => clock.wall(), steady: () => performance.now() },
  time: timeOf(clock),
});

export const aJob = (clock: Pick<Clock, "now">, id: string, overrides: Partial<Job> = {}): Job => ({
  id,
  kind: "export",
  lane: "short",
  tenant: "aurora",
  dueAt: clock.now(),
  payload: { of: id },
  ...overrides,
});

export const claimOne = async (queue: WorkQueue, overrides: Partial<ClaimOptions> = {}): Promise<ClaimedJob> => {
  const job = await queue.claim({ ...wanted, ...overrides });
  if (!job) throw new Error("There was nothing to claim.");
  return job;
};

/** Claims what there is and completes it, until there is nothing more. In the order of the claims. */
export const claimAll = async (queue: WorkQueue): Promise<string[]> => {
  const ids: string[] = [];
  for (;;) {
    const job = await queue.claim({ ...wanted, worker: "after" });
    if (!job) return ids;
    ids.push(job.id);
    await queue.complete(job);
  }
};
