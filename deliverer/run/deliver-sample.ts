import { loadSample } from "#application/deliveries/sample-report.ts";
import { type DeliverSamplePayload, readDeliverSample, sampleMailId } from "#application/jobs/deliver-sample-job.ts";
import { completed, type JobKind, type JobOutcome, reschedule } from "#application/jobs/job.ts";
import { formatMailReason, type MailRecord, recordMail } from "#application/mails/mail-records.ts";
import { reportMailId } from "#domain/run/run-ids.ts";
import { DeliveryFailed, FileDamaged } from "#infra/ports/destination.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";
import type { DelivererDeps } from "../deps.ts";

/** Pause before the next try, ms. */
const retryDelay = 300_000;

/** Time after which a merchant no longer waits for a sample, ms. */
const givenUpAfter = 24 * 3_600_000;

type Outcome = Pick<MailRecord, "outcome" | "reason"> & { isOurs?: boolean };

const record = (
  { stateStore: state, clock }: DelivererDeps,
  { tenant, automationId, exportId }: DeliverSamplePayload,
  what: Outcome,
): Promise<void> =>
  recordMail(
    { state, clock },
    { id: sampleMailId(exportId), kind: "sample", tenant, about: automationId, recipients: 1, ...what },
  );

const outcomeOf = (error: DeliveryFailed, isLate: boolean): Outcome => {
  const reason = formatMailReason(error.cause);
  const { kind, notBefore, final } = error;
  if (kind === "unconfirmed" && (notBefore === undefined || isLate)) return { outcome: "may have arrived", reason };
  if (kind === "lasting" || kind === "content" || final || isLate) return { outcome: "failed", reason };
  return { outcome: "waiting", reason, isOurs: kind === "ours" };
};

/** Sends the sample. Returns false if nobody may get it any more. @throws {DeliveryFailed} */
const send = async (deps: DelivererDeps, job: DeliverSamplePayload, signal: AbortSignal): Promise<boolean> => {
  const sample = await loadSample(deps, job);
  if (!sample) return false;
  await deps.destinations.deliver(sample.delivery, signal);
  // An erasure meanwhile found nothing to remove from the outbox.
  const takeOut = () => deps.outbox.remove(reportMailId(sample.delivery.id));
  const after = await loadSample(deps, job).catch(async (error: unknown) => {
    if (error instanceof DeliveryFailed) await takeOut();
    throw error;
  });
  return after !== undefined || !(await takeOut());
};

const run = async (deps: DelivererDeps, claimed: ClaimedJob, signal: AbortSignal): Promise<JobOutcome> => {
  const job = readDeliverSample(claimed);
  const { log, clock } = deps;
  try {
    const isSent = await send(deps, job, signal);
    await record(deps, job, isSent ? { outcome: "sent", reason: null } : { outcome: "failed", reason: null });
    log.info({ job: claimed.id }, isSent ? "A sample was sent." : "A sample has nobody to go to any more.");
    return completed;
  } catch (error) {
    const failure = error instanceof FileDamaged ? new DeliveryFailed("lasting", error.message) : error;
    if (!(failure instanceof DeliveryFailed) || (signal.aborted && failure.kind !== "unconfirmed")) throw error;
    const isLate = clock.wall().getTime() - Date.parse(job.askedAt) >= givenUpAfter;
    const outcome = outcomeOf(failure, isLate);
    await record(deps, job, outcome);
    log.warn({ job: claimed.id, kind: failure.kind, err: failure.cause }, "A sample could not be sent.");
    if (outcome.outcome !== "waiting") return completed;
    const pause = failure.notBefore === undefined ? 0 : Date.parse(failure.notBefore) - clock.wall().getTime();
    return reschedule(Math.max(retryDelay, pause));
  }
};

/**
 * The job `deliver-sample`: mails a sample of an automated report to its shop alone. It belongs to no run, so it changes
 * nothing of the report.
 */
export const createDeliverSample = (deps: DelivererDeps): JobKind => ({
  run: (job, signal) => run(deps, job, signal),
  onDiscarded: async (job, error) =>
    record(deps, readDeliverSample(job), { outcome: "failed", reason: formatMailReason(error) }),
});
