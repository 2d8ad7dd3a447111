import { done, type JobHandler, putDown } from "#application/jobs/job.ts";
import { peopleFileOf } from "#application/people/people-file.ts";
import { forgetExport } from "#application/privacy/exports-of.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { dayMs, peopleKeptDays } from "#domain/retention/retention.ts";
import type { UpkeepDeps } from "../deps.ts";
import { isKeptOn } from "./kept-on.ts";

/** Retention of a file's people after the file has expired, ms (ADR 15). */
export const peopleKeptFor = peopleKeptDays * dayMs;

/** The job `forget-people`: removes the notes about the people in a file, unless the file still exists. */
export const createForgetPeopleJob =
  ({ runner, fileStore, stateStore, clock, log }: UpkeepDeps): JobHandler =>
  async ({ id, payload: { exportId } }) => {
    if (typeof exportId !== "string") throw new Error(`The payload of job ${id} is none that upkeep knows.`);
    const { state } = await runner.load(exportDecider, exportId);
    if (state.status === "finished") return putDown(dayMs);
    if (state.status === "expired" && isKeptOn(state.file, peopleKeptFor, clock)) return putDown(dayMs);
    if (state.status === "expired") await fileStore.delete(peopleFileOf(state.file.fileKey));
    await forgetExport(stateStore, exportId);
    log.info({ exportId }, "Who was in a file is not known any more.");
    return done;
  };
