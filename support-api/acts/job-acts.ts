import { z } from "zod";
import { ApiError, notFound } from "#application/http/api-error.ts";
import { validate } from "#application/http/validate.ts";
import { retryWhileUnavailable } from "#application/process/retry-while-unavailable.ts";
import { actOfJobEvent, type JobActType } from "#domain/console/acts.ts";
import { canBeDropped } from "#domain/console/dead-jobs.ts";
import { supportTenant, toActReasonRef } from "#domain/console/events.ts";
import { type Refusal, refuse } from "#domain/core/decider.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleRoute } from "../http/route.ts";
import { findDeadJob } from "../resources/dead-jobs.ts";
import { reasonField, toRuleViolation } from "./act-route.ts";

const Body = z.strictObject({ reason: reasonField });

/** Time to keep trying to log a doubt or refusal, ms. */
const recordTimeout = 60_000;

type Effect = {
  /** Refuses the action for this kind of job. */
  check?(kind: string): Refusal | undefined;
  /** Performs the action; false if the job is no longer dead. */
  act(id: string): Promise<boolean>;
};

/** Logs a doubt or refusal once the store is back: else the act would read as done. Never rejects. */
const recordPatiently = async (
  record: () => Promise<void>,
  { log, act }: Pick<ConsoleDeps, "log"> & { act: string },
): Promise<void> => {
  let isSaid = false;
  const onWait = (err: Error): void => {
    if (!isSaid) log.warn({ act, err }, "The audit log waits for a store, to say how an act on a job ended.");
    isSaid = true;
  };
  try {
    await retryWhileUnavailable(record, { signal: AbortSignal.timeout(recordTimeout), onWait });
  } catch (err) {
    log.error({ act, err }, "The audit log says that an act on a job was done, but that isn't known.");
  }
};

/**
 * Route of an action on a dead job. It is logged first, then its refusal if another agent was faster, or that its
 * outcome is unknown.
 */
const jobRoute = (
  { queue, acts, vault, ids, log }: ConsoleDeps,
  type: JobActType,
  { check, act }: Effect,
): ConsoleRoute => ({
  method: "POST",
  path: `dead-jobs/:id/${actOfJobEvent[type]}`,
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
    /** The agent doesn't wait for a store that is away. */
    const recordSoon = (record: () => Promise<void>): Promise<void> =>
      record().catch(() => void recordPatiently(record, { log, act: id }));
    const recordDoubt = async (error: unknown): Promise<never> => {
      await recordSoon(() => acts.recordUnconfirmed(agent, logAs));
      throw error;
    };
    // A failed call may have been recorded or done: its answer can be lost.
    await acts.record({ type, data: { agent, jobId: job.id, kind: job.kind, reasonRef } }, logAs).catch(recordDoubt);
    const isDone = await act(job.id).catch(recordDoubt);
    if (!isDone) {
      await recordSoon(() => acts.recordRefusal(agent, logAs));
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
export const jobRoutes = (deps: ConsoleDeps): ConsoleRoute[] => {
  const effects: Readonly<Record<JobActType, Effect>> = {
    JobTriedAgain: { act: (id) => deps.queue.revive(id) },
    JobDropped: { check: checkDrop, act: (id) => deps.queue.drop(id) },
  };
  return (Object.keys(effects) as JobActType[]).map((type) => jobRoute(deps, type, effects[type]));
};
