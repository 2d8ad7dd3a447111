import { forgetFrozenInput } from "#application/exports/freeze-input.ts";
import { done, type JobHandler, putDown } from "#application/jobs/job.ts";
import { forgetExport } from "#application/privacy/exports-of.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { hasEnded } from "#domain/export/state.ts";
import { dayMs, madeAgainDays } from "#domain/retention/retention.ts";
import type { UpkeepDeps } from "../deps.ts";
import { isKeptOn } from "./kept-on.ts";

/** Frozen inputs are kept for so long after a report has failed or was canceled, or after its file's time, ms. */
export const inputKeptFor = madeAgainDays * dayMs;

/**
 * The job `forget-input`: removes what an export was made of, when nothing can ask for it any more: no attempt, since it has ended and
 * its file is gone, and nobody who would make it again, since the time for that is over. Every report that was made again has frozen
 * inputs of its own.
 */
export const createForgetInputJob =
  ({ runner, stateStore, clock, log }: UpkeepDeps): JobHandler =>
  async ({ id, payload: { exportId } }) => {
    if (typeof exportId !== "string")
      throw new Error(`The payload of job ${id} is none that upkeep knows. Remove the job by hand.`);
    const { state } = await runner.load(exportDecider, exportId);
    if (state.status === "unknown") return done;
    // A clock that was set, or an exporter that stood still: the file goes first.
    if (!hasEnded(state) || state.status === "finished") return putDown(dayMs);
    if (state.status === "expired" && isKeptOn(state.file, inputKeptFor, clock)) return putDown(dayMs);
    await forgetFrozenInput(stateStore, state.facts);
    // One that had a file is known for as long as who was in it is.
    if (state.status !== "expired") await forgetExport(stateStore, exportId);
    log.info({ exportId }, "What an export was made of is not kept any more.");
    return done;
  };
