import { passOverDamaged } from "#application/events/pass-over-damaged.ts";
import { openRequestIds } from "#application/privacy/open-requests.ts";
import { privacyDecider } from "#domain/privacy/decider.ts";
import type { UpkeepDeps } from "../deps.ts";
import type { Sweep } from "../run-sweeper.ts";
import { carryOutJobId, jobOfRequest } from "./privacy-job.ts";

type Needs = Pick<UpkeepDeps, "eventStore" | "stateStore" | "queue" | "runner" | "log">;

const askAgain = async ({ eventStore, queue, runner }: Needs, privacyId: string): Promise<boolean> => {
  const [received] = await eventStore.readStream(`privacy-${privacyId}`, { limit: 1 });
  const { state } = await runner.load(privacyDecider, privacyId);
  if (received === undefined || state.status !== "received") return false;
  return queue.enqueue(jobOfRequest(received));
};

/**
 * Enqueues a job for each open request without one. The queue forgets given-up jobs after a while, but the legal
 * duty lasts longer.
 */
export const requestSweep = (needs: Needs): Sweep => ({
  async round(signal) {
    for (const privacyId of await openRequestIds(needs.stateStore)) {
      signal.throwIfAborted();
      if ((await needs.queue.standing(carryOutJobId(privacyId))) !== undefined) continue;
      if (await passOverDamaged(needs.log, () => askAgain(needs, privacyId)))
        needs.log.warn({ privacyId }, "A request about personal data had no job any more. It is tried again.");
    }
  },
  failed: "Requests about personal data could not be looked through for ones without a job.",
});
