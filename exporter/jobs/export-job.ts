import { removeWithSidecars } from "#application/exports/sidecar-files.ts";
import { completed, type JobHandler, type JobOutcome, leaseLost, reschedule, retry } from "#application/jobs/job.ts";
import { findOperatorSentence } from "#application/process/exit-with-reason.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { isUnavailable } from "#application/process/retry-while-unavailable.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { countLostAttempts, maxAttempts } from "#domain/export/decide.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { type FinishedFacts, hasEnded } from "#domain/export/state.ts";
import { type StoreBusy, StoreUnwritable } from "#infra/ports/store-errors.ts";
import type { BulkOperation } from "#infra/ports/store-platform.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";
import { type Attempt, getRetention, getUnreadPolicy, toFileKey } from "../attempt/attempt.ts";
import { isExpectedError, toFailure } from "../attempt/failure.ts";
import { createProgress, type Progress } from "../attempt/progress.ts";
import { createRetryingRunner } from "../attempt/retrying-runner.ts";
import { runAttempt } from "../attempt/run-attempt.ts";
import { Stopped, type StopReason, stopReason } from "../attempt/stopped.ts";
import { watchCancel } from "../attempt/watch-cancel.ts";
import type { ExporterDeps } from "../deps.ts";
import { discardBulk } from "../orders/bulk-state.ts";
import { bulkStep } from "./bulk-step.ts";
import { type JobPayload, readExportPayload } from "./job.ts";
import { sendCommand } from "./send-command.ts";

/** Delay after a temporary fault, ms. The platform client has already retried. */
const retryDelay = (attempt: number): number => 5_000 * 4 ** (attempt - 1);

/** Longest wait for space, ms of business time since the request. */
const maxDiskWait = 3_600_000;
const diskCheckInterval = 10_000;
const recordTimeout = 60_000;
/** Delay after an attempt filled the disk itself, ms: each try takes space from others. */
const delayAfterFullDisk = (handedBack: number): number => Math.min(15_000 * 2 ** handedBack, 600_000);

/**
 * The job `export`: one attempt from ExportStarted to its end (D-5). Only one attempt's ExportFinished is appended; a
 * losing attempt deletes its file. A full disk or busy store uses up no attempt for up to an hour.
 */
export const createExportJob = (all: ExporterDeps): JobHandler => {
  const { eventStore, stateStore, clock, log } = all;

  const attemptAt: JobHandler = async (job, signal) => {
    const waiting = await waitForDiskSpace(all, job);
    if (waiting) return waiting;
    const step = await bulkStep(all, job, signal);
    if ("wait" in step) return step.wait;
    const attempt = await startAttempt(all, readExportPayload(job));
    const deps = { ...all, runner: createRetryingRunner(all.runner, { signal, log }) };
    if (!attempt) return completed;
    failpoint("export:after-start");
    const fields = { exportId: attempt.exportId, attempt: attempt.number };
    const onFault = (err: unknown) => log.warn({ ...fields, err }, "A store was not available for a moment.");
    const progress = createProgress({
      stateStore,
      clock,
      exportId: attempt.exportId,
      attempt: attempt.number,
      onFault,
    });
    const stopping = new AbortController();
    const endController = new AbortController();
    const watching = watchCancel({
      eventStore,
      exportId: attempt.exportId,
      startedAt: attempt.startedAt,
      signal: endController.signal,
      stop: (why) => stopping.abort(new Stopped(why)),
      onFault,
    });
    try {
      return await runStartedAttempt(
        deps,
        { attempt, bulk: step.ticket },
        job,
        progress,
        AbortSignal.any([signal, stopping.signal]),
      );
    } finally {
      endController.abort();
      await watching;
      await progress.end();
    }
  };

  return async (job, signal) => {
    const outcome = await attemptAt(job, signal);
    if (outcome.kind !== "done") return outcome;
    const finalOutcome = await completeUnlessOpen(all, job);
    if (finalOutcome.kind === "done") await discardBulk(all, readExportPayload(job).exportId, signal);
    return finalOutcome;
  };
};

/** Delay while the export has no end, ms. Usually another worker has the job by then, and this outcome is ignored. */
const openExportDelay = 5_000;

/** Completes the job only if its stream has ended: nothing else would end the export. */
const completeUnlessOpen = async ({ runner, log }: ExporterDeps, job: ClaimedJob): Promise<JobOutcome> => {
  const { exportId } = readExportPayload(job);
  const { state } = await runner.load(exportDecider, exportId);
  if (state.status === "unknown" || hasEnded(state)) return completed;
  log.info({ exportId, status: state.status }, "The export has no end yet; its job stays.");
  return retry(openExportDelay);
};

const isTooLate = ({ clock }: ExporterDeps, job: ClaimedJob): boolean =>
  clock.now().getTime() - job.dueAt.getTime() >= maxDiskWait;

/**
 * Checks for space before anything is recorded, so that waiting writes nothing to a full disk. Undefined: there is
 * space.
 */
const waitForDiskSpace = async (deps: ExporterDeps, job: ClaimedJob): Promise<JobOutcome | undefined> => {
  try {
    await deps.fileStore.assertFreeSpace();
    return undefined;
  } catch (error) {
    if (!(error instanceof StoreUnwritable)) throw error;
    const payload = readExportPayload(job);
    const { exportId } = payload;
    deps.log.warn({ exportId, err: error }, "An export waits for the disk.");
    if (!isTooLate(deps, job)) return reschedule(diskCheckInterval);
    const { state } = await deps.runner.load(exportDecider, exportId);
    if (state.status === "unknown") return completed;
    return endExport(deps, { payload, exportId, number: state.attempt }, error);
  }
};

/** Starts an attempt. Undefined if the export has ended, or ends by this command. */
const startAttempt = async (deps: ExporterDeps, payload: JobPayload): Promise<Attempt | undefined> => {
  const { exportId } = payload;
  const started = await sendCommand(deps.runner, payload, undefined, (context) => ({
    type: "StartExport",
    worker: deps.worker,
    context,
  }));
  if (isRefusal(started)) {
    deps.log.info({ exportId, refusal: started.message }, "Nothing to export.");
    return undefined;
  }
  if (started.state.status === "failed")
    deps.log.warn({ exportId, code: started.state.code }, `An export has failed. ${started.state.reason}`);
  if (started.state.status !== "running") return undefined;
  const { version } = started;
  const { attempt: number, facts } = started.state;
  return {
    payload,
    exportId,
    number,
    counted: countLostAttempts(started.state),
    startedAt: version,
    tenant: facts.tenant,
    inputHash: facts.inputHash,
    retention: getRetention(facts),
    onUnread: getUnreadPolicy(facts),
  };
};

const runStartedAttempt = async (
  deps: ExporterDeps,
  { attempt, bulk }: { attempt: Attempt; bulk: BulkOperation | undefined },
  job: ClaimedJob,
  progress: Progress,
  signal: AbortSignal,
): Promise<JobOutcome> => {
  const expectedOrders = typeof job.payload.orders === "number" ? job.payload.orders : 0;
  let attemptResult: { file: FinishedFacts; kept: number };
  try {
    attemptResult = await runAttempt(deps, attempt, progress, { expectedOrders, bulk }, signal);
  } catch (error) {
    // This isn't the export's fault: it continues after a repair.
    if (findOperatorSentence(error) !== undefined) throw error;
    const why = stopReason(signal);
    if (why !== undefined) return stopAttempt(deps, attempt, why);
    if (isUnavailable(error) && !isTooLate(deps, job)) return waitForStore(deps, attempt, error);
    return failAttempt(deps, attempt, error);
  }
  const outcome = await finishExport(deps, attempt, attemptResult);
  failpoint("export:after-finished-before-complete");
  return outcome;
};

const finishExport = async (
  deps: ExporterDeps,
  attempt: Attempt,
  { file, kept }: { file: FinishedFacts; kept: number },
): Promise<JobOutcome> => {
  const { runner, fileStore, log } = deps;
  const { exportId, number, payload } = attempt;
  const finished = await sendCommand(runner, payload, `finish:${number}`, (context) => ({
    type: "FinishExport",
    ...file,
    context,
  }));
  if (!isRefusal(finished)) {
    await deps.storageQuota
      .add(payload.tenant, kept)
      .catch((err: unknown) => log.warn({ exportId, err }, "The bytes of a file were not counted."));
    await removeEarlierFiles(deps, attempt, file.fileKey);
    log.info(
      { exportId, attempt: number, orders: file.orders, rows: file.rows, bytes: file.bytes },
      "Export finished.",
    );
    return completed;
  }
  const { state } = await runner.load(exportDecider, exportId);
  await removeWithSidecars(fileStore, file.fileKey);
  log.info({ exportId, attempt: number, refusal: finished.message }, "The attempt lost; its file is removed.");
  if (state.status === "cancel-requested") return stopAttempt(deps, attempt, "cancel");
  return state.status === "running" ? stopAttempt(deps, attempt, "overtaken") : completed;
};

/** Removes files of attempts killed before recording their end. */
const removeEarlierFiles = async (
  { fileStore, log }: ExporterDeps,
  attempt: Attempt,
  fileKey: string,
): Promise<void> => {
  const ending = fileKey.slice(fileKey.lastIndexOf(".") + 1);
  for (let number = 1; number < attempt.number; number += 1) {
    const earlier = { ...attempt, number };
    try {
      await removeWithSidecars(fileStore, toFileKey(earlier, ending));
    } catch (err) {
      log.warn({ exportId: attempt.exportId, err }, "The janitor will remove what an earlier attempt left.");
    }
  }
};

/** Hands the attempt back on a full disk or a busy store. */
const waitForStore = async (
  deps: ExporterDeps,
  attempt: Attempt,
  error: StoreUnwritable | StoreBusy,
): Promise<JobOutcome> => {
  const { exportId, number, counted } = attempt;
  deps.log.warn(
    { exportId, attempt: number, err: error },
    "A disk or a store stopped accepting an export; it will be tried again.",
  );
  await handBack(deps, attempt);
  return reschedule(delayAfterFullDisk(number - counted));
};

const failAttempt = async (deps: ExporterDeps, attempt: Attempt, error: unknown): Promise<JobOutcome> => {
  if (toFailure(error).isTemporary && attempt.counted < maxAttempts) {
    const { exportId, number } = attempt;
    deps.log.warn({ exportId, attempt: number, err: error }, "The attempt failed; another one follows.");
    return retry(retryDelay(attempt.counted));
  }
  return endExport(deps, attempt, error);
};

type EndedAttempt = Pick<Attempt, "payload" | "exportId" | "number">;

const endExport = async (
  deps: ExporterDeps,
  { payload, exportId, number }: EndedAttempt,
  error: unknown,
): Promise<JobOutcome> => {
  const { runner, log } = deps;
  const { code, reason } = toFailure(error);
  if (isExpectedError(error)) log.warn({ exportId, attempt: number, code }, error.message);
  else log.error({ exportId, attempt: number, code, err: error }, "Export failed.");
  failpoint("export:before-failed");
  const failed = await sendCommand(runner, payload, `fail:${number}`, (context) => ({
    type: "FailExport",
    attempt: number,
    code,
    reason,
    context,
  }));
  failpoint("export:after-failed-before-complete");
  if (isRefusal(failed))
    log.info({ exportId, attempt: number, refusal: failed.message }, "The failure no longer counts.");
  return completed;
};

/** Hands the attempt back, so that restarts use up none. */
const handBack = async ({ runner, log }: ExporterDeps, { exportId, number, payload }: Attempt): Promise<void> => {
  try {
    const handed = await sendCommand(runner, payload, `hand-back:${number}`, (context) => ({
      type: "HandBackExport",
      attempt: number,
      context,
    }));
    if (isRefusal(handed)) log.info({ exportId, refusal: handed.message }, "The attempt was not handed back.");
  } catch (err) {
    // The process ends and releases the job, but the attempt counts as lost.
    log.warn({ exportId, attempt: number, err }, "The attempt could not be handed back.");
  }
};

/** Records that this worker lives, so that a busy server uses up no attempts. The next attempt may have begun. */
const recordLeaseLost = async (deps: ExporterDeps, { exportId, number, payload }: Attempt): Promise<void> => {
  const { log } = deps;
  // The job's own signal has aborted. A busy store may accept this a moment later.
  const runner = createRetryingRunner(deps.runner, { signal: AbortSignal.timeout(recordTimeout), log });
  try {
    const recorded = await sendCommand(runner, payload, `lease-lost:${number}`, (context) => ({
      type: "NoteLeaseLost",
      attempt: number,
      context,
    }));
    if (isRefusal(recorded)) log.info({ exportId, refusal: recorded.message }, "The lost lease was not noted.");
  } catch (err) {
    log.warn({ exportId, attempt: number, err }, "A lost lease could not be noted. The attempt counts as lost.");
  }
};

const stopAttempt = async (deps: ExporterDeps, attempt: Attempt, why: StopReason): Promise<JobOutcome> => {
  const { exportId, number, payload } = attempt;
  deps.log.info({ exportId, attempt: number, why }, "The attempt was stopped.");
  switch (why) {
    case "shutdown":
      await handBack(deps, attempt);
      return reschedule(0);
    case "lease-lost":
      await recordLeaseLost(deps, attempt);
      return leaseLost;
    case "overtaken":
      await recordLeaseLost(deps, attempt);
      return completed;
    case "cancel": {
      const confirmed = await sendCommand(deps.runner, payload, `confirm-cancel:${number}`, (context) => ({
        type: "ConfirmCancel",
        attempt: number,
        context,
      }));
      if (isRefusal(confirmed)) deps.log.info({ exportId, refusal: confirmed.message }, "No cancel to confirm.");
      return completed;
    }
  }
};
