import { removeWithNotes } from "#application/exports/files-beside.ts";
import { again, done, gone, type JobHandler, type Outcome, putDown } from "#application/jobs/job.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { operatorSentence } from "#application/process/give-up.ts";
import { isAway } from "#application/process/when-writable.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { countedAttempts, maxAttempts } from "#domain/export/decide.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { type FinishedFacts, hasEnded } from "#domain/export/state.ts";
import { type StoreBusy, StoreUnwritable } from "#infra/ports/busy.ts";
import type { BulkTicket } from "#infra/ports/store-platform.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";
import { type Attempt, fileKeyOf, keptForOf, onUnreadOf } from "../attempt/attempt.ts";
import { failureOf, isForeseen } from "../attempt/failure.ts";
import { patientRunner } from "../attempt/patient-runner.ts";
import { createProgress, type Progress } from "../attempt/progress.ts";
import { runAttempt } from "../attempt/run-attempt.ts";
import { Stopped, type StopReason, stopReason } from "../attempt/stopped.ts";
import { watchCancel } from "../attempt/watch-cancel.ts";
import type { ExporterDeps } from "../deps.ts";
import { dropBulk } from "../orders/bulk-kept.ts";
import { bulkStep } from "./bulk-step.ts";
import { type JobPayload, payloadOf } from "./job.ts";
import { sendCommand } from "./send-command.ts";

/** Pause before the next attempt after a temporary fault, ms. The platform client has already retried. */
const pauseAfter = (attempt: number): number => 5_000 * 4 ** (attempt - 1);

/** Maximum wait for a writable disk, from the export's request on, ms of business time. */
const waitsForDisk = 3_600_000;
const lookForRoomEvery = 10_000;
/** Time for a worker to record that it lost its lease, ms. */
const patienceToNote = 60_000;
/**
 * Pause after an attempt that filled the disk itself, ms: it needs more than there is, and each try takes space from
 * others.
 */
const pauseAfterFull = (handedBack: number): number => Math.min(15_000 * 2 ** handedBack, 600_000);

/**
 * The job `export`: one attempt from ExportStarted to its end (D-5). Only one attempt's ExportFinished is appended; a
 * losing attempt deletes its file. A full disk or a busy store uses up no attempt, for up to an hour. The job is done
 * only once the export has ended.
 */
export const createExportJob = (all: ExporterDeps): JobHandler => {
  const { eventStore, stateStore, clock, log } = all;

  const attemptAt: JobHandler = async (job, signal) => {
    const waiting = await waitForRoom(all, job);
    if (waiting) return waiting;
    const step = await bulkStep(all, job, signal);
    if ("wait" in step) return step.wait;
    const attempt = await start(all, payloadOf(job));
    const deps = { ...all, runner: patientRunner(all.runner, { signal, log }) };
    if (!attempt) return done;
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
    const ended = new AbortController();
    const watching = watchCancel({
      eventStore,
      exportId: attempt.exportId,
      startedAt: attempt.startedAt,
      signal: ended.signal,
      stop: (why) => stopping.abort(new Stopped(why)),
      onFault,
    });
    try {
      return await work(
        deps,
        { attempt, bulk: step.ticket },
        job,
        progress,
        AbortSignal.any([signal, stopping.signal]),
      );
    } finally {
      ended.abort();
      await watching;
      await progress.end();
    }
  };

  return async (job, signal) => {
    const outcome = await attemptAt(job, signal);
    if (outcome.kind !== "done") return outcome;
    const left = await unlessOpen(all, job);
    if (left.kind === "done") await dropBulk(all, payloadOf(job).exportId, signal);
    return left;
  };
};

/**
 * Delay for a job whose export has not ended, ms. Usually another worker has it by then, and this outcome is ignored.
 */
const pauseWhileOpen = 5_000;

/** Completes the job only if the stream says that the export has ended: otherwise nothing else would end it. */
const unlessOpen = async ({ runner, log }: ExporterDeps, job: ClaimedJob): Promise<Outcome> => {
  const { exportId } = payloadOf(job);
  const { state } = await runner.load(exportDecider, exportId);
  if (state.status === "unknown" || hasEnded(state)) return done;
  log.info({ exportId, status: state.status }, "The export has no end yet; its job stays.");
  return again(pauseWhileOpen);
};

const tooLate = ({ clock }: ExporterDeps, job: ClaimedJob): boolean =>
  clock.now().getTime() - job.dueAt.getTime() >= waitsForDisk;

/** Checked before anything is recorded, so that waiting writes nothing to a full disk. Undefined if there is room. */
const waitForRoom = async (deps: ExporterDeps, job: ClaimedJob): Promise<Outcome | undefined> => {
  try {
    await deps.fileStore.assertRoom();
    return undefined;
  } catch (error) {
    if (!(error instanceof StoreUnwritable)) throw error;
    const payload = payloadOf(job);
    const { exportId } = payload;
    deps.log.warn({ exportId, err: error }, "An export waits for the disk.");
    if (!tooLate(deps, job)) return putDown(lookForRoomEvery);
    const { state } = await deps.runner.load(exportDecider, exportId);
    if (state.status === "unknown") return done;
    return end(deps, { payload, exportId, number: state.attempt }, error);
  }
};

/** Undefined if there is nothing to do: the export has ended, or ends by this command. */
const start = async (deps: ExporterDeps, payload: JobPayload): Promise<Attempt | undefined> => {
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
    counted: countedAttempts(started.state),
    startedAt: version,
    tenant: facts.tenant,
    inputHash: facts.inputHash,
    keptFor: keptForOf(facts),
    onUnread: onUnreadOf(facts),
  };
};

const work = async (
  deps: ExporterDeps,
  { attempt, bulk }: { attempt: Attempt; bulk: BulkTicket | undefined },
  job: ClaimedJob,
  progress: Progress,
  signal: AbortSignal,
): Promise<Outcome> => {
  const expectedOrders = typeof job.payload.orders === "number" ? job.payload.orders : 0;
  let made: { file: FinishedFacts; kept: number };
  try {
    made = await runAttempt(deps, attempt, progress, { expectedOrders, bulk }, signal);
  } catch (error) {
    // Not the export's fault: it continues once the stores are repaired.
    if (operatorSentence(error) !== undefined) throw error;
    const why = stopReason(signal);
    if (why !== undefined) return leave(deps, attempt, why);
    if (isAway(error) && !tooLate(deps, job)) return waitForStore(deps, attempt, error);
    return fail(deps, attempt, error);
  }
  const outcome = await finish(deps, attempt, made);
  failpoint("export:after-finished-before-complete");
  return outcome;
};

const finish = async (
  deps: ExporterDeps,
  attempt: Attempt,
  { file, kept }: { file: FinishedFacts; kept: number },
): Promise<Outcome> => {
  const { runner, fileStore, log } = deps;
  const { exportId, number, payload } = attempt;
  const finished = await sendCommand(runner, payload, `finish:${number}`, (context) => ({
    type: "FinishExport",
    ...file,
    context,
  }));
  if (!isRefusal(finished)) {
    await deps.keptBytes
      .add(payload.tenant, kept)
      .catch((err: unknown) => log.warn({ exportId, err }, "The bytes of a file were not counted."));
    await removeEarlier(deps, attempt, file.fileKey);
    log.info(
      { exportId, attempt: number, orders: file.orders, rows: file.rows, bytes: file.bytes },
      "Export finished.",
    );
    return done;
  }
  const { state } = await runner.load(exportDecider, exportId);
  await removeWithNotes(fileStore, file.fileKey);
  log.info({ exportId, attempt: number, refusal: finished.message }, "The attempt lost; its file is removed.");
  if (state.status === "cancel-requested") return leave(deps, attempt, "cancel");
  return state.status === "running" ? leave(deps, attempt, "overtaken") : done;
};

/** Removes files of attempts that were killed before they could record their end. The janitor removes parts. */
const removeEarlier = async ({ fileStore, log }: ExporterDeps, attempt: Attempt, fileKey: string): Promise<void> => {
  const ending = fileKey.slice(fileKey.lastIndexOf(".") + 1);
  for (let number = 1; number < attempt.number; number += 1) {
    const earlier = { ...attempt, number };
    try {
      await removeWithNotes(fileStore, fileKeyOf(earlier, ending));
    } catch (err) {
      log.warn({ exportId: attempt.exportId, err }, "The janitor will remove what an earlier attempt left.");
    }
  }
};

/** The disk is full, or a store is too busy: hands the attempt back, so that it does not count. */
const waitForStore = async (
  deps: ExporterDeps,
  attempt: Attempt,
  error: StoreUnwritable | StoreBusy,
): Promise<Outcome> => {
  const { exportId, number, counted } = attempt;
  deps.log.warn(
    { exportId, attempt: number, err: error },
    "A disk or a store took no more of an export; it will be tried again.",
  );
  await handBack(deps, attempt);
  return putDown(pauseAfterFull(number - counted));
};

const fail = async (deps: ExporterDeps, attempt: Attempt, error: unknown): Promise<Outcome> => {
  if (failureOf(error).passing && attempt.counted < maxAttempts) {
    const { exportId, number } = attempt;
    deps.log.warn({ exportId, attempt: number, err: error }, "The attempt failed; another one follows.");
    return again(pauseAfter(attempt.counted));
  }
  return end(deps, attempt, error);
};

type Ending = Pick<Attempt, "payload" | "exportId" | "number">;

const end = async (deps: ExporterDeps, { payload, exportId, number }: Ending, error: unknown): Promise<Outcome> => {
  const { runner, log } = deps;
  const { code, reason } = failureOf(error);
  if (isForeseen(error)) log.warn({ exportId, attempt: number, code }, error.message);
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
    log.info({ exportId, attempt: number, refusal: failed.message }, "The failure counts no more.");
  return done;
};

/** Records that nothing was lost, so that restarts use up no attempts. */
const handBack = async ({ runner, log }: ExporterDeps, { exportId, number, payload }: Attempt): Promise<void> => {
  try {
    const handed = await sendCommand(runner, payload, `hand-back:${number}`, (context) => ({
      type: "HandBackExport",
      attempt: number,
      context,
    }));
    if (isRefusal(handed)) log.info({ exportId, refusal: handed.message }, "The attempt was not handed back.");
  } catch (err) {
    // The process is ending: the job is released all the same, and the attempt counts as lost.
    log.warn({ exportId, attempt: number, err }, "The attempt could not be handed back.");
  }
};

/**
 * Records that this worker lives although it lost its lease, so that a busy server uses up no attempts. The next
 * attempt may have begun by then.
 */
const noteLeaseLost = async (deps: ExporterDeps, { exportId, number, payload }: Attempt): Promise<void> => {
  const { log } = deps;
  // The job's own signal has aborted. A store too busy to extend the lease may take this a moment later.
  const runner = patientRunner(deps.runner, { signal: AbortSignal.timeout(patienceToNote), log });
  try {
    const noted = await sendCommand(runner, payload, `lease-lost:${number}`, (context) => ({
      type: "NoteLeaseLost",
      attempt: number,
      context,
    }));
    if (isRefusal(noted)) log.info({ exportId, refusal: noted.message }, "The lost lease was not noted.");
  } catch (err) {
    log.warn({ exportId, attempt: number, err }, "A lost lease could not be noted. The attempt counts as lost.");
  }
};

const leave = async (deps: ExporterDeps, attempt: Attempt, why: StopReason): Promise<Outcome> => {
  const { exportId, number, payload } = attempt;
  deps.log.info({ exportId, attempt: number, why }, "The attempt was stopped.");
  switch (why) {
    case "shutdown":
      await handBack(deps, attempt);
      return putDown(0);
    case "lease-lost":
      await noteLeaseLost(deps, attempt);
      return gone;
    case "overtaken":
      await noteLeaseLost(deps, attempt);
      return done;
    case "cancel": {
      const confirmed = await sendCommand(deps.runner, payload, `confirm-cancel:${number}`, (context) => ({
        type: "ConfirmCancel",
        attempt: number,
        context,
      }));
      if (isRefusal(confirmed)) deps.log.info({ exportId, refusal: confirmed.message }, "No cancel to confirm.");
      return done;
    }
  }
};
