import { isPublished } from "#application/exports/publications.ts";
import { removeExpiredFile } from "#application/exports/sidecar-files.ts";
import { completed, type JobHandler, reschedule } from "#application/jobs/job.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { dayMs } from "#domain/retention/retention.ts";
import { createJumpMeter } from "#infra/ports/clock.ts";
import type { ExporterDeps } from "../deps.ts";
import { readExportPayload } from "./job.ts";
import { sendCommand } from "./send-command.ts";

/** Delay, ms, if a set clock made the job run before the file's expiry. */
const recheckDelay = 3_600_000;

/** Pause after a forward clock jump until files expire by it, ms of steady time: a removal is final (ADR 18). */
const pauseAfterClockJump = 600_000;

/** The job `expire-export`: records a file's expiry and removes it. Idempotent. */
export const createExpireJob = (deps: ExporterDeps): JobHandler => {
  const { runner, fileStore, clock, log } = deps;
  const jumpSinceLastJob = createJumpMeter(clock);
  let jumpedAt = Number.NEGATIVE_INFINITY;
  return async (job) => {
    if (jumpSinceLastJob() > 0) jumpedAt = clock.steady();
    const pauseLeft = jumpedAt + pauseAfterClockJump - clock.steady();
    if (pauseLeft > 0) return reschedule(pauseLeft);
    const payload = readExportPayload(job);
    const { exportId } = payload;
    // The newest file of a public link stays until it is replaced or the link is gone.
    const { state: current } = await runner.load(exportDecider, exportId);
    if (current.status === "finished" && (await isPublished(deps, exportId))) return reschedule(dayMs);
    const expired = await sendCommand(runner, payload, undefined, (context) => ({
      type: "ExpireExport",
      context,
    }));
    if (isRefusal(expired)) {
      log.info({ exportId, refusal: expired.message }, "The file does not expire now.");
      const { state } = await runner.load(exportDecider, exportId);
      return state.status === "finished" ? reschedule(recheckDelay) : completed;
    }
    if (expired.state.status === "expired") await removeExpiredFile(fileStore, expired.state.file.fileKey);
    log.info({ exportId }, "The file of an export expired and was removed.");
    return completed;
  };
};
