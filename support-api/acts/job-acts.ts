import { z } from "zod";
import { ApiError, notFound } from "#application/http/api-error.ts";
import { validate } from "#application/http/validate.ts";
import { canBeDropped } from "#domain/console/dead-jobs.ts";
import { supportTenant, toActReasonRef } from "#domain/console/events.ts";
import { type Refusal, refuse } from "#domain/core/decider.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleRoute } from "../http/route.ts";
import { findDeadJob } from "../resources/dead-jobs.ts";
import { reasonField, toRuleViolation } from "./act-route.ts";

const Body = z.strictObject({ reason: reasonField });

type JobAct = {
  /** The last segment of its path. */
  verb: string;
  type: "JobTriedAgain" | "JobDropped";
  /** Refuses the action for this kind of job. */
  check?(kind: string): Refusal | undefined;
  /** False if the job is no longer dead. */
  act(id: string): Promise<boolean>;
};

/** Route of an action on a dead job. It is logged first, then its refusal if somebody was faster, or its doubt. */
const jobRoute = ({ queue, acts, vault, ids }: ConsoleDeps, { verb, type, check, act }: JobAct): ConsoleRoute => ({
  method: "POST",
  path: `dead-jobs/:id/${verb}`,
  needs: "agent",
  handle: async ({ session: { agent }, requestId, params, body }) => {
    const { reason } = validate(Body, body, "The body");
    const job = await findDeadJob(queue, params.id ?? "");
    if (job === undefined) throw notFound("This job is no longer in the list. Someone may have dropped or retried it.");
    const refusal = check?.(job.kind);
    if (refusal) throw toRuleViolation(refusal);
    const id = ids.uuid();
    const reasonRef = await vault.put(reason, { owner: supportTenant, reference: toActReasonRef(id) });
    const logAs = { correlation: requestId, tenant: job.tenant, id };
    await acts.record({ type, data: { agent, jobId: job.id, kind: job.kind, reasonRef } }, logAs);
    const isDone = await act(job.id).catch(async (error: unknown) => {
      // A lost answer: the queue may have done it. If this fails too, the agent still reads the first error.
      await acts.recordUnconfirmed(agent, logAs).catch(() => undefined);
      throw error;
    });
    if (!isDone) {
      await acts.recordRefusal(agent, logAs);
      throw new ApiError({
        status: 409,
        code: "conflict",
        message: "Someone else already dropped or retried this job. There's nothing left to do.",
      });
    }
    return { id: job.id };
  },
});

const checkDrop = (kind: string): Refusal | undefined =>
  canBeDropped(kind)
    ? undefined
    : refuse(
        "rule",
        "This job can't be dropped because it's legally required. Fix the cause of the failure, then retry the job.",
      );

/**
 * `try-again` retries a job with its attempts reset. `drop` ends it for good and cannot be undone; refused for jobs
 * required by law.
 */
export const jobRoutes = (deps: ConsoleDeps): ConsoleRoute[] => [
  jobRoute(deps, { verb: "try-again", type: "JobTriedAgain", act: (id) => deps.queue.revive(id) }),
  jobRoute(deps, { verb: "drop", type: "JobDropped", check: checkDrop, act: (id) => deps.queue.drop(id) }),
];
