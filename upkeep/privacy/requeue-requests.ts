import { skipIfDamaged } from "#application/events/skip-if-damaged.ts";
import { openRequestIds } from "#application/privacy/open-requests.ts";
import { privacyDecider } from "#domain/privacy/decider.ts";
import type { UpkeepDeps } from "../deps.ts";
import type { Cleanup } from "../run-cleanup.ts";
import { carryOutJobId, createRequestJob } from "./privacy-job.ts";

type Needs = Pick<UpkeepDeps, "eventStore" | "stateStore" | "queue" | "runner" | "log">;

const requeue = async ({ eventStore, queue, runner }: Needs, privacyId: string): Promise<boolean> => {
  const [received] = await eventStore.readStream(`privacy-${privacyId}`, { limit: 1 });
  const { state } = await runner.load(privacyDecider, privacyId);
  if (received === undefined || state.status !== "received") return false;
  return queue.enqueue(createRequestJob(received));
};

/**
 * Enqueues missing jobs of open requests. The queue forgets given-up jobs, but the legal obligation lasts
 * longer.
 */
export const createRequestRequeue = (needs: Needs): Cleanup => ({
  async round(signal) {
    for (const privacyId of await openRequestIds(needs.stateStore)) {
      signal.throwIfAborted();
      if ((await needs.queue.getStatus(carryOutJobId(privacyId))) !== undefined) continue;
      if (await skipIfDamaged(needs.log, () => requeue(needs, privacyId)))
        needs.log.warn({ privacyId }, "A request about personal data had no job any more. It is tried again.");
    }
  },
  failed: "Requests about personal data could not be looked through for ones without a job.",
});
