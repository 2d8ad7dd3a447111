import { forgetFrozenInput } from "#application/exports/freeze-input.ts";
import { completed, type JobHandler, reschedule } from "#application/jobs/job.ts";
import { forgetExport } from "#application/privacy/shop-exports.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { hasEnded } from "#domain/export/state.ts";
import { dayMs, rerunDays } from "#domain/retention/retention.ts";
import type { UpkeepDeps } from "../deps.ts";
import { isRetained } from "./is-retained.ts";

/** Retention of frozen inputs after a report has failed, was canceled, or its file has expired, ms. */
export const inputRetention = rerunDays * dayMs;

/** The job `forget-input`: removes frozen inputs once the report can't be repeated. Repeated reports have their own. */
export const createForgetInputJob =
  ({ runner, stateStore, clock, log }: UpkeepDeps): JobHandler =>
  async ({ id, payload: { exportId } }) => {
    if (typeof exportId !== "string")
      throw new Error(`The payload of job ${id} isn't valid for upkeep. Remove the job by hand.`);
    const { state } = await runner.load(exportDecider, exportId);
    if (state.status === "unknown") return completed;
    // The clock was set, or an exporter stood still: the file must go first.
    if (!hasEnded(state) || state.status === "finished") return reschedule(dayMs);
    if (state.status === "expired" && isRetained(state.file, inputRetention, clock)) return reschedule(dayMs);
    await forgetFrozenInput(stateStore, state.facts);
    // An export that had a file stays listed while its people are known.
    if (state.status !== "expired") await forgetExport(stateStore, exportId);
    log.info({ exportId }, "The inputs of an export are no longer kept.");
    return completed;
  };
