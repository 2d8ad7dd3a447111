import { forgetFrozenInput } from "#application/exports/freeze-input.ts";
import { done, type JobHandler, putDown } from "#application/jobs/job.ts";
import { forgetExport } from "#application/privacy/exports-of.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { hasEnded } from "#domain/export/state.ts";
import { dayMs, madeAgainDays } from "#domain/retention/retention.ts";
import type { UpkeepDeps } from "../deps.ts";
import { isKeptOn } from "./kept-on.ts";

/** Retention of frozen inputs after a report has failed, was canceled, or its file has expired, ms. */
export const inputKeptFor = madeAgainDays * dayMs;

/**
 * The job `forget-input`: removes frozen inputs once the export has ended, its file is gone, and the time to repeat it
 * is over. Repeated reports have inputs of their own.
 */
export const createForgetInputJob =
  ({ runner, stateStore, clock, log }: UpkeepDeps): JobHandler =>
  async ({ id, payload: { exportId } }) => {
    if (typeof exportId !== "string")
      throw new Error(`The payload of job ${id} is none that upkeep knows. Remove the job by hand.`);
    const { state } = await runner.load(exportDecider, exportId);
    if (state.status === "unknown") return done;
    // The clock was set, or an exporter stood still: the file must go first.
    if (!hasEnded(state) || state.status === "finished") return putDown(dayMs);
    if (state.status === "expired" && isKeptOn(state.file, inputKeptFor, clock)) return putDown(dayMs);
    await forgetFrozenInput(stateStore, state.facts);
    // An export that had a file stays listed as long as the people in it are known.
    if (state.status !== "expired") await forgetExport(stateStore, exportId);
    log.info({ exportId }, "What an export was made of is not kept any more.");
    return done;
  };
