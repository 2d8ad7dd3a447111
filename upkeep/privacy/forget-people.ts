import { completed, type JobHandler, reschedule } from "#application/jobs/job.ts";
import { toPeopleFileKey } from "#application/people/people-file.ts";
import { forgetExport } from "#application/privacy/shop-exports.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { dayMs, peopleKeptDays } from "#domain/retention/retention.ts";
import type { UpkeepDeps } from "../deps.ts";
import { isRetained } from "./is-retained.ts";

/** Retention of a file's people after its expiry, ms (ADR 15). */
export const peopleRetention = peopleKeptDays * dayMs;

/** Handles the job `forget-people`: removes the people file of a file that is gone. */
export const createForgetPeopleJob =
  ({ runner, fileStore, stateStore, clock, log }: UpkeepDeps): JobHandler =>
  async ({ id, payload: { exportId } }) => {
    if (typeof exportId !== "string") throw new Error(`Invalid payload for job ${id}: exportId must be a string.`);
    const { state } = await runner.load(exportDecider, exportId);
    if (state.status === "finished") return reschedule(dayMs);
    if (state.status === "expired" && isRetained(state.file, peopleRetention, clock)) return reschedule(dayMs);
    if (state.status === "expired") await fileStore.delete(toPeopleFileKey(state.file.fileKey));
    await forgetExport(stateStore, exportId);
    log.info({ exportId }, "It is no longer known who was in a file.");
    return completed;
  };
